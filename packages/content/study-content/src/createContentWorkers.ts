import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { generationDeadlines, type ErrorCode } from '@lectern/contracts/plain';
import { Piscina } from 'piscina';
import type { Spent } from './generate.ts';
import type { KnownOfServer, OpenaiSettings } from './engines/model/openaiEngine.ts';
import type {
  ContentFailure,
  ContentResult,
  ContentResults,
  ContentTask,
  ModelWork,
  ThreadNews,
  ThreadOrder,
  ThreadTask,
} from './worker.ts';

/** The contract's error code of each failure. */
const codes = {
  'unreadable-file': 'unreadable_file',
  'unsupported-type': 'unsupported_type',
  'too-little-material': 'too_little_material',
  'engine-unavailable': 'unavailable',
  'engine-timeout': 'timeout',
  'engine-refused': 'bad_gateway',
  'engine-misconfigured': 'unavailable',
} as const satisfies Record<ContentFailure['code'], ErrorCode>;

/** A task failed because of its material, or because the model does not answer. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code: (typeof codes)[keyof typeof codes];
  readonly failure: ContentFailure['code'];
  /** What the gate refused, and the use of a model, for the metrics. */
  readonly spent: Spent;

  constructor({ code, message, spent = { refusals: {} } }: ContentFailure) {
    super(message);
    this.code = codes[code];
    this.failure = code;
    this.spent = spent;
  }

  /** Whether another try may succeed. */
  get isPassing(): boolean {
    return this.code !== 'unreadable_file' && this.code !== 'unsupported_type' && this.code !== 'too_little_material';
  }
}

/** The tasks that a language model can do. */
export type ModelTask = Extract<
  ContentTask,
  { task: 'guide' | 'quiz' | 'cards' | 'quiz-of-several' | 'cards-of-several' | 'ask' | 'explain' }
>;

/** What a service learns of a task while it runs. */
type NewsOf<T extends ModelTask> =
  | Extract<ThreadNews, { kind: 'progress' | 'usage' | 'call-failed' }>
  | { kind: 'so-far'; result: ContentResults[T['task']] };

/** How a task of the language model is followed. */
export interface ModelRunOptions<T extends ModelTask> {
  answerInMs: number;
  /** Waits until a call to the server may be made. @returns a function that ends the call's turn */
  turn: () => Promise<() => void>;
  onNews: (news: NewsOf<T>) => void;
  /** Ends the task at once. */
  signal: AbortSignal;
}

/** How a task can be run. */
interface WaysOfTask<T extends ModelTask> {
  isLarge: boolean;
  embedded: () => Promise<ContentResults[T['task']]>;
  /** `undefined` where there is no model. */
  byModel: ((options: ModelRunOptions<T>) => Promise<ContentResults[T['task']]>) | undefined;
}

export interface ContentWorkers {
  /** The engine's name, which is stored with the content. */
  readonly generatedBy: string;
  /** How many tasks run at once, and how many of these may be large. Further tasks wait in the pool. */
  readonly slots: number;
  readonly largeSlots: number;
  /** How many tasks of the language model run at once: they mostly wait. */
  readonly modelSlots: number;
  /**
   * Runs a task in a thread, without a language model.
   * @throws ContentError when the material has too little, or takes too long; Error when the thread fails.
   */
  run<T extends ContentTask>(task: T): Promise<ContentResults[T['task']]>;
  /** Runs a task in a thread by the language model. @throws ContentError also when the model fails */
  runByModel<T extends ModelTask>(task: T, options: ModelRunOptions<T>): Promise<ContentResults[T['task']]>;
  /** How a task can be run: by the model where there is one, and by the embedded engine. */
  waysOf<T extends ModelTask>(task: T): WaysOfTask<T>;
  close(): Promise<void>;
}

/** An idle thread ends after this time, which frees the 70 MB of the tagger. Milliseconds. */
const idleTimeoutMs = 30_000;
/** Threads that read texts and run the embedded engine. Two take large tasks; the third is kept for small ones. */
const offlineThreads = 3;
/** A stopped thread has this time to end its calls and to tell what they cost; then it is ended. Milliseconds. */
const stopGraceMs = 2_000;
/** The last news of a task that failed is waited for this long: a thread that was ended has none. Milliseconds. */
const lastNewsMs = 500;
/** Threads that mostly wait for a model. */
const modelThreads = 8;
/** Memory limit of a thread in MB, so that a hostile text ends its thread and not the service. */
const maxOldGenerationSizeMb = 512;
/** A thread makes a guide and soon ends. With the small young generation of the services it needs a twentieth more of the processor. */
const maxYoungGenerationSizeMb = 24;

/** A task with more characters is large. Most decks have fewer, and their guides take less than a second. */
const largeText = 100_000;
/** Whether a task may take seconds. */
export const isLargeTask = (task: ContentTask): boolean => {
  if (task.task === 'read-text') return task.text.length > largeText;
  if (task.task === 'insert-lines') return task.markdown.length > largeText;
  let length = 0;
  for (const { passages } of 'sources' in task ? task.sources : [task.source])
    for (const { text } of passages) {
      length += text.length;
      if (length > largeText) return true;
    }
  return false;
};

/** The name and the code of an error. An error from a thread is no instance of this thread's classes. */
const marksOf = (error: unknown): { name?: string; code?: string } =>
  typeof error === 'object' && error !== null ? (error as { name?: string; code?: string }) : {};
const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

/** The error of a thread that was ended for its time or memory, as one that the learner understands; any other error as it is. */
const asContentError = (error: unknown): unknown => {
  const { name, code } = marksOf(error);
  if (name === 'AbortError' || name === 'TimeoutError')
    return new ContentError({ code: 'engine-timeout', message: 'This takes too long. Please try again, or with less material at once.' });
  if (code === outOfMemory)
    return new ContentError({
      code: 'unreadable-file',
      message: 'There is more in this than can be worked on at once. Please split it into several.',
    });
  return error;
};

export interface ContentWorkersOptions {
  /** With these settings the model makes the content, else the offline engine. */
  openai?: OpenaiSettings | undefined;
  /** Called when a thread fails without a task, such as when it cannot be loaded. Waiting tasks go to the next thread. */
  threadFailed: (error: unknown) => void;
  /** The module that a thread runs; replaced in tests. */
  entry?: URL;
}

type TaskResult<T extends ContentTask> = ContentResults[T['task']];

/** A pool of threads, which start with the first task. */
function createPool(maxThreads: number, { threadFailed, entry }: Required<Pick<ContentWorkersOptions, 'threadFailed' | 'entry'>>) {
  let pool: Piscina<ThreadTask, ContentResult> | undefined;
  const start = (): Piscina<ThreadTask, ContentResult> => {
    const made = new Piscina<ThreadTask, ContentResult>({
      filename: entry.href,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleTimeoutMs,
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    // An error event without a listener would end the service.
    made.on('error', (error) => {
      // A thread whose task was ended for its memory may reach the limit of the thread before it has ended. The task was answered.
      if (marksOf(error).code !== outOfMemory) threadFailed(error);
    });
    return made;
  };
  return {
    /** @param answered - resolves behind the last news of a task */
    run: async <T extends ContentTask>(
      task: T & { model?: ModelWork },
      signal: AbortSignal,
      answered?: Promise<unknown>,
    ): Promise<TaskResult<T>> => {
      const transferList = task.model ? [task.model.port] : [];
      const result = await (pool ??= start()).run(task, { signal, transferList }).catch(async (error: unknown) => {
        if (answered) await Promise.race([answered, sleep(lastNewsMs, undefined, { ref: false })]);
        throw asContentError(error);
      });
      await answered;
      if ('failure' in result) throw new ContentError(result.failure);
      // The worker answers each task with the result of its kind.
      return result.ok as TaskResult<T>;
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

/** The service's end of a thread's port: gives it turns with the model's server, and passes its news on. */
function createModelPort<T extends ModelTask>({ turn, onNews }: ModelRunOptions<T>, learn: (known: KnownOfServer) => void) {
  const { port1: port, port2: threadPort } = new MessageChannel();
  const turns: (() => void)[] = [];
  let isOver = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const order = (what: ThreadOrder): void => {
    port.postMessage(what);
  };
  const grantTurn = async (): Promise<void> => {
    const endTurn = await turn();
    if (isOver) endTurn();
    else {
      turns.push(endTurn);
      order('turn');
    }
  };
  port.on('message', (news: ThreadNews) => {
    if (news.kind === 'turn') void grantTurn();
    else if (news.kind === 'turn-ended') turns.shift()?.();
    else if (news.kind === 'ended') {
      learn(news.known);
      end();
    }
    // The worker tells of each task by the result of its kind.
    else onNews(news as NewsOf<T>);
  });
  return {
    threadPort,
    /** Resolves behind the last news. An idle thread stands still, so that it would not close its port. */
    ended,
    stop: (): void => {
      order('stop');
    },
    close: (): void => {
      isOver = true;
      for (const endTurn of turns) endTurn();
      port.close();
    },
  };
}

/** Creates the pools of threads that read texts and make content: at most three, and eight that wait for a model; none while idle. */
export function createContentWorkers({
  openai,
  threadFailed,
  entry = new URL('./worker.ts', import.meta.url),
}: ContentWorkersOptions): ContentWorkers {
  const own = createPool(offlineThreads, { threadFailed, entry });
  const model = createPool(modelThreads, { threadFailed, entry });
  let known: KnownOfServer | undefined;
  const run: ContentWorkers['run'] = (task) => own.run(task, AbortSignal.timeout(generationDeadlines.offlineThread));
  const runByModel: ContentWorkers['runByModel'] = async (task, options) => {
    if (!openai) throw new Error('There is no language model.');
    if (options.signal.aborted) throw asContentError(options.signal.reason);
    const { threadPort, ended, stop, close } = createModelPort(options, (learned) => {
      known = learned;
    });
    const killed = new AbortController();
    let killing: NodeJS.Timeout | undefined;
    const stopTask = (): void => {
      stop();
      killing = setTimeout(() => {
        killed.abort();
      }, stopGraceMs);
    };
    options.signal.addEventListener('abort', stopTask, { once: true });
    const settings = { ...openai, ...(known && { known }) };
    const work = { openai: settings, port: threadPort, answerInMs: options.answerInMs };
    try {
      const limit = AbortSignal.any([killed.signal, AbortSignal.timeout(generationDeadlines.thread)]);
      const result = await model.run({ ...task, model: work }, limit, ended);
      // What a stopped task has made is not whole.
      options.signal.throwIfAborted();
      return result;
    } catch (error) {
      throw options.signal.aborted ? asContentError(options.signal.reason) : error;
    } finally {
      options.signal.removeEventListener('abort', stopTask);
      clearTimeout(killing);
      close();
    }
  };
  return {
    generatedBy: openai ? `openai:${openai.model}` : 'offline',
    slots: offlineThreads,
    largeSlots: offlineThreads - 1,
    modelSlots: modelThreads,
    run,
    runByModel,
    waysOf: (task) => ({
      isLarge: isLargeTask(task),
      embedded: () => run(task),
      byModel: openai && ((options) => runByModel(task, options)),
    }),
    async close() {
      await Promise.all([own.close(), model.close()]);
    },
  };
}
