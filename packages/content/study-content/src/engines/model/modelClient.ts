import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';
import { generationDeadlines } from '@lectern/contracts';
import { EngineError } from './EngineError.ts';
import { type Dependencies, ExchangeError, type OpenaiSettings } from './settings.ts';
import { likelyTokens } from './material.ts';
import {
  BrokenOffError,
  CutPromptError,
  errorOfAbort,
  failureOf,
  isTooLong,
  messages,
  NotStreamedError,
  TooLongError,
} from './ModelServerError.ts';
import { type AnswerShape, elementsIn, readAnswer } from './readAnswer.ts';
import { Answer, readCompletion, readStream, throwIfDeclined } from './readStream.ts';
import { type KnownOfServer, namedAsMissing, ServerCapabilities } from './ServerCapabilities.ts';
import type { UsageMeter } from './usage.ts';

/** A question to the model and the shape of its answer. */
export interface Question<Content> extends AnswerShape<Content> {
  name: string;
  system: string;
  user: string;
  /** Token limit of a valid answer. */
  answerTokens: number;
  /** Reading stops once the list has more elements than this. */
  enough?: number | undefined;
  /** Deadline including retries, in milliseconds of `Dependencies.now`. */
  deadline: number;
  meter: UsageMeter;
  signal: AbortSignal | undefined;
  /** Called with each complete element of the list as it arrives, even if the answer fails later. */
  onElement?: ((element: unknown) => void) | undefined;
}

/** Asks one question, with retries, until the answer matches its schema. */
export interface ModelClient {
  <Content>(question: Question<Content>): Promise<Content>;
  /** The server's context in tokens, as far as known. */
  readonly contextTokens: number;
  readonly maxCalls: number;
  readonly known: KnownOfServer;
}

const defaultContextTokens = 128_000;
const defaultCalls = 4;

const firstBackoffMs = 500;
const maxBackoffMs = 8_000;
/** The longest acceptable pause before a retry. A busy server may request a longer one. */
const maxWaitMs = 30_000;
/** A slow machine may read the prompt this long before it starts to answer. */
const maxReadingMs = 240_000;

/** Exponential backoff with 25 % jitter, so that callers do not retry simultaneously. */
const backoffMs = (tried: number, random: () => number): number =>
  Math.min(maxBackoffMs, firstBackoffMs * 2 ** (tried - 1)) * (0.75 + random() / 2);

/** Reserve for reasoning and the JSON around the elements. */
const spareTokens = 1_000;

/** Builds the request body. The schema goes into the prompt if the server does not support one or ignored it. */
async function bodyOf<Content>(
  { model, baseURL, temperature }: OpenaiSettings,
  { schema, name, system, user, answerTokens }: Question<Content>,
  capabilities: ServerCapabilities,
  isSchemaInPrompt: boolean,
): Promise<ChatCompletionCreateParamsBase> {
  const { zodResponseFormat } = await import('openai/helpers/zod');
  const { format } = capabilities.known;
  const responseFormat = zodResponseFormat(schema, name);
  const shape =
    format === 'json_schema' && !isSchemaInPrompt
      ? ''
      : `\nAnswer with one JSON object and nothing around it. It holds to this JSON schema:\n${JSON.stringify(responseFormat.json_schema.schema)}`;
  // OpenAI's models count reasoning towards the limit, so they get none.
  const limit = baseURL === undefined ? undefined : (['max_tokens', 'max_completion_tokens'] as const).find((one) => capabilities.has(one));
  return {
    model,
    messages: [
      { role: 'system', content: `${system}${shape}` },
      { role: 'user', content: user },
    ],
    ...(limit && { [limit]: answerTokens + spareTokens }),
    ...(temperature !== undefined && capabilities.has('temperature') && { temperature }),
    ...(format === 'json_schema' && { response_format: responseFormat }),
    ...(format === 'json_object' && { response_format: { type: 'json_object' } }),
  };
}

/** Aborts a call at its deadline, or when its answer does not start or stalls. */
function createStallTimer({ now, sleep }: Dependencies, wholeMs: number) {
  const stopped = new AbortController();
  const ended = new AbortController();
  const until = now() + wholeMs;
  let pauseUntil = now() + maxReadingMs;
  const watch = async (): Promise<void> => {
    for (let end = Math.min(until, pauseUntil); now() < end; end = Math.min(until, pauseUntil)) await sleep(end - now(), ended.signal);
    stopped.abort(new EngineError('engine-timeout', messages.tooSlow));
  };
  // Rejects when `end` aborts its sleep.
  watch().catch(() => undefined);
  return {
    signal: stopped.signal,
    progressed: () => {
      pauseUntil = now() + generationDeadlines.idle;
    },
    end: () => {
      ended.abort();
    },
  };
}

const loadSdk = async ({ apiKey, baseURL }: OpenaiSettings, { fetch }: Dependencies): Promise<OpenAI> => {
  const { default: SDK } = await import('openai');
  return new SDK({
    // Local servers need no key, but the SDK requires one.
    apiKey: apiKey ?? 'none',
    // Retries are made by `modelClient`, which knows the deadline.
    maxRetries: 0,
    timeout: generationDeadlines.whole,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(fetch && { fetch }),
  });
};

/** Passes on each complete element of an answer once. @returns a function that checks for new ones, and returns whether there are enough */
function createElements<Content>({ list, enough, answerTokens, onElement }: Question<Content>, answer: Answer): () => boolean {
  let passedOn = 0;
  // Eight characters per token; more is a runaway answer.
  const maxCharacters = (answerTokens + spareTokens) * 8;
  return () => {
    if (answer.text.length > maxCharacters) return true;
    if (!list || (!onElement && enough === undefined)) return false;
    const elements = elementsIn(answer.text, list);
    for (const element of elements.slice(passedOn, enough)) onElement?.(element);
    passedOn = Math.max(passedOn, elements.length);
    // Waits for one extra, because a model that ends on its own also reports its tokens.
    return enough !== undefined && elements.length > enough;
  };
}

/** Makes single calls to one server, and tracks its capabilities. */
class ModelServer {
  readonly capabilities: ServerCapabilities;
  private readonly settings: OpenaiSettings;
  private readonly dependencies: Dependencies;
  private sdk: Promise<OpenAI> | undefined;

  constructor(settings: OpenaiSettings, dependencies: Dependencies) {
    this.settings = settings;
    this.dependencies = dependencies;
    this.capabilities = new ServerCapabilities(settings.known);
  }

  get contextTokens(): number {
    const { contextTokens = defaultContextTokens } = this.settings;
    return Math.min(contextTokens, this.capabilities.known.contextTokens ?? contextTokens);
  }

  /**
   * Makes one call when it gets its turn, and reads the answer until it ends, stalls, or has enough. The time limit starts with the turn.
   *
   * @throws BrokenOffError with the partial answer
   */
  async call<Content>(question: Question<Content>, isSchemaInPrompt: boolean): Promise<Answer> {
    const { exchange, turn, now } = this.dependencies;
    const body = await bodyOf(this.settings, question, this.capabilities, isSchemaInPrompt);
    const endTurn = await turn?.(question.signal ?? new AbortController().signal);
    const stallTimer = createStallTimer(this.dependencies, Math.max(1, question.deadline - now()));
    const signal = question.signal ? AbortSignal.any([stallTimer.signal, question.signal]) : stallTimer.signal;
    const answer = new Answer();
    const checkElements = createElements(question, answer);
    try {
      const send = async (): Promise<string> => {
        await this.send(body, answer, signal, stallTimer.progressed, checkElements);
        // The SDK ends an aborted stream without an error.
        signal.throwIfAborted();
        return answer.text;
      };
      question.meter.send();
      if (exchange) answer.text = await exchange(body, send);
      else await send();
    } catch (error) {
      const cause: unknown = question.signal?.aborted
        ? errorOfAbort(question.signal)
        : stallTimer.signal.aborted
          ? stallTimer.signal.reason
          : error;
      if (answer.text === '') throw cause;
      throw new BrokenOffError(answer.text, cause);
    } finally {
      stallTimer.end();
      endTurn?.();
      if (!question.signal?.aborted) checkElements();
      // The server has read the prompt, even if nobody waits for the answer any more.
      if (answer.text !== '' || answer.finish !== undefined || question.signal?.aborted)
        question.meter.add({ sent: `${question.system}${question.user}`, received: answer.text, counts: answer.tokens });
    }
    throwIfDeclined(answer);
    this.checkPrompt(question, answer);
    return answer;
  }

  /** Records what the server lacks according to an error. @returns whether to retry immediately without it */
  adapts(error: unknown): boolean {
    if (error instanceof NotStreamedError) return this.capabilities.lacks('stream');
    return namedAsMissing(error).some((capability) => this.capabilities.lacks(capability));
  }

  /** Records the actual context size if the server truncated the prompt. @throws CutPromptError */
  private checkPrompt<Content>({ system, user }: Question<Content>, { tokens }: Answer): void {
    const read = tokens?.prompt_tokens ?? 0;
    if (read === 0 || read >= (likelyTokens(`${system}${user}`) * 2) / 3) return;
    this.capabilities.known.contextTokens = read;
    throw new CutPromptError();
  }

  /** Sends the request and reads the response into `answer`. */
  private async send(
    body: ChatCompletionCreateParamsBase,
    answer: Answer,
    signal: AbortSignal,
    progressed: () => void,
    checkElements: () => boolean,
  ): Promise<void> {
    const { completions } = (await (this.sdk ??= loadSdk(this.settings, this.dependencies))).chat;
    if (!this.capabilities.has('stream')) {
      readCompletion(await completions.create({ ...body, stream: false }, { signal }), answer);
      return;
    }
    const usage = this.capabilities.has('usage') && { stream_options: { include_usage: true } };
    const chunks = await completions.create({ ...body, stream: true, ...usage }, { signal });
    await readStream(chunks, answer, progressed, checkElements);
  }
}

/**
 * Creates a client that asks a model through the official SDK, which is loaded on first use. Answers are streamed: complete elements of a
 * list are passed on as they arrive, a stalled answer is aborted early, and reading ends once there are enough.
 *
 * @returns a function that throws EngineError if there is no answer in time, and TooLongError if the material exceeds what the model reads
 */
export function modelClient(settings: OpenaiSettings, dependencies: Dependencies): ModelClient {
  const { now, random, sleep } = dependencies;
  const server = new ModelServer(settings, dependencies);
  const ask = async <Content>(question: Question<Content>): Promise<Content> => {
    let isSchemaInPrompt = false;
    for (let tried = 1; ;) {
      let failed: unknown;
      try {
        const answer = await server.call(question, isSchemaInPrompt);
        const content = readAnswer(answer.text, question);
        if (content !== undefined) return content;
        if (answer.isCut && !question.list) throw new TooLongError();
        failed = new EngineError('engine-refused', messages.wrongShape);
        isSchemaInPrompt = true;
      } catch (error) {
        // Complete elements are kept, because a retry would give them twice.
        const content = error instanceof BrokenOffError && question.list ? readAnswer(error.text, question) : undefined;
        if (content !== undefined) return content;
        failed = error instanceof BrokenOffError ? error.cause : error;
        if (failed instanceof TooLongError || failed instanceof ExchangeError || question.signal?.aborted) throw failed;
        if (isTooLong(failed)) throw new TooLongError();
        if (server.adapts(failed)) continue;
      }
      const { error, tries, retryAfterMs } = failureOf(failed, now());
      const wait = retryAfterMs ?? (error.code === 'engine-unavailable' ? backoffMs(tried, random) : 0);
      if (tried >= tries || wait > maxWaitMs || now() + wait >= question.deadline) {
        dependencies.onFailure?.(error);
        throw error;
      }
      await sleep(wait, question.signal ?? new AbortController().signal);
      tried += 1;
    }
  };
  return Object.defineProperties(ask, {
    contextTokens: { get: () => server.contextTokens },
    maxCalls: { value: settings.maxCalls ?? defaultCalls },
    known: { get: () => server.capabilities.known },
  }) as ModelClient;
}
