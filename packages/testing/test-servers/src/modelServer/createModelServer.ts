import { addressesOf } from './addressesOf.ts';
import { completionOf, eventsOf, playAnswer, type PlayedAnswer } from './answerParts.ts';
import { realClock } from './Clock.ts';
import { createSlots } from './createSlots.ts';
import type { ChatRequest, ModelServerOptions, RecordedRequest } from './ModelServerOptions.ts';
import * as refusals from './refusals.ts';
import { promptTokensOf, withoutBeginning } from './tokens.ts';

/** A simulated server with OpenAI's API, without a socket. */
export interface ModelServer {
  /** Answers a request as the global `fetch` would; for the `fetch` option of the OpenAI SDK. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Every request for an answer, in the order in which they came. */
  readonly requests: RecordedRequest[];
  /** The most requests that were worked on at a time. */
  readonly mostAtOnce: number;
}

const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  typeof body === 'string' ? new Response(body, { status, headers }) : Response.json(body, { status, headers });
const refused = ({ status, body, headers }: refusals.Refusal): Response => json(body, status, headers);

/** As undici reports a connection that the server closed. */
const brokenConnection = (): Error => new TypeError('terminated', { cause: new Error('other side closed') });

/**
 * Creates a simulated server of a language model. Its options describe its temper and can be combined.
 *
 * @example
 * const clock = virtualClock();
 * const server = createModelServer({ answer: () => quiz, tokensPerSecond: 20, slots: 1, clock });
 * const sdk = new OpenAI({ apiKey: 'none', baseURL: 'http://model.test/v1', fetch: server.fetch });
 */
export function createModelServer(options: ModelServerOptions = {}): ModelServer {
  const { kind = 'openai', models = ['played-model'], clock = realClock, answer = () => '{}' } = options;
  const requests: RecordedRequest[] = [];
  const slots = createSlots(options.slots);
  const queued: string[] = [];
  let mostAtOnce = 0;

  const isKeyWrong = (key: string | undefined): boolean => options.apiKey !== undefined && key !== options.apiKey;

  /** @returns The first reason to refuse the request, in the order in which servers check. */
  const refusalOf = ({ body, key, promptTokens }: RecordedRequest, index: number): refusals.Refusal | undefined => {
    const failure = options.fails?.[index];
    if (failure) return refusals.refusalOf(failure);
    if (isKeyWrong(key)) return refusals.refusalOfKey(kind);
    if (!models.includes(body.model)) return refusals.refusalOfModel(kind, body.model);
    const ofParameters = refusals.refusalOfParameters(body, options);
    if (ofParameters) return ofParameters;
    const { contextTokens, truncates = 'error' } = options;
    if (contextTokens === undefined || truncates !== 'error') return undefined;
    if (promptTokens > contextTokens) return refusals.refusalOfLength(kind, promptTokens, contextTokens);
    const wanted = body.max_completion_tokens ?? body.max_tokens ?? 0;
    return kind === 'vllm' && promptTokens + wanted > contextTokens
      ? refusals.refusalOfAnswerLimit(promptTokens, wanted, contextTokens)
      : undefined;
  };

  const answerTo = ({ body, promptTokens }: RecordedRequest): PlayedAnswer => {
    const { contextTokens = Number.POSITIVE_INFINITY, truncates } = options;
    const lost = Math.max(0, promptTokens - contextTokens);
    const seen: ChatRequest = lost > 0 ? { ...body, messages: withoutBeginning(body.messages, lost) } : body;
    if (queued.length === 0) queued.push(...[answer(seen)].flat());
    const text = queued.shift() ?? '';
    if (lost > 0 && truncates === 'empty') return playAnswer('', seen, { ...options, wrap: 'plain' }, promptTokens, 0);
    const limit = body.max_completion_tokens ?? body.max_tokens ?? Number.POSITIVE_INFINITY;
    // A server that has cut the prompt goes on to forget its beginning while it answers.
    const place = lost > 0 ? limit : contextTokens - promptTokens;
    return playAnswer(text, seen, options, promptTokens - lost, Math.min(limit, place));
  };

  const diesAfter = (index: number): number => {
    const { diesAfterTokens = [] } = options;
    return (typeof diesAfterTokens === 'number' ? diesAfterTokens : diesAfterTokens[index]) ?? Number.POSITIVE_INFINITY;
  };

  const waitUntil = async (time: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (time > clock.now()) await clock.sleep(time - clock.now(), signal);
  };

  /** Yields the parts of an answer at their times. @throws Error when the connection breaks. */
  async function* write(record: RecordedRequest, index: number, played: PlayedAnswer, signal: AbortSignal): AsyncGenerator<string> {
    const from = clock.now();
    const next = async (): Promise<void> => {
      if (record.answerTokens >= diesAfter(index)) throw brokenConnection();
      record.answerTokens += 1;
      await waitUntil(from + (record.answerTokens * 1_000) / (options.tokensPerSecond ?? Number.POSITIVE_INFINITY), signal);
    };
    if (record.body.stream !== true || options.streams === false) {
      while (record.answerTokens < played.tokens.length) await next();
      yield JSON.stringify(completionOf(played, index));
      return;
    }
    for (const { text, isToken } of eventsOf(played, index, record.body.stream_options?.include_usage === true)) {
      if (isToken) await next();
      yield text;
    }
  }

  const answerChat = async (request: Request, caller: AbortSignal): Promise<Response> => {
    const body = (await request.json()) as ChatRequest;
    const index = requests.length;
    const key = request.headers.get('authorization')?.replace(/^Bearer /, '');
    const record: RecordedRequest = { body, key, receivedAt: clock.now(), promptTokens: promptTokensOf(body.messages), answerTokens: 0 };
    requests.push(record);
    let leaveSlot: (() => void) | undefined;
    const end = (outcome: RecordedRequest['outcome']): void => {
      if (record.outcome !== undefined) return;
      Object.assign(record, { outcome, endedAt: clock.now() });
      leaveSlot?.();
    };
    const refusal = refusalOf(record, index);
    if (refusal) {
      end('refused');
      return refused(refusal);
    }

    const stopped = new AbortController();
    const signal = AbortSignal.any([caller, stopped.signal]);
    const parts = (async function* () {
      try {
        leaveSlot = await slots.take(signal);
        record.startedAt = clock.now();
        mostAtOnce = Math.max(
          mostAtOnce,
          requests.filter(({ startedAt, endedAt }) => startedAt !== undefined && endedAt === undefined).length,
        );
        const played = answerTo(record);
        const read = played.usage?.prompt_tokens ?? record.promptTokens;
        await waitUntil(clock.now() + (read * 1_000) / (options.promptTokensPerSecond ?? Number.POSITIVE_INFINITY), signal);
        yield* write(record, index, played, signal);
        end('answered');
      } catch (error) {
        end(signal.aborted ? 'aborted' : 'died');
        throw error;
      }
    })();
    // The headers are sent with the first part, as by servers that queue.
    const first = await parts.next();
    const encoder = new TextEncoder();
    let waiting: string | undefined = first.value ?? undefined;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        // Also when nobody reads.
        signal.addEventListener('abort', () => {
          if (record.outcome !== undefined) return;
          end('aborted');
          controller.error(signal.reason);
        });
      },
      pull: async (controller) => {
        const part: string | undefined = waiting ?? (await parts.next()).value ?? undefined;
        waiting = undefined;
        if (signal.aborted) return;
        if (part === undefined) controller.close();
        else controller.enqueue(encoder.encode(part));
      },
      cancel: () => {
        end('aborted');
        stopped.abort(new DOMException('The reader is gone.', 'AbortError'));
      },
    });
    const isStream = body.stream === true && options.streams !== false;
    return new Response(stream, { headers: { 'content-type': isStream ? 'text/event-stream' : 'application/json' } });
  };

  return {
    requests,
    get mostAtOnce() {
      return mostAtOnce;
    },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const signal = init?.signal ?? request.signal;
      signal.throwIfAborted();
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && pathname === '/v1/chat/completions') return answerChat(request, signal);
      if (isKeyWrong(request.headers.get('authorization')?.replace(/^Bearer /, ''))) return refused(refusals.refusalOfKey(kind));
      const found = request.method === 'GET' ? addressesOf(options, models, requests)[pathname] : undefined;
      return found === undefined ? json({ error: { message: 'Not Found', type: 'invalid_request_error', code: 404 } }, 404) : json(found);
    },
  };
}
