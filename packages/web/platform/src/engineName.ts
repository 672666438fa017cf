import { writtenByLearner } from '@lectern/contracts';
import { productName } from './usePageTitle';

/** The display name of an item's generator: 'Lectern's own engine', the model's name, or 'you'. */
export const engineName = (generatedBy: string): string =>
  generatedBy === writtenByLearner
    ? 'you'
    : generatedBy === 'offline'
      ? `${productName}'s own engine`
      : generatedBy.replace(/^openai:/, '');

/** Whether `generatedBy` names a language model. */
export const isModel = (generatedBy: string | undefined): boolean => generatedBy?.startsWith('openai:') === true;

/** Counts the parts by engines other than the engine of the whole. A part without a name is the learner's own or by the same engine. */
export const otherEngines = (
  whole: string,
  parts: readonly { generatedBy?: string | undefined }[],
): { engine: string; count: number }[] => {
  const counts = new Map<string, number>();
  for (const { generatedBy } of parts)
    if (generatedBy !== undefined && generatedBy !== whole) counts.set(generatedBy, (counts.get(generatedBy) ?? 0) + 1);
  return [...counts].map(([generatedBy, count]) => ({ engine: engineName(generatedBy), count }));
};
