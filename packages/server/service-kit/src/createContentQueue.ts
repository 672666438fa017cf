import type { ErrorCode } from '@lectern/contracts';
import type { ContentKind, ContentMetrics, MadeContent } from './contentMetrics.ts';
import { FairQueue, fairQueueLimits } from './FairQueue.ts';
import { DomainError, relayedError } from './DomainError.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** An error of the content engine that the learner may see. */
export interface ContentFailure {
  code: ErrorCode;
  message: string;
  /** What the failed generation cost. */
  spent: Omit<MadeContent, 'engines'>;
}

export interface ContentQueueOptions {
  /** The threads that make study content. */
  workers: { readonly generatedBy: string; readonly slots: number; readonly largeSlots: number };
  /** Tells the content engine's own errors from others; `undefined` for others, which stay internal. */
  failureOf: (error: unknown) => ContentFailure | undefined;
  /** Name in metrics; `content` when left out. */
  name?: 'content' | 'model_tasks';
  metrics: Metrics;
  contentMetrics: ContentMetrics;
  log: Log;
}

/** One task of a learner. */
export interface QueuedTask<T> {
  userId: string;
  isLarge: boolean;
  run: () => Promise<T>;
  /** The engine, where it is another one than the workers' own. */
  generatedBy?: string;
}

/** How many items of each check are named in the log. */
const mostLogged = 20;

/** Seconds until a retry makes sense when the engine was not available. */
const retryAfterSeconds = 10;

/** Runs the content tasks of a service: fair among learners, with the engine's errors as domain errors, generations counted in metrics. */
export function createContentQueue({ workers, failureOf, name = 'content', metrics, contentMetrics, log }: ContentQueueOptions) {
  const { slots, largeSlots } = workers;
  const queue = new FairQueue({ slots, largeSlots, ...fairQueueLimits, name, metrics });

  const withDomainErrors = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      const failure = failureOf(error);
      throw failure ? relayedError(failure.code, failure.message, retryAfterSeconds, error) : error;
    }
  };
  /** Names the checks and the places of the items in the log. What is said there is the learner's, and is not logged. */
  const logged = <Made extends Pick<MadeContent, 'refusals'>>(kind: ContentKind, made: Made): Made => {
    const refused = Object.fromEntries(Object.entries(made.refusals).map(([check, places]) => [check, places.slice(0, mostLogged)]));
    if (Object.keys(refused).length > 0) log('info', 'content.refused', { kind, refused });
    return made;
  };
  const spentOn = (kind: ContentKind) => (error: unknown) => {
    const spent = error instanceof DomainError ? failureOf(error.cause)?.spent : undefined;
    return spent && logged(kind, spent);
  };

  return {
    run: <T>({ userId, isLarge, run }: QueuedTask<T>): Promise<T> => queue.run(userId, isLarge, () => withDomainErrors(run)),
    /** Runs a generation and counts its outcome. Its duration is that of the work, without the time in the queue. */
    generate: <T>(
      kind: ContentKind,
      { userId, isLarge, run, generatedBy = workers.generatedBy }: QueuedTask<T>,
      countedOf: (made: T) => MadeContent,
    ): Promise<T> =>
      queue.run(userId, isLarge, () =>
        contentMetrics.measure(
          kind,
          generatedBy,
          () => withDomainErrors(run),
          (made) => logged(kind, countedOf(made)),
          spentOn(kind),
        ),
      ),
  };
}
