import type { DifficultyLevel, Flashcard, MaterialSource, OptionExplanation, QuizQuestion, WeakArea } from '@lectern/contracts';
import type { DroppedItem, WrongAnswer } from '@lectern/study-content/workers';
import type { Generations, Rest } from '@lectern/service-kit';
import type { GenerationReport } from './owned/generatedFields.ts';

export type MadeQuestions = GenerationReport & { questions: Omit<QuizQuestion, '_id'>[] };
export type MadeCards = GenerationReport & { cards: Omit<Flashcard, '_id'>[] };

/** What there is at the answer. */
export type MadeItems<Made> = Made & {
  /** The engine that made it. */
  generatedBy: string;
  /** Why a language model had no part in it. */
  notice?: string | undefined;
  /** Present while more is made. Each state has everything. */
  rest?: Rest<Made> | undefined;
};

/**
 * Study's port to the study-content package. Items made from several guides are balanced over them, and each item's source names its guide. Work
 * runs off the event loop, in a queue that is fair among learners.
 * @throws DomainError `rate_limited` or `unavailable` when the queue is full
 */
export interface StudyContent {
  /** Name of the engine, stored with its items. */
  readonly generatedBy: string;
  /** Adds what is made after an answer. */
  readonly follow: Generations['follow'];
  /** How far a running call has come; `undefined` for one that this process does not run. */
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
  /** Why a wrong option is wrong, from the passages of a source. */
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

/** The fewest items of a quiz or deck. */
export const fewestItems = 3;
