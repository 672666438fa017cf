import type { DifficultyLevel, Flashcard, ModelUsage, QuizQuestion, Shortfall, Source, WeakArea } from '@lectern/contracts';

interface Made {
  shortfall?: Shortfall | undefined;
  /** What the engine could not do, in a sentence. */
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/**
 * What study needs of the study-content package; it does the work off the event loop, when it is the learner's turn.
 * @throws DomainError `rate_limited` or `unavailable` when too much waits
 */
export interface StudyContent {
  /** Name of the engine, stored with what it made. */
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

/** Fewer items than this are no quiz and no deck. */
export const fewestItems = 3;
