import { randomInt } from 'node:crypto';
import { ContentError, createContentWorkers, isLargeTask, type ContentTask, type OpenaiSettings } from '@lectern/study-content';
import { createContentQueue, type ContentMetrics, type Log, type Metrics } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** Seeds are 32-bit numbers. */
const seedsEnd = 2 ** 32;

/** Study's access to study content: runs in worker threads, counted in metrics. */
export function createStudyContent(
  metrics: Metrics,
  contentMetrics: ContentMetrics,
  log: Log,
  openai?: OpenaiSettings,
): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers({ openai, threadFailed: (error) => log('error', 'content.threadFailed', { error }) });
  const failureOf = (error: unknown) => (error instanceof ContentError ? error : undefined);
  const queue = createContentQueue({ workers, failureOf, metrics, contentMetrics });
  const { generatedBy } = workers;
  const queued = <T extends ContentTask>(userId: string, task: T) => ({ userId, isLarge: isLargeTask(task), run: () => workers.run(task) });
  const enginesOf = (items: readonly { generatedBy?: string | undefined }[]) => items.map((item) => item.generatedBy ?? generatedBy);
  return {
    generatedBy,
    quiz(userId, source, { count, stylePreference, difficultyLevel, weakAreas, avoidStems }) {
      const task = {
        task: 'quiz' as const,
        source,
        count,
        seed: randomInt(seedsEnd),
        ...(stylePreference !== undefined && { stylePreference }),
        ...(difficultyLevel !== undefined && { difficultyLevel }),
        ...(weakAreas && { weakAreas: [...weakAreas] }),
        ...(avoidStems && { avoidStems: [...avoidStems] }),
      };
      return queue.generate('quiz', queued(userId, task), ({ questions, refusals, usage }) => ({
        engines: enginesOf(questions),
        refusals,
        usage,
      }));
    },
    cards(userId, source, { count, stylePreference, avoidFronts }) {
      const task = {
        task: 'cards' as const,
        source,
        count,
        ...(stylePreference !== undefined && { stylePreference }),
        ...(avoidFronts && { avoidFronts: [...avoidFronts] }),
      };
      return queue.generate('cards', queued(userId, task), ({ cards, refusals, usage }) => ({
        engines: enginesOf(cards),
        refusals,
        usage,
      }));
    },
    close: () => workers.close(),
  };
}
