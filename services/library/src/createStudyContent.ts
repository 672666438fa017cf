import { documentsOf } from '@lectern/contracts';
import { contentOfSource, joinDocuments, joinMaterials } from '@lectern/documents/materials';
import {
  ContentError,
  createContentWorkers,
  isLargeTask,
  placePictures,
  type ContentResults,
  type ContentTask,
} from '@lectern/study-content/workers';
import {
  answerRules,
  createGenerations,
  mapGenerated,
  threadSettings,
  type ContentBackground,
  type GenerationModel,
  type GenerationsOptions,
} from '@lectern/service-kit';
import type { GuideText, StudyContent } from './StudyContent.ts';
import { createFileReader, isLargeFile, type FileToRead } from './reading/createFileReader.ts';

export interface StudyContentOptions extends Pick<GenerationsOptions, 'metrics' | 'contentMetrics' | 'log'> {
  /** The language model; without one, the embedded engine generates everything. */
  model?: GenerationModel | undefined;
}

const asText = ({ guide, omitted, usage }: ContentResults['guide']): GuideText => ({
  ...guide,
  sections: guide.sections ?? [],
  omitted,
  ...(usage && { usage }),
});

/** Counts a guide by the engine of its first section. */
const countedOf = ({ guide: { sections = [] }, refusals, usage }: ContentResults['guide']) => ({
  engines: sections.map(({ generatedBy }) => generatedBy).slice(0, 1),
  refusals,
  usage,
});

/** Creates the library's access to study content. Files are read in processes, content is generated in worker threads. Counted in metrics. */
export function createStudyContent({
  model,
  ...options
}: StudyContentOptions): StudyContent & ContentBackground & { close: () => Promise<void> } {
  const { log } = options;
  const workers = createContentWorkers({
    openai: model && threadSettings(model),
    threadFailed: (error) => log('error', 'content.threadFailed', { error }),
  });
  const reader = createFileReader();
  const generations = createGenerations({
    ...options,
    workers,
    model,
    failureOf: (error: unknown) => (error instanceof ContentError ? error : undefined),
  });
  const run = <T extends ContentTask>(userId: string, task: T) =>
    generations.run({ userId, isLarge: isLargeTask(task), run: () => workers.run(task) });
  const read = (userId: string, file: FileToRead) => generations.run({ userId, isLarge: isLargeFile(file), run: () => reader.read(file) });
  return {
    generatedBy: workers.generatedBy,
    follow: generations.follow,
    progressOf: generations.progressOf,
    readDeck: (userId, bytes) => read(userId, { kind: 'deck', name: '', bytes }),
    readDocument: (userId, { name, bytes }) => read(userId, { kind: 'document', name, bytes }),
    readText: async (userId, text) => (await run(userId, { task: 'read-text', text })).source,
    join: joinMaterials,
    joinDocuments,
    async guide(userId, source, stylePreference, key) {
      const task = { task: 'guide' as const, source, ...(stylePreference !== undefined && { stylePreference }) };
      // Sections without a text keep the embedded engine's form.
      const made = await generations.start('guide', { ...workers.waysOf(task), userId, key, isEnough: () => true, countedOf });
      return mapGenerated(made, asText);
    },
    async insertLines(userId, source, markdown, lines) {
      const hasSeveralDocuments = documentsOf(source.passages.map(({ pointer }) => pointer)).size > 1;
      return (await run(userId, { task: 'insert-lines', markdown, lines: [...lines], hasSeveralDocuments })).markdown;
    },
    suggestions: async (userId, source) => (await run(userId, { task: 'suggestions', source })).suggestions,
    async ask(userId, source, question) {
      const made = await generations.start('answer', {
        ...workers.waysOf({ task: 'ask', source, question }),
        ...answerRules(userId, workers.generatedBy),
      });
      const { usage: _usage, ...answered } = made.result;
      return answered;
    },
    placePictures,
    contentOf: contentOfSource,
    degraded: () => model?.health.degraded(),
    idle: generations.idle,
    stop: generations.stop,
    close: async () => {
      reader.close();
      await workers.close();
    },
  };
}
