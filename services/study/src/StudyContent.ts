import type { DifficultyLevel, Flashcard, MaterialSource, OptionExplanation, QuizQuestion, WeakArea } from '@lectern/contracts';
import type { DroppedItem, WrongAnswer } from '@lectern/study-content/workers';
import type { Generations, Rest } from '@lectern/service-kit';
import type { GenerationReport } from './owned/generatedFields.ts';

export type MadeQuestions = GenerationReport & { questions: Omit<QuizQuestion, '_id'>[] };
export type MadeCards = GenerationReport & { cards: Omit<Flashcard, '_id'>[] };

/** The items of the answer. */
export type MadeItems<Made> = Made & {
  /** The engine that made it. */
  generatedBy: string;
  /** Explains why a language model generated none of it. */
  notice?: string | undefined;
  /** Present while more items are generated. Each state contains all items so far. */
  rest?: Rest<Made> | undefined;
};

/**
 * Study's port to the study-content package. Items of several guides are balanced over them, and each item's source names its guide. Work runs off
 * the event loop, in a queue that is fair among learners.
 *
 * @throws DomainError `rate_limited` or `unavailable` if the queue is full
 */
export interface StudyContent {
  /** The engine's name, stored with its items. */
  readonly generatedBy: string;
  /** Adds the items that are generated after an answer. */
  readonly follow: Generations['follow'];
  /** Returns the progress of a running call; `undefined` if this process does not run it. */
  readonly progressOf: Generations['progressOf'];
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
      key?: string | undefined;
    },
  ): Promise<MadeItems<MadeQuestions>>;
  /** Explains from the passages of a source why an option is wrong. */
  explain(userId: string, material: MaterialSource, wrong: WrongAnswer): Promise<OptionExplanation>;
  cards(
    userId: string,
    materials: readonly MaterialSource[],
    options: {
      count: number;
      stylePreference?: string | undefined;
      difficultyLevel?: DifficultyLevel | undefined;
      avoidFronts?: readonly string[] | undefined;
      dropped?: readonly DroppedItem[] | undefined;
      key?: string | undefined;
    },
  ): Promise<MadeItems<MadeCards>>;
}

/** The minimum number of items in a quiz or deck. */
export const fewestItems = 3;
