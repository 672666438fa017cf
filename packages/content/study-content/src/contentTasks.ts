import type { MessagePort } from 'node:worker_threads';
import type { DifficultyLevel, Source, Suggestion, SuggestionForm, WeakArea } from '@lectern/contracts/plain';
import type { Answered } from './ask/answerQuestion.ts';
import type { Explained, WrongAnswer } from './ask/explainOption.ts';
import type { LineInsertion } from './addLostLines.ts';
import type { DraftCard, DroppedItem } from './StudyContentEngine.ts';
import type { GeneratedGuide } from './generateGuide.ts';
import type { Generated, Spent } from './gather.ts';
import type { FromSources } from './generateFromSources.ts';
import type { KnownOfServer, OpenaiSettings } from './engines/model/openaiEngine.ts';
import type { EngineErrorCode } from './engines/model/EngineError.ts';
import type { ShuffledQuestion } from './questionOptions.ts';

interface QuizTask {
  count: number;
  stylePreference?: string;
  difficultyLevel?: DifficultyLevel;
  weakAreas?: WeakArea[];
  avoidStems?: string[];
  dropped?: DroppedItem[];
  /** 32 bits. The same seed gives the same quiz. */
  seed: number;
}
interface CardsTask {
  count: number;
  stylePreference?: string;
  difficultyLevel?: DifficultyLevel;
  avoidFronts?: string[];
  dropped?: DroppedItem[];
}

/** An item with its engine and, if known, the form of its fact. */
export type Formed<Item> = Item & { generatedBy: string; form?: SuggestionForm };

/** The tasks of the worker thread. Tasks and results can be cloned between threads. */
export type ContentTask =
  | { task: 'read-text'; text: string; fileName?: string }
  | { task: 'guide'; source: Source; stylePreference?: string }
  | ({ task: 'insert-lines' } & LineInsertion)
  | { task: 'suggestions'; source: Source }
  | { task: 'ask'; source: Source; question: string }
  | ({ task: 'explain'; source: Source } & WrongAnswer)
  | ({ task: 'quiz'; sources: Source[] } & QuizTask)
  | ({ task: 'cards'; sources: Source[] } & CardsTask);

/** Model settings and the channel between thread and service. */
export interface ModelWork {
  openai: OpenaiSettings;
  port: MessagePort;
  /** In milliseconds. From then on the thread sends partial results as they arrive. */
  answerInMs: number;
}

export type ThreadTask = ContentTask & { model?: ModelWork };

/** Messages from a thread that works with a language model. */
export type ThreadMessage =
  | { kind: 'progress'; made: number; asked: number }
  | { kind: 'so-far'; result: ContentResults[keyof ContentResults] }
  /** Requests a turn with the model server. Any message from the service grants it. */
  | { kind: 'turn' }
  | { kind: 'turn-ended' }
  | { kind: 'usage'; tokens: number }
  /** The last message, with the capabilities of the server that the task discovered. */
  | { kind: 'ended'; known: KnownOfServer }
  /** A call failed after its retries; `cause` is for operators. */
  | { kind: 'call-failed'; code: EngineErrorCode; cause: string };

/** A failed task as data, because error classes are lost between threads. */
export type ContentFailure = {
  code: 'unreadable-file' | 'unsupported-type' | 'too-little-material' | EngineErrorCode;
  message: string;
  /** The cost, for the metrics. */
  spent?: Spent;
};

export interface ContentResults {
  'read-text': { source: Source };
  guide: GeneratedGuide;
  'insert-lines': { markdown: string };
  suggestions: { suggestions: Suggestion[] };
  ask: Answered;
  explain: Explained;
  quiz: Generated & { questions: FromSources<Formed<ShuffledQuestion>>[] };
  cards: Generated & { cards: FromSources<Formed<DraftCard>>[] };
}
export type ContentResult = { ok: ContentResults[keyof ContentResults] } | { failure: ContentFailure };

/** Messages to a thread that works with a language model. */
export type ThreadOrder = 'turn' | 'stop';
