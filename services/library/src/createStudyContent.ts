import { contentOfSource, joinDocuments, joinMaterials } from '@lectern/documents/materials';
import {
  ContentError,
  createContentWorkers,
  isLargeTask,
  placePictures,
  type ContentTask,
  type OpenaiSettings,
} from '@lectern/study-content/workers';
import { createContentQueue, type ContentMetrics, type Log, type Metrics } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** The library's access to study content: runs in worker threads, counted in metrics. */
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
  return {
    readDeck: (userId, bytes) => queue.run(queued(userId, { task: 'read-deck', bytes })),
    readDocument: (userId, { name, bytes }) => queue.run(queued(userId, { task: 'read-document', name, bytes })),
    readText: async (userId, text) => (await queue.run(queued(userId, { task: 'read-text', text }))).source,
    join: joinMaterials,
    joinDocuments,
    async guide(userId, source, stylePreference) {
      const task = { task: 'guide' as const, source, ...(stylePreference !== undefined && { stylePreference }) };
      const made = await queue.generate('guide', queued(userId, task), (result) => ({
        engines: [result.generatedBy ?? generatedBy],
        refusals: result.refusals,
        usage: result.usage,
      }));
      return { ...made.guide, generatedBy: made.generatedBy ?? generatedBy, usage: made.usage };
    },
    placePictures,
    contentOf: contentOfSource,
    close: () => workers.close(),
  };
}
