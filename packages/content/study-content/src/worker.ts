import type { MessagePort } from 'node:worker_threads';
import { type Citation, randomFrom, type Source } from '@lectern/contracts/plain';
import { DocumentError, sourceOfText } from '@lectern/documents/texts';
import type { AskingModel } from './ask/AskingModel.ts';
import { answerQuestion } from './ask/answerQuestion.ts';
import { explainOption } from './ask/explainOption.ts';
import { insertLines } from './addLostLines.ts';
import type { DraftCard, DraftQuestion, EngineOptions, StudyContentEngine } from './StudyContentEngine.ts';
import { generateGuide, suggest } from './formulas.ts';
import type { GeneratedGuide } from './generateGuide.ts';
import { type Progress, TooLittleMaterialError, usageOf } from './gather.ts';
import { generateCardsFromSources, type GeneratedFromSources, generateQuizFromSources } from './generateFromSources.ts';
import { causeOf } from './engines/model/EngineError.ts';
import { offlineEngine } from './engines/offline/offlineEngine.ts';
import { shuffleOptions } from './questionOptions.ts';
import { formsOf } from './suggestions.ts';
import type {
  ContentFailure,
  ContentResult,
  ContentResults,
  ContentTask,
  Formed,
  ModelWork,
  ThreadMessage,
  ThreadOrder,
  ThreadTask,
} from './contentTasks.ts';

const offline: StudyContentEngine = offlineEngine();

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

/** Adds engine and form to items. With a model, the forms are read ahead, because there is no time for that at the deadline. */
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

const indexOf = ({ sourceIndex }: { sourceIndex?: number }): { sourceIndex?: number } => (sourceIndex === undefined ? {} : { sourceIndex });

/** Generates a quiz from one or several sources, with options in display order. */
async function makeQuiz(
  { task: _task, seed, sources, ...wishes }: ContentTask & { task: 'quiz' },
  { engine, options, report }: Work,
): Promise<ContentResults['quiz']> {
  const random = randomFrom(seed);
  const addForms = createFormAdder(sources, engine);
  const asResult = async ({ items, ...rest }: GeneratedFromSources<DraftQuestion>) => ({
    ...rest,
    questions: await addForms(items.map((draft) => ({ ...shuffleOptions(draft, random), ...indexOf(draft) }))),
  });
  return asResult(await generateQuizFromSources(engine, sources, { ...wishes, ...options, random }, { onProgress: report(asResult) }));
}

async function makeCards(
  { task: _task, sources, ...wishes }: ContentTask & { task: 'cards' },
  { engine, options, report }: Work,
): Promise<ContentResults['cards']> {
  const addForms = createFormAdder(sources, engine);
  const asResult = async ({ items, ...rest }: GeneratedFromSources<DraftCard>) => ({ ...rest, cards: await addForms(items) });
  return asResult(await generateCardsFromSources(engine, sources, { ...wishes, ...options }, { onProgress: report(asResult) }));
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
      return makeQuiz(task, work);
    case 'cards':
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
