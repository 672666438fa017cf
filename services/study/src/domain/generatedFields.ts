import type { MaterialSource, ModelUsage, Shortfall } from '@lectern/contracts';
import { titleOfGuides } from './titles.ts';

/** What an engine reports besides the items. */
export interface GenerationReport {
  shortfall?: Shortfall | undefined;
  /** What the engine could not do, as a sentence. */
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/** A report with what its engine could not do, for the learner. */
export interface NoticedReport extends GenerationReport {
  notice?: string | undefined;
}

export interface GenerationOrigin {
  generatedBy: string;
  materials: readonly MaterialSource[];
  stylePreference: string | undefined;
  now: Date;
}

/** The language that all guides have. */
const languageOf = (materials: readonly MaterialSource[]): string | undefined => {
  const languages = new Set(materials.map(({ source }) => source.language));
  const [language] = languages;
  return languages.size === 1 && language !== 'und' ? language : undefined;
};

/** The fields of a new quiz or deck that say which guides it was made from. */
const madeFromFields = (materials: readonly MaterialSource[]) => {
  const ids = materials.map(({ _id }) => _id);
  const language = languageOf(materials);
  return {
    ...(language !== undefined && { language }),
    studyMaterialId: ids.length === 1 ? (ids[0] ?? '') : '',
    ...(ids.length > 1 && { studyMaterialIds: ids }),
    studyMaterialTitle: titleOfGuides(materials.map(({ title }) => title)),
  };
};

/** The fields of a new quiz or deck that say how it was generated, and from which guide. */
export const generatedFields = (
  { usage, limitation, shortfall, notice }: NoticedReport,
  { generatedBy, materials, stylePreference, now }: GenerationOrigin,
) => ({
  stylePreference: stylePreference ?? null,
  generatedBy,
  ...(usage && { usage: [usage] }),
  ...(limitation !== undefined && { limitation }),
  ...(shortfall && { shortfall }),
  ...(notice !== undefined && { notice }),
  createdAt: now.toISOString(),
  ...madeFromFields(materials),
  studyMaterialVersion: 0,
  isSourceDeleted: false,
});
