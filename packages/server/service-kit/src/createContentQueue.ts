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
  /** The cost of the failed generation. */
  spent: Omit<MadeContent, 'engines'>;
}

export interface ContentQueueOptions {
  /** The threads that generate study content. */
  workers: { readonly generatedBy: string; readonly slots: number; readonly largeSlots: number };
  /** Recognises the content engine's own errors; `undefined` for others, which stay internal. */
  failureOf: (error: unknown) => ContentFailure | undefined;
  /** The name in metrics. Defaults to `content`. */
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
  /** The engine, if it differs from the workers' own. */
  generatedBy?: string;
}

/** The maximum number of logged items per check. */
const mostLogged = 20;

/** The suggested pause before a retry in seconds, if the engine was unavailable. */
const retryAfterSeconds = 10;

/**
 * Creates the queue of a service's content tasks. It is fair among learners, converts the engine's errors to domain errors, and counts generations.
 */
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
  /** Logs which checks refused items, and the places of these items. The text at these places belongs to the learner and is not logged. */
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
    /** Runs a generation and counts its outcome. Its duration excludes the time in the queue. */
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
