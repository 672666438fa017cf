import type { MaterialSource, ModelUsage, Shortfall } from '@lectern/contracts';
import { type Creation, DomainError } from '@lectern/service-kit';
import { titleOfGuides } from './titles.ts';

/** A request for a generation. */
export interface GenerationRequest {
  creation: Creation;
  requestId: string;
  /** The key for reading the progress of the running call. */
  idempotencyKey?: string | undefined;
}

/** The engine's report, in addition to the items. */
export interface GenerationReport {
  shortfall?: Shortfall | undefined;
  /** A sentence about the limits of the engine. */
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
 * Returns the number of items to generate: the learner's, or the plan's.
 *
 * @throws DomainError `limit_reached` above the plan's number per call
 */
export const askedCount = (wanted: number | undefined, ofPlan: number, many: 'questions' | 'cards'): number => {
  if (wanted !== undefined && wanted > ofPlan)
    throw new DomainError('limit_reached', `Your plan makes up to ${ofPlan} ${many} at once. Upgrade to premium for more.`);
  return wanted ?? ofPlan;
};

/** Returns the common language of all guides. */
const languageOf = (materials: readonly MaterialSource[]): string | undefined => {
  const languages = new Set(materials.map(({ source }) => source.language));
  const [language] = languages;
  return languages.size === 1 && language !== 'und' ? language : undefined;
};

/** The fields of a new quiz or deck that name its guides. */
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

/** The fields of a new quiz or deck about its generation and guides. */
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

/** Adds model usage to a resource's total, one entry per model. */
export function addUsage(before: readonly ModelUsage[] | undefined, added: ModelUsage | undefined): ModelUsage[] | undefined {
  if (!added) return before && [...before];
  const entries = before ?? [];
  const known = entries.find((entry) => entry.model === added.model);
  if (!known) return [...entries, added];
  const costs = [known.costUsd, added.costUsd].filter((cost) => cost !== undefined);
  const sum: ModelUsage = {
    model: added.model,
    calls: known.calls + added.calls,
    inputTokens: known.inputTokens + added.inputTokens,
    outputTokens: known.outputTokens + added.outputTokens,
    ...(costs.length > 0 && { costUsd: costs.reduce((total, cost) => total + cost, 0) }),
  };
  return entries.map((entry) => (entry === known ? sum : entry));
}
