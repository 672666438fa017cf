import { errorStatus, upgradeCodes, type ErrorBody, type ErrorCode } from '@lectern/contracts';

interface Details {
  /** Fields that were wrong, by path. */
  errors?: { path: string; message: string }[];
  /** Seconds after which another try makes sense. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** Failures that pass by themselves: who made the call is always told when another try makes sense. */
const passingCodes = ['unavailable', 'bad_gateway', 'timeout', 'rate_limited'] as const satisfies readonly ErrorCode[];
type PassingCode = (typeof passingCodes)[number];
const isPassing = (code: ErrorCode): code is PassingCode => passingCodes.some((each) => each === code);
type Arguments =
  | [code: PassingCode, message: string, details: Details & { retryAfterSeconds: number }]
  | [code: Exclude<ErrorCode, PassingCode>, message: string, details?: Details];

/** What a domain function throws: one of a closed union of codes, and a sentence that the learner may read. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly errors: Details['errors'];
  readonly retryAfterSeconds: number | undefined;

  constructor(...[code, message, details = {}]: Arguments) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** An error whose code somebody else decided; `retryAfterSeconds` counts where it is one that passes. */
export const relayedError = (code: ErrorCode, message: string, retryAfterSeconds: number, cause?: unknown): DomainError =>
  isPassing(code) ? new DomainError(code, message, { retryAfterSeconds, cause }) : new DomainError(code, message, { cause });

export const notFound = (thing: string) => new DomainError('not_found', `${thing} not found.`);

/** What of ours failed may work the next time, and its sentence says so. */
const secondsAfterOurMistake = 5;

/** The one place where an error becomes an answer (contract section 2). Every answer of ours about a failure says `Retry-After`. */
export function errorAnswer(error: DomainError, requestId: string): { status: number; headers: Record<string, string>; body: ErrorBody } {
  const seconds = error.retryAfterSeconds ?? (error.code === 'internal' ? secondsAfterOurMistake : undefined);
  return {
    status: errorStatus[error.code],
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      ...(seconds !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }),
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
