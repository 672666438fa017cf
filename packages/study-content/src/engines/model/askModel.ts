import { isRecord } from '@lectern/contracts';
import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsBase, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { EngineError } from './EngineError.ts';
import { elementsIn, readAnswer, type AnswerShape } from './readAnswer.ts';
import type { OpenaiSettings, Dependencies } from './settings.ts';
import type { UsageMeter } from './usage.ts';

/** One question to the model, and how its answer is read. */
export interface Question<Answer> extends AnswerShape<Answer> {
  /** Of the schema. */
  name: string;
  system: string;
  user: string;
  /** So many elements of the list are enough: reading stops at a further one. */
  enough?: number;
  /** An answer longer than this has lost its way, in characters. */
  mostCharacters: number;
  /** What one of several calls for one thing may use: until when, and what counts its tokens. */
  deadline: number;
  meter: UsageMeter;
  signal: AbortSignal | undefined;
}

/** Thrown where the material is more than the model takes at once; the caller asks about less. */
export class TooLongError extends EngineError {
  constructor() {
    super('engine-refused', 'The language model came to no end with this material.');
    this.name = 'TooLongError';
  }
}

/** The forms of answer that servers know, from the strictest to none at all. */
const formats = ['json_schema', 'json_object', 'text'] as const;

const mostTries = 3;
const longestBackoffMs = 8_000;
/** Waiting longer than this for a busy server is no service to a learner. */
const longestWaitMs = 30_000;

/** What the call ended in, as far as another try goes. */
interface Failure {
  error: EngineError;
  /** How long the server asks to wait; `undefined` where it does not say. */
  retryAfterMs?: number | undefined;
  /** How many tries such a failure is worth. */
  tries: number;
}

interface Answered {
  text: string;
  finish: string | undefined;
  /** True where reading stopped before the answer ended. */
  wasStopped: boolean;
}

/** "Retry-After" in milliseconds: seconds, a date, or OpenAI's own header. */
function retryAfterOf(headers: Headers | undefined, now: number): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const written = headers?.get('retry-after');
  if (written === null || written === undefined) return undefined;
  const seconds = Number(written);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(written) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

const unreachable = 'The language model cannot be reached. Please try again later.';
const tooSlow = 'The language model took too long to answer. Please try again.';
const wrongShape = 'The language model gave no answer in the right shape. Please try again.';

/**
 * Asks a model through the official SDK, which is loaded at its first use. Answers are streamed, so that one that stands
 * still is given up early and reading stops once there is enough. What a server cannot do is remembered: schemas,
 * streams, or telling its tokens.
 */
export function modelClient(settings: OpenaiSettings, { now, random, sleep }: Dependencies) {
  const timeoutMs = settings.timeoutMs ?? 100_000;
  const idleTimeoutMs = settings.idleTimeoutMs ?? 45_000;
  let client: Promise<OpenAI> | undefined;
  let format: (typeof formats)[number] = 'json_schema';
  let canStream = true;
  let canTellUsage = true;

  const load = async (): Promise<OpenAI> => {
    const { default: SDK } = await import('openai');
    // Local servers ask for no key, but the SDK wants one. Tries are counted here, where their time is known.
    return new SDK({
      apiKey: settings.apiKey ?? 'none',
      maxRetries: 0,
      timeout: timeoutMs,
      ...(settings.baseURL === undefined ? {} : { baseURL: settings.baseURL }),
    });
  };

  async function bodyOf<Answer>(
    { schema, name, system, user }: Question<Answer>,
    spellsOut: boolean,
  ): Promise<ChatCompletionCreateParamsBase> {
    const { zodResponseFormat } = await import('openai/helpers/zod');
    const byShape = zodResponseFormat(schema, name);
    // Without a schema of its own the server reads it in the prompt.
    const shape =
      format === 'json_schema' && !spellsOut
        ? ''
        : `\nAnswer with one JSON object and nothing around it. It holds to this JSON schema:\n${JSON.stringify(byShape.json_schema.schema)}`;
    const messages: ChatCompletionMessageParam[] = [
      { role: 'system', content: `${system}${shape}` },
      { role: 'user', content: user },
    ];
    return {
      model: settings.model,
      messages,
      ...(format === 'json_schema' && { response_format: byShape }),
      ...(format === 'json_object' && { response_format: { type: 'json_object' } }),
    };
  }

  /** Sends one call and reads its answer until it ends, stands still, or is enough. */
  async function call<Answer>(question: Question<Answer>, spellsOut: boolean): Promise<Answered> {
    const sdk = await (client ??= load());
    const body = await bodyOf(question, spellsOut);
    const stopped = new AbortController();
    const giveUp = (): void => {
      stopped.abort(new EngineError('engine-timeout', tooSlow));
    };
    const whole = setTimeout(giveUp, Math.max(1, Math.min(timeoutMs, question.deadline - now())));
    let idle = setTimeout(giveUp, idleTimeoutMs);
    const signal = question.signal ? AbortSignal.any([stopped.signal, question.signal]) : stopped.signal;
    const answered: Answered = { text: '', finish: undefined, wasStopped: false };
    let told: { prompt_tokens?: number; completion_tokens?: number } | undefined;
    let refusal = '';
    try {
      if (canStream) {
        const chunks = await sdk.chat.completions.create(
          { ...body, stream: true, ...(canTellUsage && { stream_options: { include_usage: true } }) },
          { signal },
        );
        let count = 0;
        let counted = 0;
        for await (const chunk of chunks) {
          count += 1;
          clearTimeout(idle);
          idle = setTimeout(giveUp, idleTimeoutMs);
          if (chunk.usage) told = chunk.usage;
          // Some servers send null in place of an empty list with the last chunk.
          const choice = (chunk.choices as typeof chunk.choices | null)?.[0];
          if (!choice) continue;
          answered.text += choice.delta.content ?? '';
          refusal += choice.delta.refusal ?? '';
          if (choice.finish_reason !== null) answered.finish = choice.finish_reason;
          // Counting looks at all that was said, so it is done once in a while.
          const isLong = answered.text.length > question.mostCharacters;
          if (question.enough !== undefined && answered.text.length - counted > 400) {
            counted = answered.text.length;
            // One too many: a model that ends by itself also says what it took.
            answered.wasStopped = elementsIn(answered.text) > question.enough;
          }
          if (isLong || answered.wasStopped) {
            answered.wasStopped = true;
            break;
          }
        }
        // The SDK ends an aborted stream without a word.
        if (signal.aborted) throw signal.reason;
        if (count === 0) {
          canStream = false;
          throw new NotStreamedError();
        }
      } else {
        const completion = await sdk.chat.completions.create({ ...body, stream: false }, { signal });
        const choice = (completion.choices as typeof completion.choices | undefined)?.[0];
        answered.text = choice?.message.content ?? '';
        refusal = choice?.message.refusal ?? '';
        answered.finish = choice?.finish_reason;
        told = completion.usage;
      }
    } catch (error) {
      if (question.signal?.aborted) throw abortedBy(question.signal);
      if (stopped.signal.aborted) throw stopped.signal.reason;
      // What came before the line broke may be enough.
      if (answered.text === '') throw error;
      throw new BrokenOffError(answered.text, error);
    } finally {
      clearTimeout(whole);
      clearTimeout(idle);
      if (answered.text !== '' || answered.finish !== undefined)
        question.meter.add({ sent: `${question.system}${question.user}`, received: answered.text, told });
    }
    if (refusal !== '' || answered.finish === 'content_filter')
      throw new EngineError('engine-refused', 'The language model declined to answer about this material.');
    return answered;
  }

  /** Whether the server named something that it cannot do; then it is asked without. */
  function learnsFrom(error: unknown): boolean {
    const status = isRecord(error) && typeof error['status'] === 'number' ? error['status'] : 0;
    if (status < 400 || status === 401 || status === 403 || status === 404 || status === 429) return false;
    const said = error instanceof Error ? `${error.message} ${isRecord(error) ? JSON.stringify(error['error'] ?? '') : ''}` : '';
    if (canTellUsage && /stream_options|include_usage/i.test(said)) {
      canTellUsage = false;
      return true;
    }
    if (canStream && /\bstream(ing)?\b.{0,40}\b(not|un)\s?(support|allow|avail|implement)/i.test(said)) {
      canStream = false;
      return true;
    }
    const next = formats[formats.indexOf(format) + 1];
    if (next === undefined || !/response_format|json_schema|json_object|structured|schema|grammar|guided/i.test(said)) return false;
    format = next;
    return true;
  }

  function failureOf(error: unknown): Failure {
    if (error instanceof EngineError) return { error, tries: error.code === 'engine-timeout' || error.message === wrongShape ? 2 : 1 };
    const status = isRecord(error) && typeof error['status'] === 'number' ? error['status'] : undefined;
    const code = isRecord(error) ? error['code'] : undefined;
    const unavailable = new EngineError('engine-unavailable', unreachable, { cause: error });
    if (status === undefined || status === 408 || status === 409 || status >= 500 || (status === 429 && code !== 'insufficient_quota')) {
      const headers = isRecord(error) && error['headers'] instanceof Headers ? error['headers'] : undefined;
      return { error: unavailable, retryAfterMs: retryAfterOf(headers, now()), tries: mostTries };
    }
    return {
      error: new EngineError('engine-unavailable', 'The language model refuses to work with the present settings.', { cause: error }),
      tries: 1,
    };
  }

  /**
   * Asks until there is an answer that holds to its schema.
   *
   * @throws EngineError when there is none in time; TooLongError when the material is more than the model takes.
   */
  return async function ask<Answer>(question: Question<Answer>): Promise<Answer> {
    let half: string | undefined;
    let spellsOut = false;
    for (let tried = 1; ; tried += 1) {
      let failure: Failure;
      try {
        const { text, finish, wasStopped } = await call(question, spellsOut);
        const isCut = finish === 'length' || wasStopped;
        const answer = readAnswer(text, question);
        if (answer !== undefined) return answer;
        if (isCut && !question.list) throw new TooLongError();
        failure = failureOf(new EngineError('engine-refused', wrongShape));
        // A server that takes a schema and does not keep to it may do better when the model reads it.
        spellsOut = true;
      } catch (error) {
        if (error instanceof TooLongError || question.signal?.aborted) throw error;
        if (isTooLong(error)) throw new TooLongError();
        if (error instanceof NotStreamedError || learnsFrom(error)) {
          tried -= 1;
          continue;
        }
        if (error instanceof BrokenOffError) half = longer(half, error.text);
        failure = failureOf(error instanceof BrokenOffError ? error.cause : error);
      }
      const backoff = Math.min(longestBackoffMs, 500 * 2 ** (tried - 1)) * (0.75 + random() / 2);
      const wait = failure.retryAfterMs ?? (failure.error.code === 'engine-unavailable' ? backoff : 0);
      if (tried >= failure.tries || wait > longestWaitMs || now() + wait >= question.deadline) {
        const rest = half === undefined ? undefined : readAnswer(half, question);
        if (rest !== undefined) return rest;
        throw failure.error;
      }
      await sleep(wait, question.signal ?? new AbortController().signal);
    }
  };
}

/** Asks one question; made by {@link modelClient}. */
export type AskModel = ReturnType<typeof modelClient>;

/** The server gave its answer in one piece, though it was asked for a stream. */
class NotStreamedError extends Error {
  override readonly name = 'NotStreamedError';
}

/** The line broke while an answer was running. */
class BrokenOffError extends Error {
  override readonly name = 'BrokenOffError';
  readonly text: string;

  constructor(text: string, cause: unknown) {
    super('The answer broke off.', { cause });
    this.text = text;
  }
}

const longer = (one: string | undefined, other: string): string => (one !== undefined && one.length > other.length ? one : other);

/** Why a caller gave up: out of time is the engine's failure, anything else the caller's own. */
function abortedBy({ reason }: AbortSignal): Error {
  // By its name: it may come from another thread or realm.
  if (isRecord(reason) && reason['name'] === 'TimeoutError') return new EngineError('engine-timeout', tooSlow, { cause: reason });
  return reason instanceof Error ? reason : new DOMException('The task was given up.', 'AbortError');
}

/** Servers say in many words that a prompt is longer than their window. */
function isTooLong(error: unknown): boolean {
  if (!isRecord(error) || ![400, 413, 422].includes(Number(error['status']))) return false;
  const said = `${error instanceof Error ? error.message : ''} ${JSON.stringify(error['error'] ?? '')}`;
  return (
    error['code'] === 'context_length_exceeded' ||
    /context (length|window|size)|maximum context|too many tokens|prompt is too long|exceed\w{0,10} .{0,30}tokens/i.test(said)
  );
}
