import { errorStatus, upgradeCodes, type ErrorBody, type ErrorCode } from '@lectern/contracts';

interface Details {
  /** The invalid fields by their paths. */
  errors?: { path: string; message: string }[];
  /** The suggested pause before a retry, in seconds. */
  retryAfterSeconds?: number;
  /** The number of cards that already exist. Only with `already_imported`. */
  existing?: number;
  cause?: unknown;
}

/** Transient failures: the answer always has `Retry-After`. */
const passingCodes = ['unavailable', 'bad_gateway', 'timeout', 'rate_limited'] as const satisfies readonly ErrorCode[];
type PassingCode = (typeof passingCodes)[number];
const isPassing = (code: ErrorCode): code is PassingCode => passingCodes.some((each) => each === code);
type Arguments =
  | [code: PassingCode, message: string, details: Details & { retryAfterSeconds: number }]
  | [code: Exclude<ErrorCode, PassingCode>, message: string, details?: Details];

/**
 * The error of domain functions: a code of a closed union and a message for the learner.
 *
 * @example
 * throw new DomainError('not_found', 'Folder not found.');
 * throw new DomainError('unavailable', 'Please try again.', { retryAfterSeconds: 2 });
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly errors: Details['errors'];
  readonly retryAfterSeconds: number | undefined;
  readonly existing: number | undefined;

  constructor(...[code, message, details = {}]: Arguments) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.existing = details.existing;
  }
}

/** Creates an error with the code of another service. `retryAfterSeconds` is used if the failure is transient. */
export const relayedError = (code: ErrorCode, message: string, retryAfterSeconds: number, cause?: unknown): DomainError =>
  isPassing(code) ? new DomainError(code, message, { retryAfterSeconds, cause }) : new DomainError(code, message, { cause });

export const notFound = (resource: string) => new DomainError('not_found', `${resource} not found.`);

/** Internal errors are retryable; the message says so. */
const secondsAfterOurMistake = 5;

/** Converts an error to its HTTP answer: status, headers and body `{ msg, code, requestId }`. No other code does this. */
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
      ...(error.existing !== undefined && { existing: error.existing }),
      requestId,
    },
  };
}
