import { writtenByLearner } from '@lectern/contracts';
import { productName } from './usePageTitle';

/** The name of what made an item: 'Lectern's own engine', the model's name, or 'you'. */
export const engineName = (generatedBy: string): string =>
  generatedBy === writtenByLearner
    ? 'you'
    : generatedBy === 'offline'
      ? `${productName}'s own engine`
      : generatedBy.replace(/^openai:/, '');

/** Whether a language model made it, by `generatedBy`. */
export const isModel = (generatedBy: string | undefined): boolean => generatedBy?.startsWith('openai:') === true;

/** How many parts each other engine made than the one of the whole. A part without a name is the learner's own, or of the same engine. */
export const otherEngines = (
  whole: string,
  parts: readonly { generatedBy?: string | undefined }[],
): { engine: string; count: number }[] => {
  const counts = new Map<string, number>();
  for (const { generatedBy } of parts)
    if (generatedBy !== undefined && generatedBy !== whole) counts.set(generatedBy, (counts.get(generatedBy) ?? 0) + 1);
  return [...counts].map(([generatedBy, count]) => ({ engine: engineName(generatedBy), count }));
};
