import { errorStatus, upgradeCodes, type ErrorBody, type ErrorCode } from '@lectern/contracts';

interface Details {
  /** Fields that were wrong, by path. */
  errors?: { path: string; message: string }[];
  /** Seconds after which another try makes sense. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** What a domain function throws: one of a closed union of codes, and a sentence that the learner may read. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly errors: Details['errors'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export const notFound = (thing: string) => new DomainError('not_found', `${thing} not found.`);

/** The one place where an error becomes an answer (contract section 2). */
export function errorAnswer(error: DomainError, requestId: string): { status: number; headers: Record<string, string>; body: ErrorBody } {
  return {
    status: errorStatus[error.code],
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterSeconds))) }),
    },
    body: {
      msg: error.message,
      code: error.code,
      ...(upgradeCodes.has(error.code) && { upgradeRequired: true as const }),
      ...(error.errors && { errors: error.errors }),
      requestId,
    },
  };
}
