import { withinTime } from './withinTime.ts';

/** The polling interval of a queue, in milliseconds. */
const pollEveryMs = 1_000;
/** The maximum time that `stop` waits for jobs in flight, in milliseconds. */
const stopMs = 1_500;

/** A queue of stored entries that are processed in the background. */
export interface BackgroundQueue {
  /** Processes due entries now. Retries are automatic. */
  flush(): void;
  /** Resolves when nothing is in flight. For tests and shutdown. */
  idle(): Promise<void>;
  /** Finishes the work in flight, for at most 1.5 s. The rest stays stored for the next process, as after a crash. */
  stop(): Promise<void>;
}

/** The poll function's view of the loop. */
export interface Polling<Job> {
  /** The jobs in flight, by id. */
  readonly inFlight: ReadonlyMap<string, Job>;
  /** Starts a job. An id that is in flight must not be started again. */
  begin(id: string, job: Job, work: () => Promise<void>): void;
  /** Polls again after this job has ended; after the current poll if it has already ended. */
  pollAfter(id: string): void;
  /** Returns whether no new jobs may start. */
  isStopped(): boolean;
  /** Returns whether `stop` no longer waits: jobs must not start further work. */
  isAbandoned(): boolean;
}

export interface PollLoopOptions<Job> {
  /** Reads due entries and starts a job for each. Polls never overlap. */
  poll: (polling: Polling<Job>) => Promise<void>;
  /** Called if a poll or a job rejects. `id` is that of the job. */
  failed: (error: unknown, id: string | undefined) => void;
}

/**
 * Creates a loop that polls a queue every second, and immediately after `flush`. Jobs run concurrently with the polls.
 *
 * @example
 * const loop = createPollLoop<undefined>({
 *   poll: async ({ inFlight, begin }) => {
 *     for (const learner of await listToRemind(atOnce + inFlight.size))
 *       if (!inFlight.has(learner._id)) begin(learner._id, undefined, () => remind(learner));
 *   },
 *   failed: (error) => log('error', 'reminders.failed', { error }),
 * });
 */
export function createPollLoop<Job>({ poll, failed }: PollLoopOptions<Job>): BackgroundQueue {
  const inFlight = new Map<string, Job>();
  const works = new Map<string, Promise<void>>();
  /** The jobs after which the queue is polled again. */
  const polledAfter = new Set<string>();
  let polled: Promise<void> | undefined;
  let isPollDue = false;
  let isStopped = false;
  let isAbandoned = false;

  const ended = (id: string): void => {
    inFlight.delete(id);
    works.delete(id);
    if (polledAfter.delete(id)) flush();
  };
  const polling: Polling<Job> = {
    inFlight,
    begin(id, job, work) {
      inFlight.set(id, job);
      const running = work()
        .catch((error: unknown) => failed(error, id))
        .finally(() => ended(id));
      works.set(id, running);
    },
    pollAfter(id) {
      if (inFlight.has(id)) polledAfter.add(id);
      else flush();
    },
    isStopped: () => isStopped,
    isAbandoned: () => isAbandoned,
  };

  const flush = (): void => {
    if (isStopped) return;
    if (polled) {
      isPollDue = true;
      return;
    }
    polled = poll(polling)
      .catch((error: unknown) => failed(error, undefined))
      .finally(() => {
        polled = undefined;
        if (!isPollDue) return;
        isPollDue = false;
        flush();
      });
  };
  const idle = async (): Promise<void> => {
    while (polled ?? works.size > 0) await Promise.all([polled, ...works.values()]);
  };

  const timer = setInterval(flush, pollEveryMs);
  timer.unref();
  return {
    flush,
    idle,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      // Fails only after the timeout: unfinished entries are due again after the next start.
      await withinTime(stopMs, idle()).catch(() => undefined);
      isAbandoned = true;
    },
  };
}
