import type { DifficultyLevel, Flashcard, MaterialSource, QuizQuestion, WeakArea } from '@lectern/contracts';
import type { DroppedItem } from '@lectern/study-content/workers';
import type { GenerationReport } from './generatedFields.ts';

/**
 * Study's port to the study-content package. Items made from several guides are balanced over them, and each item's source names its guide. Work
 * runs off the event loop, in a queue that is fair among learners.
 * @throws DomainError `rate_limited` or `unavailable` when the queue is full
 */
export interface StudyContent {
  /** Name of the engine, stored with its items. */
  readonly generatedBy: string;
  quiz(
    userId: string,
    materials: readonly MaterialSource[],
    options: {
      count: number;
      stylePreference?: string | undefined;
      difficultyLevel?: DifficultyLevel | undefined;
      weakAreas?: readonly WeakArea[] | undefined;
      avoidStems?: readonly string[] | undefined;
      dropped?: readonly DroppedItem[] | undefined;
    },
  ): Promise<GenerationReport & { questions: Omit<QuizQuestion, '_id'>[] }>;
  cards(
    userId: string,
    materials: readonly MaterialSource[],
    options: {
      count: number;
      stylePreference?: string | undefined;
      difficultyLevel?: DifficultyLevel | undefined;
      avoidFronts?: readonly string[] | undefined;
      dropped?: readonly DroppedItem[] | undefined;
    },
  ): Promise<GenerationReport & { cards: Omit<Flashcard, '_id'>[] }>;
}

/** The fewest items of a quiz or deck. */
export const fewestItems = 3;
