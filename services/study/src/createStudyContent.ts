import { randomInt } from 'node:crypto';
import type { ItemSource, MaterialSource } from '@lectern/contracts';
import { ContentError, createContentWorkers, type ContentResults, type ModelTask } from '@lectern/study-content/workers';
import {
  answerRules,
  createGenerations,
  mapGenerated,
  threadSettings,
  type GenerationModel,
  type GenerationsOptions,
} from '@lectern/service-kit';
import { fewestItems, type StudyContent } from './StudyContent.ts';

/** Seeds are 32-bit numbers. */
const seedsEnd = 2 ** 32;

/** Returns an item with the guide that it comes from, if there are several. */
const withGuide = <T extends { source: ItemSource; sourceIndex?: number }>(
  { sourceIndex, ...item }: T,
  materials: readonly MaterialSource[],
): Omit<T, 'sourceIndex'> => {
  const guide = sourceIndex === undefined ? undefined : materials[sourceIndex];
  return guide ? { ...item, source: { ...item.source, studyMaterialId: guide._id, studyMaterialTitle: guide.title } } : item;
};

const quizTask = (
  materials: readonly MaterialSource[],
  { count, stylePreference, difficultyLevel, weakAreas, avoidStems, dropped = [] }: Parameters<StudyContent['quiz']>[2],
) => ({
  task: 'quiz' as const,
  sources: materials.map(({ source }) => source),
  count,
  seed: randomInt(seedsEnd),
  ...(stylePreference !== undefined && { stylePreference }),
  ...(difficultyLevel !== undefined && { difficultyLevel }),
  ...(weakAreas && { weakAreas: [...weakAreas] }),
  ...(avoidStems && { avoidStems: [...avoidStems] }),
  ...(dropped.length > 0 && { dropped: [...dropped] }),
});

const cardsTask = (
  materials: readonly MaterialSource[],
  { count, stylePreference, difficultyLevel, avoidFronts, dropped = [] }: Parameters<StudyContent['cards']>[2],
) => ({
  task: 'cards' as const,
  sources: materials.map(({ source }) => source),
  count,
  ...(stylePreference !== undefined && { stylePreference }),
  ...(difficultyLevel !== undefined && { difficultyLevel }),
  ...(avoidFronts && { avoidFronts: [...avoidFronts] }),
  ...(dropped.length > 0 && { dropped: [...dropped] }),
});

export interface StudyContentOptions extends Pick<GenerationsOptions, 'metrics' | 'contentMetrics' | 'log'> {
  /** The language model; without one, the embedded engine generates everything. */
  model?: GenerationModel | undefined;
}

type ItemsTask = Extract<ModelTask, { count: number }>;

/** Creates the content generator of the study service. It runs in worker threads and records metrics. */
export function createStudyContent({ model, ...options }: StudyContentOptions) {
  const { log } = options;
  const workers = createContentWorkers({
    openai: model && threadSettings(model),
    threadFailed: (error) => log('error', 'content.threadFailed', { error }),
  });
  const generations = createGenerations({
    ...options,
    workers,
    model,
    failureOf: (error: unknown) => (error instanceof ContentError ? error : undefined),
  });
  const generate = <T extends ItemsTask>(
    { userId, key }: { userId: string; key: string | undefined },
    task: T,
    itemsOf: (result: ContentResults[T['task']]) => readonly { generatedBy: string }[],
  ) =>
    generations.start(task.task, {
      ...workers.waysOf(task),
      userId,
      key,
      isEnough: (soFar) => itemsOf(soFar).length >= Math.min(fewestItems, task.count),
      countedOf: (result) => ({
        engines: itemsOf(result).map(({ generatedBy }) => generatedBy),
        refusals: result.refusals,
        usage: result.usage,
      }),
    });

  const content: StudyContent = {
    generatedBy: workers.generatedBy,
    follow: generations.follow,
    progressOf: generations.progressOf,
    async quiz(userId, materials, options) {
      const made = await generate({ userId, key: options.key }, quizTask(materials, options), ({ questions }) => questions);
      return mapGenerated(made, ({ questions, ...told }) => ({
        ...told,
        questions: questions.map((question) => withGuide(question, materials)),
      }));
    },
    async cards(userId, materials, options) {
      const made = await generate({ userId, key: options.key }, cardsTask(materials, options), ({ cards }) => cards);
      return mapGenerated(made, ({ cards, ...told }) => ({ ...told, cards: cards.map((card) => withGuide(card, materials)) }));
    },
    async explain(userId, { source }, wrong) {
      const made = await generations.start('explanation', {
        ...workers.waysOf({ task: 'explain', source, ...wrong }),
        ...answerRules(userId, workers.generatedBy),
      });
      const { usage: _usage, ...explained } = made.result;
      return explained;
    },
  };
  return {
    ...content,
    degraded: () => model?.health.degraded(),
    idle: generations.idle,
    stop: generations.stop,
    close: () => workers.close(),
  };
}
export type RunningStudyContent = ReturnType<typeof createStudyContent>;
