import type { DifficultyLevel, Flashcard, ModelUsage, QuizQuestion, Shortfall, Source, WeakArea } from '@lectern/contracts';

interface Made {
  shortfall?: Shortfall | undefined;
  /** What the engine could not do, as a sentence. */
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/**
 * Study's port to the study-content package. Work runs off the event loop, in a queue that is fair among learners.
 * @throws DomainError `rate_limited` or `unavailable` when the queue is full
 */
export interface StudyContent {
  /** Name of the engine, stored with its items. */
  readonly generatedBy: string;
  quiz(
    userId: string,
    source: Source,
    options: {
      count: number;
      stylePreference?: string | undefined;
      difficultyLevel?: DifficultyLevel | undefined;
      weakAreas?: readonly WeakArea[] | undefined;
      avoidStems?: readonly string[] | undefined;
    },
  ): Promise<Made & { questions: Omit<QuizQuestion, '_id'>[] }>;
  cards(
    userId: string,
    source: Source,
    options: { count: number; stylePreference?: string | undefined; avoidFronts?: readonly string[] | undefined },
  ): Promise<Made & { cards: Omit<Flashcard, '_id'>[] }>;
}

/** The fewest items of a quiz or deck. */
export const fewestItems = 3;
