import { documentsOf } from '@lectern/contracts';
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
import { createFileReader, isLargeFile, type FileToRead } from './reading/createFileReader.ts';

/** The library's access to study content: files are read in processes, content is made in worker threads. Counted in metrics. */
export function createStudyContent(
  metrics: Metrics,
  contentMetrics: ContentMetrics,
  log: Log,
  openai?: OpenaiSettings,
): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers({ openai, threadFailed: (error) => log('error', 'content.threadFailed', { error }) });
  const reader = createFileReader();
  const failureOf = (error: unknown) => (error instanceof ContentError ? error : undefined);
  const queue = createContentQueue({ workers, failureOf, metrics, contentMetrics, log });
  const { generatedBy } = workers;
  const queued = <T extends ContentTask>(userId: string, task: T) => ({ userId, isLarge: isLargeTask(task), run: () => workers.run(task) });
  const read = (userId: string, file: FileToRead) => queue.run({ userId, isLarge: isLargeFile(file), run: () => reader.read(file) });
  return {
    generatedBy,
    readDeck: (userId, bytes) => read(userId, { kind: 'deck', name: '', bytes }),
    readDocument: (userId, { name, bytes }) => read(userId, { kind: 'document', name, bytes }),
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
      return { ...made.guide, omitted: made.omitted, generatedBy: made.generatedBy ?? generatedBy, usage: made.usage };
    },
    async insertLines(userId, source, markdown, lines) {
      const hasSeveralDocuments = documentsOf(source.passages.map(({ pointer }) => pointer)).size > 1;
      return (await queue.run(queued(userId, { task: 'insert-lines', markdown, lines, hasSeveralDocuments }))).markdown;
    },
    suggestions: async (userId, source) => (await queue.run(queued(userId, { task: 'suggestions', source }))).suggestions,
    placePictures,
    contentOf: contentOfSource,
    close: async () => {
      reader.close();
      await workers.close();
    },
  };
}
