import { generationDeadlines, type ErrorCode } from '@lectern/contracts';
import { Piscina } from 'piscina';
import type { Spent } from './generate.ts';
import type { OpenaiSettings } from './engines/model/openaiEngine.ts';
import type { ContentFailure, ContentResult, ContentResults, ContentTask } from './worker.ts';

/** The product's code for each failure. */
const codes = {
  'unreadable-deck': 'unreadable_file',
  'too-little-material': 'too_little_material',
  'engine-unavailable': 'unavailable',
  'engine-timeout': 'timeout',
  'engine-refused': 'bad_gateway',
} as const satisfies Record<ContentFailure['code'], ErrorCode>;

/** A task that cannot be done: for a reason that lies in the material, or because the model does not answer. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code: (typeof codes)[keyof typeof codes];
  /** What the gate refused on the way, and what a model was asked for it. */
  readonly spent: Spent;

  constructor({ code, message, spent = { refusals: {} } }: ContentFailure) {
    super(message);
    this.code = codes[code];
    this.spent = spent;
  }

  /** Another try may succeed. */
  get isPassing(): boolean {
    return this.code !== 'unreadable_file' && this.code !== 'too_little_material';
  }
}

export interface ContentWorkers {
  /** Which engine makes the content; stored with what it made. */
  readonly generatedBy: string;
  /** How many tasks there are threads for, and how many of these may be large ones. What is handed in beyond that waits in the pool. */
  readonly slots: number;
  readonly largeSlots: number;
  /**
   * Runs a task in a thread. The bytes of a deck go there: who asks no longer has them.
   * @throws ContentError when the material cannot be read, says too little, or takes too long; Error when the thread fails.
   */
  run<T extends ContentTask>(task: T): Promise<ContentResults[T['task']]>;
  close(): Promise<void>;
}

/** Threads end after so long without work, and with them the language model's 70 MB. */
const idleTimeoutMs = 30_000;
/** The offline engine works on two cores' worth of large tasks, and always on a small one beside them. */
const offlineThreads = 3;
/** A thread that waits for a model does nothing else, so there are more of them. */
const modelThreads = 8;
/** Most memory of a thread, in MB: a hostile file ends its thread, not the service. */
const maxOldGenerationSizeMb = 512;

/**
 * A file's bytes move to the thread: copying 50 MB would hold up everything else for longer than a learner should wait.
 * Bytes that share their memory with others, as small buffers do, are copied.
 */
const transferred = (task: ContentTask): ArrayBuffer[] =>
  task.task === 'read-deck' && task.bytes.buffer instanceof ArrayBuffer && task.bytes.byteLength === task.bytes.buffer.byteLength
    ? [task.bytes.buffer]
    : [];

/** Signs from which on a task counts as large: a deck's text mostly has fewer, and its guide is made within a second. */
const largeText = 100_000;
/** Bytes from which on a deck counts as large to read. */
const largeDeck = 1_000_000;

/** Whether a task may take seconds. */
export const isLargeTask = (task: ContentTask): boolean => {
  if (task.task === 'read-deck') return task.bytes.byteLength > largeDeck;
  if (task.task === 'read-text') return task.text.length > largeText;
  let length = 0;
  for (const { text } of task.source.passages) {
    length += text.length;
    if (length > largeText) return true;
  }
  return false;
};

/** What a thread that was ended had come to: the learner may know why, and it is no error of theirs to look for. */
const asContentError = (error: unknown): unknown => {
  // By its shape, since an error that came from a thread may be of another realm.
  const { name = '', code = '' } = typeof error === 'object' && error !== null ? (error as { name?: string; code?: string }) : {};
  if (name === 'AbortError' || name === 'TimeoutError')
    return new ContentError({ code: 'engine-timeout', message: 'This takes too long. Please try again, or with less material at once.' });
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new ContentError({
      code: 'unreadable-deck',
      message: 'There is more in this than can be worked on at once. Please split it into several.',
    });
  return error;
};

export interface ContentWorkersOptions {
  /** With a model's settings it makes the content, else the offline engine. */
  openai?: OpenaiSettings | undefined;
  /** Told of a thread that failed without a task, such as one that could not be loaded: the next thread takes what waits for it. */
  threadFailed: (error: unknown) => void;
  /** What a thread runs; for tests. */
  entry?: URL;
}

/** Threads that read decks and make content: none while there is nothing to do, three at most, eight where they wait for a model. */
export function createContentWorkers({
  openai,
  threadFailed,
  entry = new URL('./worker.ts', import.meta.url),
}: ContentWorkersOptions): ContentWorkers {
  const slots = openai ? modelThreads : offlineThreads;
  let pool: Piscina<ContentTask & { openai?: OpenaiSettings }, ContentResult> | undefined;
  const start = (): Piscina<ContentTask & { openai?: OpenaiSettings }, ContentResult> => {
    const made = new Piscina<ContentTask & { openai?: OpenaiSettings }, ContentResult>({
      filename: entry.href,
      minThreads: 0,
      maxThreads: slots,
      idleTimeout: idleTimeoutMs,
      resourceLimits: { maxOldGenerationSizeMb },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    // Nobody's event of an error would end the whole service.
    made.on('error', threadFailed);
    return made;
  };
  return {
    generatedBy: openai ? `openai:${openai.model}` : 'offline',
    slots,
    largeSlots: slots - 1,
    async run<T extends ContentTask>(task: T) {
      pool ??= start();
      const result = await pool
        .run(openai ? { ...task, openai } : task, {
          signal: AbortSignal.timeout(openai ? generationDeadlines.thread : generationDeadlines.offlineThread),
          transferList: transferred(task),
        })
        .catch((error: unknown) => {
          throw asContentError(error);
        });
      if ('failure' in result) throw new ContentError(result.failure);
      // The worker answers each task with that task's own result.
      return result.ok as ContentResults[T['task']];
    },
    async close() {
      await pool?.destroy();
    },
  };
}
