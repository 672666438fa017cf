import { isRecord } from '@lectern/contracts';
import { EngineError } from './EngineError.ts';

/** Shown to learners. */
export const messages = {
  unreachable: 'The language model did not answer. Please try again later.',
  tooSlow: 'The language model took too long to answer. Please try again.',
  wrongShape: 'The language model gave no answer in the right shape. Please try again.',
  refused: 'What the language model wrote did not pass the checks.',
  declined: 'The language model declined to answer about this material.',
} as const;

/** Thrown if the material exceeds what the model reads in one call; the caller retries with less. */
export class TooLongError extends EngineError {
  constructor() {
    super('engine-refused', 'The language model could not process this much material.');
    this.name = 'TooLongError';
  }
}

/** The server truncated the prompt, so its answer is based on part of the material or lacks the instructions. */
export class CutPromptError extends TooLongError {
  constructor() {
    super();
    this.name = 'CutPromptError';
  }
}

/** The server ignored the request for a stream. */
export class NotStreamedError extends Error {
  override readonly name = 'NotStreamedError';
}

/** The connection broke during an answer. */
export class BrokenOffError extends Error {
  override readonly name = 'BrokenOffError';
  /** The partial answer. */
  readonly text: string;

  constructor(text: string, cause: unknown) {
    super('The answer broke off.', { cause });
    this.text = text;
  }
}

export interface Failure {
  error: EngineError;
  /** Maximum number of attempts. */
  tries: number;
  /** In milliseconds; `undefined` if the server does not say. */
  retryAfterMs?: number | undefined;
}

/** The `Retry-After` in milliseconds: from OpenAI's own header, a number of seconds, or a date. */
function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const value = headers?.get('retry-after');
  if (value === null || value === undefined) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

export const statusOf = (error: unknown): number | undefined =>
  isRecord(error) && typeof error['status'] === 'number' ? error['status'] : undefined;

/** The error's message and response body. */
export const textOf = (error: unknown): string =>
  `${error instanceof Error ? error.message : ''} ${isRecord(error) ? JSON.stringify(error['error'] ?? '') : ''}`;

const triesWhenUnavailable = 3;
const triesWhenSlowOrMisshapen = 2;

/** Whether a retry may succeed: no response, a timeout, a conflict, or a busy or broken server. An exhausted quota is permanent. */
const isTemporary = (status: number | undefined, code: unknown): boolean =>
  status === undefined || status === 408 || status === 409 || status >= 500 || (status === 429 && code !== 'insufficient_quota');

/**
 * Classifies a failed call.
 *
 * @param now - In milliseconds, for a `Retry-After` date.
 */
export function failureOf(error: unknown, now: number): Failure {
  if (error instanceof EngineError) {
    const mayDiffer = error.code === 'engine-timeout' || error.message === messages.wrongShape;
    return { error, tries: mayDiffer ? triesWhenSlowOrMisshapen : 1 };
  }
  if (isTemporary(statusOf(error), isRecord(error) ? error['code'] : undefined)) {
    const headers = isRecord(error) && error['headers'] instanceof Headers ? error['headers'] : undefined;
    return {
      error: new EngineError('engine-unavailable', messages.unreachable, { cause: error }),
      tries: triesWhenUnavailable,
      retryAfterMs: retryAfterOf(headers, now),
    };
  }
  return { error: new EngineError('engine-misconfigured', messages.unreachable, { cause: error }), tries: 1 };
}

/** The error for an aborted call: a timeout is an engine failure, anything else is the caller's own reason. */
export function errorOfAbort({ reason }: AbortSignal): Error {
  // Checked by name, because it may come from another thread.
  if (isRecord(reason) && reason['name'] === 'TimeoutError') return new EngineError('engine-timeout', messages.tooSlow, { cause: reason });
  return reason instanceof Error ? reason : new DOMException('The task was aborted.', 'AbortError');
}

/** Whether a server reports that the prompt exceeds its context window. Servers word this in many ways. */
export function isTooLong(error: unknown): boolean {
  if (!isRecord(error) || ![400, 413, 422].includes(statusOf(error) ?? 0)) return false;
  return (
    error['code'] === 'context_length_exceeded' ||
    /context (length|window|size)|maximum context|too many tokens|prompt is too long|exceed\w{0,10} .{0,30}tokens/i.test(textOf(error))
  );
}
