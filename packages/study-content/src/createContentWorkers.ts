import { generationDeadlines, type ErrorCode } from '@lectern/contracts/plain';
import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import { documentKindOf, materialOfParts, type ReadingPart, type ReadMaterial } from '@lectern/documents/materials';
import { Piscina } from 'piscina';
import type { Spent } from './generate.ts';
import { createThreadUse, threadMark, type ThreadMark } from './createThreadUse.ts';
import { readingLimits, watchReading, type ReadingLimits } from './watchReading.ts';
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
   * Runs a task in a thread. The bytes of a file are transferred: the caller no longer has them.
   * @throws ContentError when the material cannot be read, has too little, or takes too long; Error when the thread fails.
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
/** Memory limit of a thread in MB, so that a hostile file ends its thread and not the service. */
const maxOldGenerationSizeMb = 512;
/** A thread makes a guide and soon ends. With the small young generation of the services it needs a twentieth more of the processor. */
const maxYoungGenerationSizeMb = 24;

/**
 * The bytes of a file are transferred to the thread, because copying 50 MB blocks the event loop. Bytes that share their memory with others,
 * as small buffers do, are copied.
 */
const transferred = (task: ContentTask): ArrayBuffer[] =>
  'bytes' in task && task.bytes.buffer instanceof ArrayBuffer && task.bytes.byteLength === task.bytes.buffer.byteLength
    ? [task.bytes.buffer]
    : [];

/** A task with more characters is large. Most decks have fewer, and their guides take less than a second. */
const largeText = 100_000;
/** A file with more bytes is large to read. */
const largeFile = 1_000_000;

/** Whether a document is packed, as a PDF and a .docx are: its bytes do not tell how much is in it. */
const isPacked = (bytes: Uint8Array): boolean => {
  const kind = documentKindOf(bytes);
  return kind === 'pdf' || kind === 'package';
};

/** Whether a task may take seconds. */
export const isLargeTask = (task: ContentTask): boolean => {
  if ('bytes' in task) return task.bytes.byteLength > largeFile || (task.task === 'read-document' && isPacked(task.bytes));
  if (task.task === 'read-text') return task.text.length > largeText;
  let length = 0;
  for (const { passages } of 'sources' in task ? task.sources : [task.source])
    for (const { text } of passages) {
      length += text.length;
      if (length > largeText) return true;
    }
  return false;
};

/** What was read of a document before its thread was ended; `undefined` where its text was not. */
function readSoFar(port: MessagePort): ReadMaterial | undefined {
  const parts: ReadingPart[] = [];
  // The thread sends nothing else.
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) parts.push(next.message as ReadingPart);
  return materialOfParts(parts);
}

/** The name and the code of an error. An error from a thread is no instance of this thread's classes. */
const marksOf = (error: unknown): { name?: string; code?: string } =>
  typeof error === 'object' && error !== null ? (error as { name?: string; code?: string }) : {};
const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

/** The error of a thread that was ended for its time or memory, as one that the learner understands; any other error as it is. */
const asContentError = (error: unknown, { task }: ContentTask): unknown => {
  const { name, code } = marksOf(error);
  if (name === 'AbortError' && task === 'read-document')
    return new ContentError({
      code: 'unreadable-file',
      message: 'This file takes too long to read, or too much memory. Please split it into several.',
    });
  if (name === 'AbortError' || name === 'TimeoutError')
    return new ContentError({ code: 'engine-timeout', message: 'This takes too long. Please try again, or with less material at once.' });
  if (code === outOfMemory)
    return new ContentError({
      code: 'unreadable-file',
      message: 'There is more in this than can be worked on at once. Please split it into several.',
    });
  return error;
};

/** Reads a document within limits. Where they end the thread at a picture, its text and the pictures before are kept. */
async function readWithin(
  runIn: (signal: AbortSignal, parts: MessagePort) => Promise<ContentResult>,
  threads: () => readonly Worker[],
  mark: ThreadMark,
  reading: ReadingLimits,
): Promise<ContentResult> {
  const { port1, port2 } = new MessageChannel();
  try {
    return await watchReading((signal) => runIn(signal, port2), createThreadUse(threads, mark), reading);
  } catch (error) {
    const { name, code } = marksOf(error);
    const read = name === 'AbortError' || code === outOfMemory ? readSoFar(port1) : undefined;
    if (!read) throw error;
    return { ok: read };
  } finally {
    port1.close();
  }
}

export interface ContentWorkersOptions {
  /** With these settings the model makes the content, else the offline engine. */
  openai?: OpenaiSettings | undefined;
  /** Called when a thread fails without a task, such as when it cannot be loaded. Waiting tasks go to the next thread. */
  threadFailed: (error: unknown) => void;
  /** The module that a thread runs; replaced in tests. */
  entry?: URL;
  /** Replaced in tests. */
  reading?: ReadingLimits;
}

/** Creates the pool of threads that read decks and make content: at most three, or eight that wait for a model; none while idle. */
export function createContentWorkers({
  openai,
  threadFailed,
  entry = new URL('./worker.ts', import.meta.url),
  reading = readingLimits,
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
      const mark = threadMark();
      const runIn = (signal: AbortSignal, parts?: MessagePort): Promise<ContentResult> =>
        threads.run(
          { ...task, mark, ...(openai && { openai }), ...(parts && { parts }) },
          { signal, transferList: [...transferred(task), ...(parts ? [parts] : [])] },
        );
      const made =
        task.task === 'read-document'
          ? readWithin(runIn, () => threads.threads, mark, reading)
          : runIn(AbortSignal.timeout(openai ? generationDeadlines.thread : generationDeadlines.offlineThread));
      const result = await made.catch((error: unknown) => {
        throw asContentError(error, task);
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
