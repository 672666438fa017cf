import { randomInt } from 'node:crypto';
import { ContentError, createContentWorkers, isLargeTask, type ContentTask, type OpenaiSettings } from '@lectern/study-content';
import {
  createFairQueue,
  DomainError,
  fairQueueLimits,
  relayedError,
  type ContentMetrics,
  type Log,
  type Metrics,
} from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** Maps content errors that the learner may see to domain errors; other errors stay internal. */
const asDomainError = (error: unknown): unknown =>
  error instanceof ContentError ? relayedError(error.code, error.message, 10, error) : error;

/** The model usage of a failed generation. */
const spentOn = (error: unknown) => (error instanceof DomainError && error.cause instanceof ContentError ? error.cause.spent : undefined);

/** Study's access to study content: runs in worker threads, counted in metrics. */
export function createStudyContent(
  metrics: Metrics,
  contentMetrics: ContentMetrics,
  log: Log,
  openai?: OpenaiSettings,
): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers({ openai, threadFailed: (error) => log('error', 'content.threadFailed', { error }) });
  const queue = createFairQueue({ slots: workers.slots, largeSlots: workers.largeSlots, ...fairQueueLimits, name: 'content', metrics });
  const { generatedBy } = workers;
  /** Runs a task. Content errors are mapped to domain errors. */
  const run = async <T extends ContentTask>(task: T) => {
    try {
      return await workers.run(task);
    } catch (error) {
      throw asDomainError(error);
    }
  };
  const enginesOf = (items: readonly { generatedBy?: string | undefined }[]) => items.map((item) => item.generatedBy ?? generatedBy);
  return {
    generatedBy,
    // Measures the work, not the time in the queue.
    quiz(userId, source, { count, stylePreference, difficultyLevel, weakAreas, avoidStems }) {
      const task = {
        task: 'quiz' as const,
        source,
        count,
        seed: randomInt(2 ** 32),
        ...(stylePreference !== undefined && { stylePreference }),
        ...(difficultyLevel !== undefined && { difficultyLevel }),
        ...(weakAreas && { weakAreas: [...weakAreas] }),
        ...(avoidStems && { avoidStems: [...avoidStems] }),
      };
      return queue.run(userId, isLargeTask(task), () =>
        contentMetrics.measure(
          'quiz',
          generatedBy,
          () => run(task),
          ({ questions, refusals, usage }) => ({ engines: enginesOf(questions), refusals, usage }),
          spentOn,
        ),
      );
    },
    cards(userId, source, { count, stylePreference, avoidFronts }) {
      const task = {
        task: 'cards' as const,
        source,
        count,
        ...(stylePreference !== undefined && { stylePreference }),
        ...(avoidFronts && { avoidFronts: [...avoidFronts] }),
      };
      return queue.run(userId, isLargeTask(task), () =>
        contentMetrics.measure(
          'cards',
          generatedBy,
          () => run(task),
          ({ cards, refusals, usage }) => ({ engines: enginesOf(cards), refusals, usage }),
          spentOn,
        ),
      );
    },
    close: () => workers.close(),
  };
}
