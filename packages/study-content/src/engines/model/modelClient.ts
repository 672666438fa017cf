import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';
import { generationDeadlines } from '@lectern/contracts';
import { EngineError } from './EngineError.ts';
import { ExchangeError, type Exchange } from './Exchange.ts';
import {
  BrokenOffError,
  errorOfAbort,
  failureOf,
  isTooLong,
  messages,
  namedAsMissing,
  NotStreamedError,
  TooLongError,
} from './ModelServerError.ts';
import { readAnswer, type AnswerShape } from './readAnswer.ts';
import { Answer, readCompletion, readStream, throwIfDeclined, type ReadingLimits } from './readStream.ts';
import { ServerCapabilities } from './ServerCapabilities.ts';
import type { Dependencies, OpenaiSettings } from './settings.ts';
import type { UsageMeter } from './usage.ts';

/** One question to the model, and how its answer is read. */
export interface Question<Content> extends AnswerShape<Content>, ReadingLimits {
  /** The name of the schema. */
  name: string;
  system: string;
  user: string;
  /** Until when there has to be an answer, retries included; milliseconds of `Dependencies.now`. */
  deadline: number;
  meter: UsageMeter;
  signal: AbortSignal | undefined;
}

/** Asks one question until there is an answer that matches its schema. */
export type AskModel = <Content>(question: Question<Content>) => Promise<Content>;

const firstBackoffMs = 500;
const longestBackoffMs = 8_000;
/** A learner does not wait longer than this for a busy server. */
const longestWaitMs = 30_000;

/** How long to wait before the next try: doubled each time, and a quarter more or less, so that callers do not all come back at once. */
const backoffMs = (tried: number, random: () => number): number =>
  Math.min(longestBackoffMs, firstBackoffMs * 2 ** (tried - 1)) * (0.75 + random() / 2);

/** The request's body. The schema stands in the prompt where the server takes none, or did not keep to it. */
async function bodyOf<Content>(
  model: string,
  { schema, name, system, user }: Question<Content>,
  format: ServerCapabilities['format'],
  isSchemaInPrompt: boolean,
): Promise<ChatCompletionCreateParamsBase> {
  const { zodResponseFormat } = await import('openai/helpers/zod');
  const responseFormat = zodResponseFormat(schema, name);
  const shape =
    format === 'json_schema' && !isSchemaInPrompt
      ? ''
      : `\nAnswer with one JSON object and nothing around it. It holds to this JSON schema:\n${JSON.stringify(responseFormat.json_schema.schema)}`;
  return {
    model,
    messages: [
      { role: 'system', content: `${system}${shape}` },
      { role: 'user', content: user },
    ],
    ...(format === 'json_schema' && { response_format: responseFormat }),
    ...(format === 'json_object' && { response_format: { type: 'json_object' } }),
  };
}

/** Ends a call at its deadline, or when its answer stops coming. */
function createPatience(wholeMs: number, idleMs: number) {
  const stopped = new AbortController();
  const giveUp = (): void => {
    stopped.abort(new EngineError('engine-timeout', messages.tooSlow));
  };
  const whole = setTimeout(giveUp, Math.max(1, wholeMs));
  let idle = setTimeout(giveUp, idleMs);
  return {
    signal: stopped.signal,
    progressed: () => {
      clearTimeout(idle);
      idle = setTimeout(giveUp, idleMs);
    },
    end: () => {
      clearTimeout(whole);
      clearTimeout(idle);
    },
  };
}

const loadSdk = async ({ apiKey, baseURL }: OpenaiSettings): Promise<OpenAI> => {
  const { default: SDK } = await import('openai');
  return new SDK({
    // Local servers ask for no key, but the SDK wants one.
    apiKey: apiKey ?? 'none',
    // Retries are counted here, where the deadline is known.
    maxRetries: 0,
    timeout: generationDeadlines.draft,
    ...(baseURL === undefined ? {} : { baseURL }),
  });
};

/** Makes single calls to one server, and notes what the server lacks. */
class ModelServer {
  private readonly settings: OpenaiSettings;
  private readonly exchange: Exchange | undefined;
  private readonly capabilities = new ServerCapabilities();
  private sdk: Promise<OpenAI> | undefined;

  constructor(settings: OpenaiSettings, exchange: Exchange | undefined) {
    this.settings = settings;
    this.exchange = exchange;
  }

  /**
   * Makes one call and reads its answer until it ends, stops coming, or is enough.
   *
   * @param remainingMs - The time until the deadline.
   */
  async call<Content>(question: Question<Content>, remainingMs: number, isSchemaInPrompt: boolean): Promise<Answer> {
    const body = await bodyOf(this.settings.model, question, this.capabilities.format, isSchemaInPrompt);
    const patience = createPatience(remainingMs, this.settings.idleTimeoutMs ?? generationDeadlines.idle);
    const signal = question.signal ? AbortSignal.any([patience.signal, question.signal]) : patience.signal;
    const answer = new Answer();
    try {
      const send = async (): Promise<string> => {
        await this.send(question, body, answer, signal, patience.progressed);
        // The SDK ends an aborted stream without an error.
        signal.throwIfAborted();
        return answer.text;
      };
      question.meter.send();
      if (this.exchange) answer.text = await this.exchange(body, send);
      else await send();
    } catch (error) {
      if (question.signal?.aborted) throw errorOfAbort(question.signal);
      if (patience.signal.aborted) throw patience.signal.reason;
      if (answer.text === '') throw error;
      throw new BrokenOffError(answer.text, error);
    } finally {
      patience.end();
      if (answer.text !== '' || answer.finish !== undefined)
        question.meter.add({ sent: `${question.system}${question.user}`, received: answer.text, told: answer.tokens });
    }
    throwIfDeclined(answer);
    return answer;
  }

  /** Notes what an error says that the server lacks. @returns Whether the same question may be asked again at once, without it. */
  adapts(error: unknown): boolean {
    if (error instanceof NotStreamedError) return this.capabilities.lacks('stream');
    return namedAsMissing(error).some((capability) => this.capabilities.lacks(capability));
  }

  /** Sends the request and reads into `answer`. */
  private async send<Content>(
    question: Question<Content>,
    body: ChatCompletionCreateParamsBase,
    answer: Answer,
    signal: AbortSignal,
    progressed: () => void,
  ): Promise<void> {
    const { completions } = (await (this.sdk ??= loadSdk(this.settings))).chat;
    if (!this.capabilities.canStream) {
      readCompletion(await completions.create({ ...body, stream: false }, { signal }), answer);
      return;
    }
    const usage = this.capabilities.canTellUsage && { stream_options: { include_usage: true } };
    const chunks = await completions.create({ ...body, stream: true, ...usage }, { signal });
    await readStream(chunks, answer, question, progressed);
  }
}

/**
 * Asks a model through the official SDK, which is loaded at its first use. Answers are streamed, so that one that stops coming is given up
 * early and reading ends once there is enough.
 *
 * @returns A function that throws EngineError when there is no answer in time, TooLongError when the material is more than the model reads.
 */
export function modelClient(settings: OpenaiSettings, { now, random, sleep, exchange }: Dependencies): AskModel {
  const server = new ModelServer(settings, exchange);
  return async function ask(question) {
    /** The longest answer that broke off: its whole elements may be enough. */
    let broken = '';
    let isSchemaInPrompt = false;
    for (let tried = 1; ;) {
      let failed: unknown;
      try {
        const answer = await server.call(question, question.deadline - now(), isSchemaInPrompt);
        const content = readAnswer(answer.text, question);
        if (content !== undefined) return content;
        if (answer.isCut && !question.list) throw new TooLongError();
        failed = new EngineError('engine-refused', messages.wrongShape);
        isSchemaInPrompt = true;
      } catch (error) {
        if (error instanceof TooLongError || error instanceof ExchangeError || question.signal?.aborted) throw error;
        if (isTooLong(error)) throw new TooLongError();
        if (server.adapts(error)) continue;
        if (error instanceof BrokenOffError && error.text.length > broken.length) broken = error.text;
        failed = error instanceof BrokenOffError ? error.cause : error;
      }
      const { error, tries, retryAfterMs } = failureOf(failed, now());
      const wait = retryAfterMs ?? (error.code === 'engine-unavailable' ? backoffMs(tried, random) : 0);
      if (tried >= tries || wait > longestWaitMs || now() + wait >= question.deadline) {
        const content = broken === '' ? undefined : readAnswer(broken, question);
        if (content !== undefined) return content;
        throw error;
      }
      await sleep(wait, question.signal ?? new AbortController().signal);
      tried += 1;
    }
  };
}
