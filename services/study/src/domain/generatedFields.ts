import type { MaterialSource, ModelUsage, Shortfall } from '@lectern/contracts';

/** What an engine reports besides the items. */
export interface GenerationReport {
  shortfall?: Shortfall | undefined;
  /** What the engine could not do, as a sentence. */
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

export interface GenerationOrigin {
  generatedBy: string;
  material: MaterialSource;
  stylePreference: string | undefined;
  now: Date;
}

/** The fields of a new quiz or deck that say how it was generated, and from which guide. */
export const generatedFields = (
  { usage, limitation, shortfall }: GenerationReport,
  { generatedBy, material, stylePreference, now }: GenerationOrigin,
) => ({
  stylePreference: stylePreference ?? null,
  generatedBy,
  ...(usage && { usage: [usage] }),
  ...(limitation !== undefined && { limitation }),
  ...(shortfall && { shortfall }),
  createdAt: now.toISOString(),
  studyMaterialId: material._id,
  studyMaterialTitle: material.title,
  studyMaterialVersion: 0,
  isSourceDeleted: false,
});
