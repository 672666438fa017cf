import type { MessagePort } from 'node:worker_threads';
import {
  type Citation,
  type DifficultyLevel,
  randomFrom,
  type Source,
  type Suggestion,
  type SuggestionForm,
  type WeakArea,
} from '@lectern/contracts/plain';
import { DocumentError, sourceOfText } from '@lectern/documents';
import type { AskingModel } from './ask/AskingModel.ts';
import { type Answered, answerQuestion } from './ask/answerQuestion.ts';
import { type Explained, explainOption, type WrongAnswer } from './ask/explainOption.ts';
import { insertLines, type LineInsertion } from './addLostLines.ts';
import type { DraftCard, DraftQuestion, DroppedItem, EngineOptions, StudyContentEngine } from './StudyContentEngine.ts';
import { generateCards, generateGuide, generateQuiz, suggest } from './formulas.ts';
import type { GeneratedCards, GeneratedQuiz } from './generateItems.ts';
import type { GeneratedGuide } from './generateGuide.ts';
import { type Generated, type Progress, type Spent, TooLittleMaterialError, usageOf } from './gather.ts';
import { type FromSource, generateCardsFromSeveral, type GeneratedFromSeveral, generateQuizFromSeveral } from './generateFromSeveral.ts';
import type { KnownOfServer, OpenaiSettings } from './engines/model/openaiEngine.ts';
import { causeOf, type EngineErrorCode } from './engines/model/EngineError.ts';
import { offlineEngine } from './engines/offline/offlineEngine.ts';
import { type ShuffledQuestion, shuffleOptions } from './questionOptions.ts';
import { formsOf } from './suggestions.ts';

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
type Formed<Item> = Item & { generatedBy: string; form?: SuggestionForm };

/** The tasks of the worker thread. Tasks and results can be cloned between threads. */
export type ContentTask =
  | { task: 'read-text'; text: string; fileName?: string }
  | { task: 'guide'; source: Source; stylePreference?: string }
  | ({ task: 'insert-lines' } & LineInsertion)
  | { task: 'suggestions'; source: Source }
  | { task: 'ask'; source: Source; question: string }
  | ({ task: 'explain'; source: Source } & WrongAnswer)
  | ({ task: 'quiz'; source: Source } & QuizTask)
  | ({ task: 'cards'; source: Source } & CardsTask)
  | ({ task: 'quiz-of-several'; sources: Source[] } & QuizTask)
  | ({ task: 'cards-of-several'; sources: Source[] } & CardsTask);

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
  /** The last message, with what was learned about the server. */
  | { kind: 'ended'; known: KnownOfServer }
  /** A call failed after its retries; `cause` is for operators. */
  | { kind: 'call-failed'; code: EngineErrorCode; cause: string };

/** A failed task as data, because error classes are lost between threads. */
export type ContentFailure = {
  code: 'unreadable-file' | 'unsupported-type' | 'too-little-material' | EngineErrorCode;
  message: string;
  /** For the metrics. */
  spent?: Spent;
};

export interface ContentResults {
  'read-text': { source: Source };
  guide: GeneratedGuide;
  'insert-lines': { markdown: string };
  suggestions: { suggestions: Suggestion[] };
  ask: Answered;
  explain: Explained;
  quiz: Generated & { questions: Formed<ShuffledQuestion>[] };
  cards: Generated & { cards: Formed<DraftCard>[] };
  'quiz-of-several': Generated & { questions: FromSource<Formed<ShuffledQuestion>>[] };
  'cards-of-several': Generated & { cards: FromSource<Formed<DraftCard>>[] };
}
export type ContentResult = { ok: ContentResults[keyof ContentResults] } | { failure: ContentFailure };

const offline: StudyContentEngine = offlineEngine();

/** Messages to a thread that works with a language model. */
export type ThreadOrder = 'turn' | 'stop';

/** Waits for turns with the model server, which the service grants one by one, and receives the stop order. */
const createOrders = (port: MessagePort) => {
  const waiting: (() => void)[] = [];
  const stopped = new AbortController();
  const end = (): void => {
    post(port, { kind: 'turn-ended' });
  };
  port.on('message', (order: ThreadOrder) => {
    if (order === 'stop') {
      stopped.abort();
      return;
    }
    const next = waiting.shift();
    if (next) next();
    else end();
  });
  const turn = (signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(end);
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new DOMException('The task was aborted.', 'AbortError'));
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(begin);
      post(port, { kind: 'turn' });
    });
  return { turn, signal: stopped.signal };
};
const post = (port: MessagePort, news: ThreadMessage): void => {
  port.postMessage(news);
};

/** An engine and its reporting. */
interface Work {
  engine: StudyContentEngine;
  options: EngineOptions;
  /** Absent without a language model. */
  asking?: AskingModel;
  /** Reports progress, and partial results once the deadline has passed. */
  report: <Made>(asResult: (made: Made) => Promise<ContentResults[keyof ContentResults]>) => (progress: Progress<Made>) => void;
  end: () => void;
}

/** The offline engine is fast enough to need no reports. */
const offlineWork: Work = { engine: offline, options: {}, report: () => () => undefined, end: () => undefined };

/** The model engine. The SDK is loaded with the first task. */
async function modelWork({ openai, port, answerInMs }: ModelWork): Promise<Work> {
  const { openaiEngine, realDependencies } = await import('./engines/model/openaiEngine.ts');
  const { createAskingModel } = await import('./ask/AskingModel.ts');
  const { usageMeter } = await import('./engines/model/usage.ts');
  const { turn, signal } = createOrders(port);
  const engine = openaiEngine(openai, {
    ...realDependencies,
    turn,
    onFailure: ({ code, cause }) => {
      post(port, { kind: 'call-failed', code, cause: causeOf(cause) });
    },
  });
  const onUsage = (tokens: number): void => {
    post(port, { kind: 'usage', tokens });
  };
  let isPastDeadline = false;
  let latest: (() => Promise<void>) | undefined;
  const timer = setTimeout(() => {
    isPastDeadline = true;
    void latest?.();
  }, answerInMs);
  return {
    engine,
    options: { onUsage, signal },
    asking: createAskingModel(engine.callModel, usageMeter(openai, onUsage), realDependencies.now, signal),
    report:
      (asResult) =>
      ({ made, asked, result }) => {
        post(port, { kind: 'progress', made, asked });
        latest = async () => {
          post(port, { kind: 'so-far', result: await asResult(result()) });
        };
        if (isPastDeadline) void latest();
      },
    end: () => {
      clearTimeout(timer);
      latest = undefined;
      post(port, { kind: 'ended', known: engine.known });
    },
  };
}

const failureCodes: readonly string[] = ['engine-unavailable', 'engine-timeout', 'engine-refused', 'engine-misconfigured'];

/** Converts engine and gate errors to data; returns `undefined` for any other error, which is a bug. */
const failureOf = (error: unknown): ContentFailure | undefined => {
  if (error instanceof DocumentError)
    return { code: error.code === 'unsupported-type' ? 'unsupported-type' : 'unreadable-file', message: error.message };
  if (error instanceof TooLittleMaterialError) return { code: error.code, message: error.message, spent: error.spent };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof Error && failureCodes.includes(code)
    ? { code: code as ContentFailure['code'], message: error.message, spent: { refusals: {}, ...usageOf(error) } }
    : undefined;
};

/** Adds engine and form to items. For a model the forms are read ahead, because there is no time for it at the deadline. */
const createFormAdder = (sources: readonly Source[], engine: StudyContentEngine) => {
  const { name: generatedBy } = engine;
  const read = async (): Promise<ReturnType<typeof formsOf>[]> => {
    const read: ReturnType<typeof formsOf>[] = [];
    for (const source of sources) read.push(formsOf(await suggest(source)));
    return read;
  };
  let forms = engine === offline ? undefined : read();
  // Rethrown when the forms are needed.
  forms?.catch(() => undefined);
  return async <Item extends { source: Citation; sourceIndex?: number }>(items: readonly Item[]): Promise<Formed<Item>[]> => {
    const formOf = await (forms ??= read());
    return items.map((item) => {
      const form = formOf[item.sourceIndex ?? 0]?.(item);
      return { ...item, generatedBy, ...(form !== undefined && { form }) };
    });
  };
};

/** Generates a quiz from one or several sources, with options in display order. */
async function makeQuiz(
  { seed, ...task }: ContentTask & { task: 'quiz' | 'quiz-of-several' },
  { engine, options, report }: Work,
): Promise<ContentResults['quiz'] | ContentResults['quiz-of-several']> {
  const random = randomFrom(seed);
  if (task.task === 'quiz') {
    const { task: _task, source, ...wishes } = task;
    const addForms = createFormAdder([source], engine);
    const asResult = async ({ questions, ...rest }: GeneratedQuiz) => ({
      ...rest,
      questions: await addForms(questions.map((draft) => shuffleOptions(draft, random))),
    });
    return asResult(await generateQuiz(engine, source, { ...wishes, ...options, random }, { onProgress: report(asResult) }));
  }
  const { task: _task, sources, ...wishes } = task;
  const addForms = createFormAdder(sources, engine);
  const asResult = async ({ items, ...rest }: GeneratedFromSeveral<DraftQuestion>) => ({
    ...rest,
    questions: await addForms(items.map((draft) => ({ ...shuffleOptions(draft, random), sourceIndex: draft.sourceIndex }))),
  });
  return asResult(await generateQuizFromSeveral(engine, sources, { ...wishes, ...options, random }, { onProgress: report(asResult) }));
}

async function makeCards(
  task: ContentTask & { task: 'cards' | 'cards-of-several' },
  { engine, options, report }: Work,
): Promise<ContentResults['cards'] | ContentResults['cards-of-several']> {
  if (task.task === 'cards') {
    const { task: _task, source, ...wishes } = task;
    const addForms = createFormAdder([source], engine);
    const asResult = async ({ cards, ...rest }: GeneratedCards) => ({ ...rest, cards: await addForms(cards) });
    return asResult(await generateCards(engine, source, { ...wishes, ...options }, { onProgress: report(asResult) }));
  }
  const { task: _task, sources, ...wishes } = task;
  const addForms = createFormAdder(sources, engine);
  const asResult = async ({ items, ...rest }: GeneratedFromSeveral<DraftCard>) => ({ ...rest, cards: await addForms(items) });
  return asResult(await generateCardsFromSeveral(engine, sources, { ...wishes, ...options }, { onProgress: report(asResult) }));
}

async function run(task: ContentTask, work: Work): Promise<ContentResults[keyof ContentResults]> {
  switch (task.task) {
    case 'read-text':
      return { source: sourceOfText(task.text, task.fileName) };
    case 'guide': {
      const { source, stylePreference } = task;
      const options = { ...work.options, ...(stylePreference !== undefined && { stylePreference }) };
      const onProgress = work.report<GeneratedGuide>((guide) => Promise.resolve(guide));
      return generateGuide(work.engine, source, options, { embedded: offline, onProgress });
    }
    case 'insert-lines':
      return { markdown: insertLines(task) };
    case 'suggestions':
      return { suggestions: await suggest(task.source) };
    case 'ask':
      return answerQuestion(task.source, task.question, work.asking);
    case 'explain':
      return explainOption(task.source, task, work.asking);
    case 'quiz':
    case 'quiz-of-several':
      return makeQuiz(task, work);
    case 'cards':
    case 'cards-of-several':
      return makeCards(task, work);
  }
}

/** Entry point of the worker thread: reads texts and generates content without blocking the service. */
export default async function runTask({ model, ...task }: ThreadTask): Promise<ContentResult> {
  const work = model ? await modelWork(model) : offlineWork;
  try {
    return { ok: await run(task, work) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure) return { failure };
    throw error;
  } finally {
    work.end();
  }
}
