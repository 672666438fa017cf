import type { MaterialSource, ModelUsage, Shortfall } from '@lectern/contracts';
import { DomainError, type Creation } from '@lectern/service-kit';
import { titleOfGuides } from './titles.ts';

/** A request that generates something. */
export interface GenerationRequest {
  creation: Creation;
  requestId: string;
  /** The progress of the running call is read by it. */
  idempotencyKey?: string | undefined;
}

/** What an engine reports besides the items. */
export interface GenerationReport {
  shortfall?: Shortfall | undefined;
  /** What the engine could not do, as a sentence. */
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/** A report with a sentence about the language model, for the learner. */
export interface NoticedReport extends GenerationReport {
  notice?: string | undefined;
}

export interface GenerationOrigin {
  generatedBy: string;
  materials: readonly MaterialSource[];
  stylePreference: string | undefined;
  now: Date;
}

/**
 * The number of items to generate: the learner's, or the plan's.
 * @throws DomainError `limit_reached` for more than the plan generates in one call
 */
export const askedCount = (wanted: number | undefined, ofPlan: number, many: 'questions' | 'cards'): number => {
  if (wanted !== undefined && wanted > ofPlan)
    throw new DomainError('limit_reached', `Your plan makes up to ${ofPlan} ${many} at once. Upgrade to premium for more.`);
  return wanted ?? ofPlan;
};

/** The language that all guides share. */
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

/** The fields of a new quiz or deck that say how it was generated, and from which guides. */
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

/** The fields of the original without its model usage and import, with a new creation time. A copy has a name and cards of its own in Anki. */
export const copiedFields = <T extends object>(original: T, now: Date) => {
  const {
    usage: _usage,
    generation: _generation,
    togetherWith: _together,
    path: _path,
    importedTitle: _importedTitle,
    importedAs: _importedAs,
    ...fields
  } = original as T & Partial<Record<'usage' | 'generation' | 'togetherWith' | 'path' | 'importedTitle' | 'importedAs', never>>;
  return { ...fields, createdAt: now.toISOString() };
};
