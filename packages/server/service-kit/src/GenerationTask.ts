import type { MadeContent } from './contentMetrics.ts';

/** The messages of a thread that works with the language model. */
export type ModelNews<Result> =
  | { kind: 'progress'; made: number; asked: number }
  | { kind: 'so-far'; result: Result }
  | { kind: 'usage'; tokens: number }
  | { kind: 'call-failed'; code: string; cause: string };

/** The options of a task for the language model. */
export interface ModelTaskOptions<Result> {
  /** After this time, in milliseconds, the task reports its current result, and each later one. */
  answerInMs: number;
  /** Waits for a turn to call the model's server. @returns a function that ends the turn */
  turn: () => Promise<() => void>;
  onNews: (news: ModelNews<Result>) => void;
  signal: AbortSignal;
}

/** Content to generate for a learner. */
export interface GenerationTask<Result> {
  userId: string;
  /** The key of the call, chosen by the page, which polls the progress with it. */
  key: string | undefined;
  isLarge: boolean;
  embedded: () => Promise<Result>;
  /** Absent if only the embedded engine may generate it. */
  byModel: ((options: ModelTaskOptions<Result>) => Promise<Result>) | undefined;
  /** Returns whether an unfinished result is sufficient for an answer at the deadline. */
  isEnough: (soFar: Result) => boolean;
  countedOf: (result: Result) => MadeContent;
}

/** A state of a generation: everything that it has generated so far. */
export interface GenerationState<Result> {
  result: Result;
  isWhole: boolean;
}

/** The states of a generation after its call was answered. */
export interface Rest<Result> {
  states: AsyncIterable<GenerationState<Result>>;
  stop: () => void;
}

/** The result with which a call is answered. */
export interface Generated<Result> {
  result: Result;
  generatedBy: string;
  /** Tells the learner why the language model did not generate it. */
  notice?: string;
  /** Present while the language model is still working. */
  rest?: Rest<Result>;
}
