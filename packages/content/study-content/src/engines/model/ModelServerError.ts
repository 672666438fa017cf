import { isRecord } from '@lectern/contracts';
import { EngineError } from './EngineError.ts';

/** Messages that a learner sees. */
export const messages = {
  unreachable: 'The language model did not answer. Please try again later.',
  tooSlow: 'The language model took too long to answer. Please try again.',
  wrongShape: 'The language model gave no answer in the right shape. Please try again.',
  refused: 'What the language model wrote did not pass the checks.',
  declined: 'The language model declined to answer about this material.',
} as const;

/** Thrown where the material is more than the model reads at once; the caller asks about less. */
export class TooLongError extends EngineError {
  constructor() {
    super('engine-refused', 'The language model came to no end with this material.');
    this.name = 'TooLongError';
  }
}

/** The server has read less of the prompt than it was sent. What it answers rests on a part of the material, or on none of the orders. */
export class CutPromptError extends TooLongError {
  constructor() {
    super();
    this.name = 'CutPromptError';
  }
}

/** The server answered in one piece, though it was asked for a stream. */
export class NotStreamedError extends Error {
  override readonly name = 'NotStreamedError';
}

/** The connection broke during an answer. */
export class BrokenOffError extends Error {
  override readonly name = 'BrokenOffError';
  /** The received part of the answer. */
  readonly text: string;

  constructor(text: string, cause: unknown) {
    super('The answer broke off.', { cause });
    this.text = text;
  }
}

/** How a failed call is retried. */
export interface Failure {
  error: EngineError;
  /** How many times such a call is made at most. */
  tries: number;
  /** Milliseconds that the server asks to wait; `undefined` where it does not say. */
  retryAfterMs?: number | undefined;
}

/** `Retry-After` in milliseconds: from OpenAI's own header, a number of seconds, or a date. */
function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const value = headers?.get('retry-after');
  if (value === null || value === undefined) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const statusOf = (error: unknown): number | undefined =>
  isRecord(error) && typeof error['status'] === 'number' ? error['status'] : undefined;

/** The error's message with the body that the server sent. */
const textOf = (error: unknown): string =>
  `${error instanceof Error ? error.message : ''} ${isRecord(error) ? JSON.stringify(error['error'] ?? '') : ''}`;

const triesWhenUnavailable = 3;
const triesWhenSlowOrMisshapen = 2;

/** Whether the same call may succeed later: no answer, a timeout, a conflict, a busy or broken server. A used-up quota stays so. */
const isTemporary = (status: number | undefined, code: unknown): boolean =>
  status === undefined || status === 408 || status === 409 || status >= 500 || (status === 429 && code !== 'insufficient_quota');

/** Tells how a failed call is treated. `now` is in milliseconds, for a `Retry-After` that is a date. */
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

/** The error of an aborted caller: out of time is the engine's failure, anything else the caller's own. */
export function errorOfAbort({ reason }: AbortSignal): Error {
  // By its name: it may come from another thread.
  if (isRecord(reason) && reason['name'] === 'TimeoutError') return new EngineError('engine-timeout', messages.tooSlow, { cause: reason });
  return reason instanceof Error ? reason : new DOMException('The task was given up.', 'AbortError');
}

/** Whether a server says that the prompt is longer than its context window. Servers word this in many ways. */
export function isTooLong(error: unknown): boolean {
  if (!isRecord(error) || ![400, 413, 422].includes(statusOf(error) ?? 0)) return false;
  return (
    error['code'] === 'context_length_exceeded' ||
    /context (length|window|size)|maximum context|too many tokens|prompt is too long|exceed\w{0,10} .{0,30}tokens/i.test(textOf(error))
  );
}

/**
 * Parts of the chat completions API that a server may lack: token counts of streams, streams, the response format, a temperature other than its own,
 * and each of the two names of the limit of an answer.
 */
const capabilities = ['usage', 'stream', 'format', 'temperature', 'max_completion_tokens', 'max_tokens'] as const;
export type Capability = (typeof capabilities)[number];

/** The capabilities that an error names as missing; empty where it is another error. */
export function namedAsMissing(error: unknown): Capability[] {
  const status = statusOf(error) ?? 0;
  if (status < 400 || [401, 403, 404, 429].includes(status)) return [];
  const text = textOf(error);
  const named: Readonly<Record<Capability, RegExp>> = {
    usage: /stream_options|include_usage/i,
    stream: /\bstream(ing)?\b.{0,40}\b(not|un)\s?(support|allow|avail|implement)/i,
    format: /response_format|json_schema|json_object|structured|schema|grammar|guided/i,
    temperature: /temperature/i,
    max_completion_tokens: /max_completion_tokens(?!['"]? instead)/i,
    max_tokens: /max_tokens(?!['"]? instead)/i,
  };
  return capabilities.filter((capability) => named[capability].test(text));
}
