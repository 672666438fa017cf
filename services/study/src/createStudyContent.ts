import { randomInt } from 'node:crypto';
import type { ItemSource, MaterialSource } from '@lectern/contracts';
import {
  ContentError,
  createContentWorkers,
  isLargeTask,
  type ContentResults,
  type ContentTask,
  type OpenaiSettings,
} from '@lectern/study-content/workers';
import { createContentQueue, type ContentMetrics, type Log, type Metrics } from '@lectern/service-kit';
import type { StudyContent } from './domain/StudyContent.ts';

/** Seeds are 32-bit numbers. */
const seedsEnd = 2 ** 32;

/** An item that says which of several guides it comes from. */
const withGuide = <T extends { source: ItemSource; sourceIndex: number }>(
  { sourceIndex, ...item }: T,
  materials: readonly MaterialSource[],
): Omit<T, 'sourceIndex'> => {
  const guide = materials[sourceIndex];
  return guide ? { ...item, source: { ...item.source, studyMaterialId: guide._id, studyMaterialTitle: guide.title } } : item;
};

/** Study's access to study content: runs in worker threads, counted in metrics. */
export function createStudyContent(
  metrics: Metrics,
  contentMetrics: ContentMetrics,
  log: Log,
  openai?: OpenaiSettings,
): StudyContent & { close: () => Promise<void> } {
  const workers = createContentWorkers({ openai, threadFailed: (error) => log('error', 'content.threadFailed', { error }) });
  const failureOf = (error: unknown) => (error instanceof ContentError ? error : undefined);
  const queue = createContentQueue({ workers, failureOf, metrics, contentMetrics, log });
  const { generatedBy } = workers;
  const queued = <T extends ContentTask>(userId: string, task: T) => ({ userId, isLarge: isLargeTask(task), run: () => workers.run(task) });
  const enginesOf = (items: readonly { generatedBy?: string | undefined }[]) => items.map((item) => item.generatedBy ?? generatedBy);
  return {
    generatedBy,
    async quiz(userId, materials, { count, stylePreference, difficultyLevel, weakAreas, avoidStems, dropped = [] }) {
      const options = {
        count,
        seed: randomInt(seedsEnd),
        ...(stylePreference !== undefined && { stylePreference }),
        ...(difficultyLevel !== undefined && { difficultyLevel }),
        ...(weakAreas && { weakAreas: [...weakAreas] }),
        ...(avoidStems && { avoidStems: [...avoidStems] }),
        ...(dropped.length > 0 && { dropped: [...dropped] }),
      };
      const outcomeOf = ({ questions, refusals, usage }: ContentResults['quiz']) => ({ engines: enginesOf(questions), refusals, usage });
      const [only, ...others] = materials;
      if (only && others.length === 0)
        return queue.generate('quiz', queued(userId, { task: 'quiz' as const, source: only.source, ...options }), outcomeOf);
      const task = { task: 'quiz-of-several' as const, sources: materials.map(({ source }) => source), ...options };
      const made = await queue.generate('quiz', queued(userId, task), outcomeOf);
      return { ...made, questions: made.questions.map((question) => withGuide(question, materials)) };
    },
    async cards(userId, materials, { count, stylePreference, difficultyLevel, avoidFronts, dropped = [] }) {
      const options = {
        count,
        ...(stylePreference !== undefined && { stylePreference }),
        ...(difficultyLevel !== undefined && { difficultyLevel }),
        ...(avoidFronts && { avoidFronts: [...avoidFronts] }),
        ...(dropped.length > 0 && { dropped: [...dropped] }),
      };
      const outcomeOf = ({ cards, refusals, usage }: ContentResults['cards']) => ({ engines: enginesOf(cards), refusals, usage });
      const [only, ...others] = materials;
      if (only && others.length === 0)
        return queue.generate('cards', queued(userId, { task: 'cards' as const, source: only.source, ...options }), outcomeOf);
      const task = { task: 'cards-of-several' as const, sources: materials.map(({ source }) => source), ...options };
      const made = await queue.generate('cards', queued(userId, task), outcomeOf);
      return { ...made, cards: made.cards.map((card) => withGuide(card, materials)) };
    },
    close: () => workers.close(),
  };
}
