import type { ErrorCode } from '@lectern/contracts';
import type { ContentKind, ContentMetrics, MadeContent } from './contentMetrics.ts';
import { createFairQueue, fairQueueLimits } from './createFairQueue.ts';
import { DomainError, relayedError } from './DomainError.ts';
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
  metrics: Metrics;
  contentMetrics: ContentMetrics;
}

/** One task of a learner. */
export interface QueuedTask<T> {
  userId: string;
  isLarge: boolean;
  run: () => Promise<T>;
}

/** Seconds until a retry makes sense when the engine was not available. */
const retryAfterSeconds = 10;

/** Runs the content tasks of a service: fair among learners, with the engine's errors as domain errors, generations counted in metrics. */
export function createContentQueue({ workers, failureOf, metrics, contentMetrics }: ContentQueueOptions) {
  const { generatedBy, slots, largeSlots } = workers;
  const queue = createFairQueue({ slots, largeSlots, ...fairQueueLimits, name: 'content', metrics });

  const withDomainErrors = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      const failure = failureOf(error);
      throw failure ? relayedError(failure.code, failure.message, retryAfterSeconds, error) : error;
    }
  };
  const spentOn = (error: unknown) => (error instanceof DomainError ? failureOf(error.cause)?.spent : undefined);

  return {
    run: <T>({ userId, isLarge, run }: QueuedTask<T>): Promise<T> => queue.run(userId, isLarge, () => withDomainErrors(run)),
    /** Runs a generation and counts its outcome. Its duration is that of the work, without the time in the queue. */
    generate: <T>(kind: ContentKind, { userId, isLarge, run }: QueuedTask<T>, countedOf: (made: T) => MadeContent): Promise<T> =>
      queue.run(userId, isLarge, () => contentMetrics.measure(kind, generatedBy, () => withDomainErrors(run), countedOf, spentOn)),
  };
}
