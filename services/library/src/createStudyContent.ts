import { contentOfSource, joinSources } from '@lectern/documents';
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

/** The library's access to study content: runs in worker threads, counted in metrics. */
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
  const inTurn = <T extends ContentTask>(userId: string, task: T) => queue.run(userId, isLargeTask(task), () => run(task));
  return {
    readDeck: async (userId, bytes) => (await inTurn(userId, { task: 'read-deck', bytes })).source,
    readText: async (userId, text) => (await inTurn(userId, { task: 'read-text', text })).source,
    join: joinSources,
    async guide(userId, source, stylePreference) {
      const task = { task: 'guide' as const, source, ...(stylePreference !== undefined && { stylePreference }) };
      // Measures the work, not the time in the queue.
      const made = await queue.run(userId, isLargeTask(task), () =>
        contentMetrics.measure(
          'guide',
          generatedBy,
          () => run(task),
          (result) => ({ engines: [result.generatedBy ?? generatedBy], refusals: result.refusals, usage: result.usage }),
          spentOn,
        ),
      );
      return { ...made.guide, generatedBy: made.generatedBy ?? generatedBy, usage: made.usage };
    },
    contentOf: contentOfSource,
    close: () => workers.close(),
  };
}
