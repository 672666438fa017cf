import type { MadeContent } from './contentMetrics.ts';

/** What a thread tells while it works with the language model. */
export type ModelNews<Result> =
  | { kind: 'progress'; made: number; asked: number }
  | { kind: 'so-far'; result: Result }
  | { kind: 'usage'; tokens: number }
  | { kind: 'call-failed'; code: string; cause: string };

/** How a task of the language model is run. */
export interface ModelTaskOptions<Result> {
  /** After this time the task tells what there is, and again whenever there is more. Milliseconds. */
  answerInMs: number;
  /** Waits until a call to the server may be made. @returns a function that ends the call's turn */
  turn: () => Promise<() => void>;
  onNews: (news: ModelNews<Result>) => void;
  signal: AbortSignal;
}

/** Something that is to be made for a learner. */
export interface GenerationTask<Result> {
  userId: string;
  /** The page's name of the call, by which it asks for the progress. */
  key: string | undefined;
  isLarge: boolean;
  embedded: () => Promise<Result>;
  /** Absent: the embedded engine is to make it. */
  byModel: ((options: ModelTaskOptions<Result>) => Promise<Result>) | undefined;
  /** Whether what there is at the deadline can be answered. */
  isEnough: (soFar: Result) => boolean;
  countedOf: (result: Result) => MadeContent;
}

/** All that there is at some time. */
export interface GenerationState<Result> {
  result: Result;
  isWhole: boolean;
}

/** What is still being made after the answer. */
export interface Rest<Result> {
  states: AsyncIterable<GenerationState<Result>>;
  stop: () => void;
}

/** What there is at the answer. */
export interface Generated<Result> {
  result: Result;
  generatedBy: string;
  /** Why the language model did not make it. */
  notice?: string;
  /** Present while the language model goes on. */
  rest?: Rest<Result>;
}
