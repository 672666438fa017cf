import { generationDeadlines, type ErrorCode } from '@lectern/contracts/plain';
import { Piscina } from 'piscina';
import type { Spent } from './generate.ts';
import type { OpenaiSettings } from './engines/model/openaiEngine.ts';
import type { ContentFailure, ContentResult, ContentResults, ContentTask, ThreadTask } from './worker.ts';

/** The contract's error code of each failure. */
const codes = {
  'unreadable-file': 'unreadable_file',
  'unsupported-type': 'unsupported_type',
  'too-little-material': 'too_little_material',
  'engine-unavailable': 'unavailable',
  'engine-timeout': 'timeout',
  'engine-refused': 'bad_gateway',
} as const satisfies Record<ContentFailure['code'], ErrorCode>;

/** A task failed because of its material, or because the model does not answer. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code: (typeof codes)[keyof typeof codes];
  /** What the gate refused, and the use of a model, for the metrics. */
  readonly spent: Spent;

  constructor({ code, message, spent = { refusals: {} } }: ContentFailure) {
    super(message);
    this.code = codes[code];
    this.spent = spent;
  }

  /** Whether another try may succeed. */
  get isPassing(): boolean {
    return this.code !== 'unreadable_file' && this.code !== 'unsupported_type' && this.code !== 'too_little_material';
  }
}

export interface ContentWorkers {
  /** The engine's name, which is stored with the content. */
  readonly generatedBy: string;
  /** How many tasks run at once, and how many of these may be large. Further tasks wait in the pool. */
  readonly slots: number;
  readonly largeSlots: number;
  /**
   * Runs a task in a thread.
   * @throws ContentError when the material has too little, or takes too long; Error when the thread fails.
   */
  run<T extends ContentTask>(task: T): Promise<ContentResults[T['task']]>;
  close(): Promise<void>;
}

/** An idle thread ends after this time, which frees the 70 MB of the tagger. Milliseconds. */
const idleTimeoutMs = 30_000;
/** Threads of the offline engine: two for large tasks, one for a small task beside them. */
const offlineThreads = 3;
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

/** Creates the pool of threads that read texts and make content: at most three, or eight that wait for a model; none while idle. */
export function createContentWorkers({
  openai,
  threadFailed,
  entry = new URL('./worker.ts', import.meta.url),
}: ContentWorkersOptions): ContentWorkers {
  const slots = openai ? modelThreads : offlineThreads;
  let pool: Piscina<ThreadTask, ContentResult> | undefined;
  const start = (): Piscina<ThreadTask, ContentResult> => {
    const made = new Piscina<ThreadTask, ContentResult>({
      filename: entry.href,
      minThreads: 0,
      maxThreads: slots,
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
    generatedBy: openai ? `openai:${openai.model}` : 'offline',
    slots,
    largeSlots: slots - 1,
    async run<T extends ContentTask>(task: T) {
      const threads = (pool ??= start());
      const signal = AbortSignal.timeout(openai ? generationDeadlines.thread : generationDeadlines.offlineThread);
      const result = await threads.run({ ...task, ...(openai && { openai }) }, { signal }).catch((error: unknown) => {
        throw asContentError(error);
      });
      if ('failure' in result) throw new ContentError(result.failure);
      // The worker answers each task with the result of its kind.
      return result.ok as ContentResults[T['task']];
    },
    async close() {
      await pool?.destroy();
    },
  };
}
