/** The stored reference of a quiz or deck to its guides. */
interface MadeFrom {
  /** Empty without one guide. */
  studyMaterialId: string;
  studyMaterialIds?: string[] | undefined;
}

/** The guides of a quiz or deck, as answers show them. */
export const guidesOf = ({
  studyMaterialId,
  studyMaterialIds,
}: MadeFrom): { studyMaterialId: string | null; studyMaterialIds: string[] } => ({
  studyMaterialId: studyMaterialId || null,
  studyMaterialIds: studyMaterialIds ?? (studyMaterialId ? [studyMaterialId] : []),
});
