import type { ErrorHandler, NotFoundHandler } from 'hono';
import type { ErrorCode } from '@lectern/contracts';
import { DocumentTooLargeError, StoreBusyError, StoreUnavailableError } from '@lectern/document-store';
import { DomainError, errorAnswer } from './DomainError.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';

const storeRetryAfterSeconds = 2;
const searchRetryAfterSeconds = 1;

const asDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  if (error instanceof StoreUnavailableError)
    return new DomainError('unavailable', 'Our storage is busy. Please try again.', {
      retryAfterSeconds: storeRetryAfterSeconds,
      cause: error,
    });
  if (error instanceof DocumentTooLargeError)
    return new DomainError('too_large', 'This is more than can be kept in one piece. Please split it.', { cause: error });
  if (error instanceof StoreBusyError)
    return new DomainError('rate_limited', 'Other searches of yours are still under way. Please try again in a moment.', {
      retryAfterSeconds: searchRetryAfterSeconds,
      cause: error,
    });
  return new DomainError('internal', 'Something went wrong on our side. Please try again.', { cause: error });
};

const ours = { level: 'error', event: 'request.failed' } as const;
/** For errors of an external provider: Stripe, or the model. */
const ofProvider = { level: 'warn', event: 'request.provider-failed' } as const;
/** The log levels and events of errors that the client did not cause. */
const failures: Partial<Record<ErrorCode, typeof ours | typeof ofProvider>> = {
  internal: ours,
  unavailable: ours,
  timeout: ofProvider,
  bad_gateway: ofProvider,
};

/** Answers every error of a service with the standard error body, and logs those that the client did not cause. */
export function answerErrors({ metrics, log }: { metrics: Metrics; log: Log }): ErrorHandler<ServiceEnvironment> {
  const storeErrors = metrics.counter({
    name: 'lectern_store_errors_total',
    help: 'Requests that failed because the database did.',
    labels: [],
  });
  return (thrown, c) => {
    const error = asDomainError(thrown);
    if (thrown instanceof StoreUnavailableError) storeErrors.inc();
    // After the client has left, aborted work is not a failure.
    const isCounted = error.code === 'unavailable' || !c.req.raw.signal.aborted;
    const failure = failures[error.code];
    if (failure && isCounted)
      log(failure.level, failure.event, { method: c.req.method, route: c.get('pattern'), code: error.code, error: error.cause ?? error });
    const { status, headers, body } = errorAnswer(error, c.get('requestId'));
    return new Response(JSON.stringify(body), { status, headers });
  };
}

export const answerNotFound: NotFoundHandler<ServiceEnvironment> = (c) => {
  const { status, headers, body } = errorAnswer(new DomainError('not_found', 'There is nothing at this address.'), c.get('requestId'));
  return new Response(JSON.stringify(body), { status, headers });
};
