import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';
import { generationDeadlines } from '@lectern/contracts';
import { EngineError } from './EngineError.ts';
import { ExchangeError } from './Exchange.ts';
import { likelyTokens } from './material.ts';
import {
  BrokenOffError,
  CutPromptError,
  errorOfAbort,
  failureOf,
  isTooLong,
  messages,
  namedAsMissing,
  NotStreamedError,
  TooLongError,
} from './ModelServerError.ts';
import { elementsIn, readAnswer, type AnswerShape } from './readAnswer.ts';
import { Answer, readCompletion, readStream, throwIfDeclined } from './readStream.ts';
import { ServerCapabilities, type KnownOfServer } from './ServerCapabilities.ts';
import type { Dependencies, OpenaiSettings } from './settings.ts';
import type { UsageMeter } from './usage.ts';

/** One question to the model, and how its answer is read. */
export interface Question<Content> extends AnswerShape<Content> {
  /** The name of the schema. */
  name: string;
  system: string;
  user: string;
  /** The most tokens of a sound answer. */
  answerTokens: number;
  /** So many elements of the list are enough: reading stops at a further one. */
  enough?: number | undefined;
  /** Until when there has to be an answer, retries included; milliseconds of `Dependencies.now`. */
  deadline: number;
  meter: UsageMeter;
  signal: AbortSignal | undefined;
  /** Takes each whole element of the list as it arrives, also of an answer that fails later. */
  onElement?: ((element: unknown) => void) | undefined;
}

/** Asks one question until there is an answer that matches its schema. */
export interface AskModel {
  <Content>(question: Question<Content>): Promise<Content>;
  /** The context that the server is known to have, in tokens. */
  readonly contextTokens: number;
  readonly maxCalls: number;
  readonly known: KnownOfServer;
}

const defaultContextTokens = 128_000;
const defaultCalls = 4;

const firstBackoffMs = 500;
const longestBackoffMs = 8_000;
/** A learner does not wait longer than this for a busy server. */
const longestWaitMs = 30_000;
/** A slow machine reads the prompt for so long before it begins to answer. */
const longestReadingMs = 240_000;

/** How long to wait before the next try: doubled each time, and a quarter more or less, so that callers do not all come back at once. */
const backoffMs = (tried: number, random: () => number): number =>
  Math.min(longestBackoffMs, firstBackoffMs * 2 ** (tried - 1)) * (0.75 + random() / 2);

/** Reasoning and the frame of an answer come on top of what is asked for. */
const spareTokens = 1_000;

/** The request's body. The schema stands in the prompt where the server takes none, or did not keep to it. */
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
  // The vendor's models think within the limit of an answer, so they get none.
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

/** Ends a call at its deadline, or when its answer does not begin, or stops coming. */
function createPatience({ now, sleep }: Dependencies, wholeMs: number) {
  const stopped = new AbortController();
  const ended = new AbortController();
  const until = now() + wholeMs;
  let pauseUntil = now() + longestReadingMs;
  const watch = async (): Promise<void> => {
    for (let end = Math.min(until, pauseUntil); now() < end; end = Math.min(until, pauseUntil)) await sleep(end - now(), ended.signal);
    stopped.abort(new EngineError('engine-timeout', messages.tooSlow));
  };
  // It ends by its own signal.
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
    // Local servers ask for no key, but the SDK wants one.
    apiKey: apiKey ?? 'none',
    // Retries are counted here, where the deadline is known.
    maxRetries: 0,
    timeout: generationDeadlines.whole,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(fetch && { fetch }),
  });
};

/** Hands out the elements of an answer, each once. @returns a function that looks for further ones, and tells whether there are enough */
function createElements<Content>({ list, enough, answerTokens, onElement }: Question<Content>, answer: Answer): () => boolean {
  let handed = 0;
  // A token of the longest words; more is a runaway answer.
  const mostCharacters = (answerTokens + spareTokens) * 8;
  return () => {
    if (answer.text.length > mostCharacters) return true;
    if (!list || (!onElement && enough === undefined)) return false;
    const elements = elementsIn(answer.text, list);
    for (const element of elements.slice(handed, enough)) onElement?.(element);
    handed = Math.max(handed, elements.length);
    // One more than enough: a model that ends by itself also tells its tokens.
    return enough !== undefined && elements.length > enough;
  };
}

/** Makes single calls to one server, and notes what the server lacks. */
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
   * Makes one call in its turn and reads its answer until it ends, stops coming, or is enough. The time of a call counts from its turn on.
   *
   * @throws BrokenOffError with what came before a failure
   */
  async call<Content>(question: Question<Content>, isSchemaInPrompt: boolean): Promise<Answer> {
    const { exchange, turn, now } = this.dependencies;
    const body = await bodyOf(this.settings, question, this.capabilities, isSchemaInPrompt);
    const endTurn = await turn?.(question.signal ?? new AbortController().signal);
    const patience = createPatience(this.dependencies, Math.max(1, question.deadline - now()));
    const signal = question.signal ? AbortSignal.any([patience.signal, question.signal]) : patience.signal;
    const answer = new Answer();
    const look = createElements(question, answer);
    try {
      const send = async (): Promise<string> => {
        await this.send(body, answer, signal, patience.progressed, look);
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
        : patience.signal.aborted
          ? patience.signal.reason
          : error;
      if (answer.text === '') throw cause;
      throw new BrokenOffError(answer.text, cause);
    } finally {
      patience.end();
      endTurn?.();
      if (!question.signal?.aborted) look();
      // A server that was asked has read the prompt, also where nobody waits for its answer any more.
      if (answer.text !== '' || answer.finish !== undefined || question.signal?.aborted)
        question.meter.add({ sent: `${question.system}${question.user}`, received: answer.text, told: answer.tokens });
    }
    throwIfDeclined(answer);
    this.checkPrompt(question, answer);
    return answer;
  }

  /** Notes what an error says that the server lacks. @returns Whether the same question may be asked again at once, without it. */
  adapts(error: unknown): boolean {
    if (error instanceof NotStreamedError) return this.capabilities.lacks('stream');
    return namedAsMissing(error).some((capability) => this.capabilities.lacks(capability));
  }

  /** Notes how large the context is where the server has cut the prompt. @throws CutPromptError */
  private checkPrompt<Content>({ system, user }: Question<Content>, { tokens }: Answer): void {
    const read = tokens?.prompt_tokens ?? 0;
    if (read === 0 || read >= (likelyTokens(`${system}${user}`) * 2) / 3) return;
    this.capabilities.known.contextTokens = read;
    throw new CutPromptError();
  }

  /** Sends the request and reads into `answer`. */
  private async send(
    body: ChatCompletionCreateParamsBase,
    answer: Answer,
    signal: AbortSignal,
    progressed: () => void,
    look: () => boolean,
  ): Promise<void> {
    const { completions } = (await (this.sdk ??= loadSdk(this.settings, this.dependencies))).chat;
    if (!this.capabilities.has('stream')) {
      readCompletion(await completions.create({ ...body, stream: false }, { signal }), answer);
      return;
    }
    const usage = this.capabilities.has('usage') && { stream_options: { include_usage: true } };
    const chunks = await completions.create({ ...body, stream: true, ...usage }, { signal });
    await readStream(chunks, answer, progressed, look);
  }
}

/**
 * Asks a model through the official SDK, which is loaded at its first use. Answers are streamed: whole elements of a list are handed out as they
 * arrive, an answer that stops coming is given up early, and reading ends once there is enough.
 *
 * @returns A function that throws EngineError when there is no answer in time, TooLongError when the material is more than the model reads.
 */
export function modelClient(settings: OpenaiSettings, dependencies: Dependencies): AskModel {
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
        // Whole elements are kept: asking again would give them twice.
        const content = error instanceof BrokenOffError && question.list ? readAnswer(error.text, question) : undefined;
        if (content !== undefined) return content;
        failed = error instanceof BrokenOffError ? error.cause : error;
        if (failed instanceof TooLongError || failed instanceof ExchangeError || question.signal?.aborted) throw failed;
        if (isTooLong(failed)) throw new TooLongError();
        if (server.adapts(failed)) continue;
      }
      const { error, tries, retryAfterMs } = failureOf(failed, now());
      const wait = retryAfterMs ?? (error.code === 'engine-unavailable' ? backoffMs(tried, random) : 0);
      if (tried >= tries || wait > longestWaitMs || now() + wait >= question.deadline) {
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
  }) as AskModel;
}
