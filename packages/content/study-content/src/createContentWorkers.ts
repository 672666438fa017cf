import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { type ErrorCode, generationDeadlines } from '@lectern/contracts/plain';
import { Piscina } from 'piscina';
import type { Spent } from './gather.ts';
import type { KnownOfServer, OpenaiSettings } from './engines/model/openaiEngine.ts';
import type {
  ContentFailure,
  ContentResult,
  ContentResults,
  ContentTask,
  ModelWork,
  ThreadMessage,
  ThreadOrder,
  ThreadTask,
} from './contentTasks.ts';

/** Maps failures to error codes of the contract. */
const codes = {
  'unreadable-file': 'unreadable_file',
  'unsupported-type': 'unsupported_type',
  'too-little-material': 'too_little_material',
  'engine-unavailable': 'unavailable',
  'engine-timeout': 'timeout',
  'engine-refused': 'bad_gateway',
  'engine-misconfigured': 'unavailable',
} as const satisfies Record<ContentFailure['code'], ErrorCode>;

/** A task failed because of its material, or because the model did not answer. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code: (typeof codes)[keyof typeof codes];
  readonly failure: ContentFailure['code'];
  /** The cost, for the metrics. */
  readonly spent: Spent;

  constructor({ code, message, spent = { refusals: {} } }: ContentFailure) {
    super(message);
    this.code = codes[code];
    this.failure = code;
    this.spent = spent;
  }

  /** Whether a retry may succeed. */
  get isPassing(): boolean {
    return this.code !== 'unreadable_file' && this.code !== 'unsupported_type' && this.code !== 'too_little_material';
  }
}

export type ModelTask = Extract<ContentTask, { task: 'guide' | 'quiz' | 'cards' | 'ask' | 'explain' }>;

/** The messages that a service receives about a running task. */
type NewsOf<T extends ModelTask> =
  | Extract<ThreadMessage, { kind: 'progress' | 'usage' | 'call-failed' }>
  | { kind: 'so-far'; result: ContentResults[T['task']] };

export interface ModelRunOptions<T extends ModelTask> {
  answerInMs: number;
  /** Waits for a turn with the model server. @returns a function that ends the turn */
  turn: () => Promise<() => void>;
  onNews: (news: NewsOf<T>) => void;
  signal: AbortSignal;
}

interface WaysOfTask<T extends ModelTask> {
  isLarge: boolean;
  embedded: () => Promise<ContentResults[T['task']]>;
  /** `undefined` if no model is configured. */
  byModel: ((options: ModelRunOptions<T>) => Promise<ContentResults[T['task']]>) | undefined;
}

export interface ContentWorkers {
  /** The engine's name, as stored with the content. */
  readonly generatedBy: string;
  /** How many tasks run in parallel, and how many of them may be large. Further tasks are queued. */
  readonly slots: number;
  readonly largeSlots: number;
  /** How many model tasks run in parallel. They mostly wait. */
  readonly modelSlots: number;
  /**
   * Runs a task in a thread, without a language model.
   * @throws ContentError if there is too little material or the task takes too long; Error if the thread fails
   */
  run<T extends ContentTask>(task: T): Promise<ContentResults[T['task']]>;
  /** Runs a task with the language model. @throws ContentError also if the model fails */
  runByModel<T extends ModelTask>(task: T, options: ModelRunOptions<T>): Promise<ContentResults[T['task']]>;
  /** The ways to run a task: with the embedded engine, and with the model if there is one. */
  waysOf<T extends ModelTask>(task: T): WaysOfTask<T>;
  close(): Promise<void>;
}

/** In milliseconds. Ending an idle thread frees the 70 MB of the tagger. */
const idleTimeoutMs = 30_000;
/** Threads for reading and the embedded engine. Two accept large tasks; the third is reserved for small ones. */
const offlineThreads = 3;
/** In milliseconds. How long a stopped thread may end its calls and report their cost before it is killed. */
const stopGraceMs = 2_000;
/** In milliseconds. How long to wait for the last message of a failed task; a killed thread sends none. */
const lastMessageMs = 500;
/** Threads for model tasks, which mostly wait. */
const modelThreads = 8;
/** The memory limit of a thread in MB, so that a hostile text ends its thread and not the service. */
const maxOldGenerationSizeMb = 512;
/** In MB. With the smaller young generation that services use, a guide takes 5 % more CPU. */
const maxYoungGenerationSizeMb = 24;

/** In characters. Most decks are smaller, and their guides take less than a second. */
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

/** Name and code of an error. Errors from a thread are not instances of this thread's classes. */
const nameAndCodeOf = (error: unknown): { name?: string; code?: string } =>
  typeof error === 'object' && error !== null ? (error as { name?: string; code?: string }) : {};
const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

/** Converts the error of a thread that exceeded its time or memory into one for the learner. */
const asContentError = (error: unknown): unknown => {
  const { name, code } = nameAndCodeOf(error);
  if (name === 'AbortError' || name === 'TimeoutError')
    return new ContentError({ code: 'engine-timeout', message: 'This takes too long. Please try again, or with less material at once.' });
  if (code === outOfMemory)
    return new ContentError({
      code: 'unreadable-file',
      message: 'This is too much to work on at once. Please split it into several parts.',
    });
  return error;
};

export interface ContentWorkersOptions {
  /** If present, the model generates the content; otherwise the offline engine. */
  openai?: OpenaiSettings | undefined;
  /** Called if a thread fails outside a task, for example while loading. Queued tasks go to the next thread. */
  threadFailed: (error: unknown) => void;
  /** The thread's entry module; replaced in tests. */
  entry?: URL;
}

type TaskResult<T extends ContentTask> = ContentResults[T['task']];

/** A thread pool that starts with its first task. */
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
    // An error event without a listener would crash the service.
    made.on('error', (error) => {
      // A thread whose task exceeded the memory limit may report it again while it ends. The task has been answered.
      if (nameAndCodeOf(error).code !== outOfMemory) threadFailed(error);
    });
    return made;
  };
  return {
    /** @param answered - resolves after the task's last message */
    run: async <T extends ContentTask>(
      task: T & { model?: ModelWork },
      signal: AbortSignal,
      answered?: Promise<unknown>,
    ): Promise<TaskResult<T>> => {
      const transferList = task.model ? [task.model.port] : [];
      const result = await (pool ??= start()).run(task, { signal, transferList }).catch(async (error: unknown) => {
        if (answered) await Promise.race([answered, sleep(lastMessageMs, undefined, { ref: false })]);
        throw asContentError(error);
      });
      await answered;
      if ('failure' in result) throw new ContentError(result.failure);
      // The worker answers each task with its own kind of result.
      return result.ok as TaskResult<T>;
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

/** The service's end of a thread's port: grants turns with the model server and forwards messages. */
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
  port.on('message', (news: ThreadMessage) => {
    if (news.kind === 'turn') void grantTurn();
    else if (news.kind === 'turn-ended') turns.shift()?.();
    else if (news.kind === 'ended') {
      learn(news.known);
      end();
    }
    // Partial results have the task's own type.
    else onNews(news as NewsOf<T>);
  });
  return {
    threadPort,
    /** Resolves after the last message. Thread ports are closed from here, because an idle thread's event loop is blocked. */
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

/** Creates the thread pools. Idle pools have no threads. */
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
    if (!openai) throw new Error('No language model is configured.');
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
      // The result of a stopped task is incomplete.
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
