/** The stored reference of a quiz or deck to its guides. */
interface MadeFrom {
  /** Empty without exactly one guide. */
  studyMaterialId: string;
  studyMaterialIds?: string[] | undefined;
}

/** Returns the guides of a quiz or deck in the form of answers. */
export const guidesOf = ({
  studyMaterialId,
  studyMaterialIds,
}: MadeFrom): { studyMaterialId: string | null; studyMaterialIds: string[] } => ({
  studyMaterialId: studyMaterialId || null,
  studyMaterialIds: studyMaterialIds ?? (studyMaterialId ? [studyMaterialId] : []),
});
