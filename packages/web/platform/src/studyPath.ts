/** The length of a study session, in minutes. */
const studyMinutes = 10;

/** The path of a study session on a guide. */
export const studyPath = (studyMaterialId: string): string =>
  `/review?studyMaterialId=${encodeURIComponent(studyMaterialId)}&minutes=${String(studyMinutes)}`;
