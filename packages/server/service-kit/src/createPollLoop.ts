import { withinTime } from './withinTime.ts';

/** How often a queue is polled, in milliseconds. */
const pollEveryMs = 1_000;
/** The longest time that `stop` waits for jobs in flight, in milliseconds. */
const stopMs = 1_500;

/** A queue of stored entries that are handled in the background. */
export interface BackgroundQueue {
  /** Handles due entries now. Retries follow by themselves. */
  flush(): void;
  /** Resolves when nothing is in flight. For tests and shutdown. */
  idle(): Promise<void>;
  /** Finishes what is in flight, for 1.5 s at most. The rest stays stored for the next process, as after a crash. */
  stop(): Promise<void>;
}

/** The poll function's view of the loop. */
export interface Polling<Job> {
  /** Jobs that have begun and not ended, by id. */
  readonly inFlight: ReadonlyMap<string, Job>;
  /** Starts a job. An id that is in flight must not be started again. */
  begin(id: string, job: Job, work: () => Promise<void>): void;
  /** Polls again when this job has ended; after the current poll when it has ended already. */
  pollAfter(id: string): void;
  /** Whether no new jobs may start. */
  isStopped(): boolean;
  /** Whether `stop` no longer waits: jobs must not begin further work. */
  isAbandoned(): boolean;
}

export interface PollLoopOptions<Job> {
  /** Reads due entries and begins a job for each. Polls never overlap. */
  poll: (polling: Polling<Job>) => Promise<void>;
  /** Called when a poll or a job rejects. `id` is that of the job. */
  failed: (error: unknown, id: string | undefined) => void;
}

/** Polls a queue every second, and at once after `flush`. Jobs run side by side with the polls. */
export function createPollLoop<Job>({ poll, failed }: PollLoopOptions<Job>): BackgroundQueue {
  const inFlight = new Map<string, Job>();
  const works = new Map<string, Promise<void>>();
  /** Jobs after which the queue is polled again. */
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
      // It only fails when the time is up: entries that are still in work are due again after the next start.
      await withinTime(stopMs, idle()).catch(() => undefined);
      isAbandoned = true;
    },
  };
}
