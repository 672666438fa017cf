import { Piscina } from 'piscina';
import { FairQueue, fairQueueLimits, type FairQueueOptions } from './FairQueue.ts';
import { DomainError } from './DomainError.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** The inputs and results of a module's functions. */
type Tasks<Module> = {
  [Name in keyof Module as Module[Name] extends (input: never) => unknown ? Name & string : never]: Module[Name] extends (
    input: infer Input,
  ) => infer Result
    ? { input: Input; result: Awaited<Result> }
    : never;
};

export interface TaskThreadsOptions {
  /** The module whose exported functions are the tasks. Each takes and returns one cloneable value. */
  entry: URL;
  /** Name in metrics. */
  name: FairQueueOptions['name'];
  /** The time limit of a task, in milliseconds. */
  patienceMs: number;
  metrics: Metrics;
  log: Log;
}

/** A pool of threads with a fair queue. @see createTaskThreads */
export interface TaskThreads<Module> {
  /**
   * @param isLarge - whether the task may take seconds. One slot is reserved for the others
   * @throws TaskEndedError at the limits of time and memory; DomainError `rate_limited` or `unavailable` if the queue is full; and every error of
   * the task
   */
  run<Name extends keyof Tasks<Module> & string>(
    userId: string,
    task: Name,
    input: Tasks<Module>[Name]['input'],
    isLarge?: boolean,
  ): Promise<Tasks<Module>[Name]['result']>;
  close(): Promise<void>;
}

/** Thrown if a task was terminated at its limit of time or memory. Callers without a fallback rethrow it, which is answered with 503. */
export class TaskEndedError extends DomainError {
  constructor(cause?: unknown) {
    super('unavailable', 'This takes too long right now. Please try again in a moment.', { retryAfterSeconds, cause });
  }
}

const retryAfterSeconds = 10;
/** The number of concurrent tasks. */
const slots = 2;
/** An idle thread ends after this time. Milliseconds. */
const idleTimeoutMs = 10_000;
/** The memory limit of a thread in MB. */
const maxOldGenerationSizeMb = 256;

const marksOf = (error: unknown): { name?: string; code?: string } =>
  typeof error === 'object' && error !== null ? (error as { name?: string; code?: string }) : {};

const isAtLimit = (error: unknown): boolean => {
  const { name, code } = marksOf(error);
  return name === 'AbortError' || name === 'TimeoutError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
};

/**
 * Creates a pool of threads for work that grows with a learner's data. Learners take turns, and each task has time and memory limits. Idle threads
 * end.
 *
 * @example
 * import type * as tasks from './tasks.ts';
 *
 * const entry = new URL('./tasks.ts', import.meta.url);
 * const threads = createTaskThreads<typeof tasks>({ entry, name: 'tasks', patienceMs: 30_000, metrics, log });
 * const file = await threads.run(userId, 'exportQuiz', { quiz, format: 'csv' });
 */
export function createTaskThreads<Module>({ entry, name, patienceMs, metrics, log }: TaskThreadsOptions): TaskThreads<Module> {
  const queue = new FairQueue({ slots, largeSlots: slots - 1, ...fairQueueLimits, name, metrics });
  let pool: Piscina | undefined;
  const start = (): Piscina => {
    const made = new Piscina({
      filename: entry.href,
      minThreads: 0,
      maxThreads: slots,
      idleTimeout: idleTimeoutMs,
      resourceLimits: { maxOldGenerationSizeMb },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    // An error event without a listener would end the service. A thread at its limit is not logged here, because its task has reported it.
    made.on('error', (error) => {
      if (!isAtLimit(error)) log('error', 'task-threads.failed', { error });
    });
    return made;
  };
  return {
    run: (userId, task, input, isLarge = false) =>
      queue.run(userId, isLarge, async () => {
        const threads = (pool ??= start());
        try {
          return (await threads.run(input, { name: task, signal: AbortSignal.timeout(patienceMs) })) as never;
        } catch (error) {
          throw isAtLimit(error) ? new TaskEndedError(error) : error;
        }
      }),
    close: async () => {
      await pool?.destroy();
    },
  };
}
