import OpenAI, { APIError } from 'openai';
import { Stream } from 'openai/streaming';
import type { Fetch, FoundServer } from './findServers.ts';
import { trialPrompts, trialSchema, trialText } from './trialPrompts.ts';

/** What a trial of a model has shown. */
export interface Trial {
  tokensPerSecond: number;
  promptTokensPerSecond: number;
  /** The strictest form of answer that the server keeps to. With `text` the model keeps to the form because the prompt says so. */
  form: 'json_schema' | 'json_object' | 'text' | 'none';
  /** Whether the model thinks before it answers. */
  thinks: boolean;
}

/** The model did not answer; the message is for the person at the terminal. */
export class TrialError extends Error {
  override readonly name = 'TrialError';
}

export interface TrialOptions {
  fetch: Fetch;
  /** A clock in milliseconds. */
  now: () => number;
}

/** Loading a large model from a slow disk takes minutes. */
const loadMsMax = 300_000;
/** How long an answer is read, from its first part on. */
const readMs = 10_000;
const tokensMax = 1_200;
const charactersPerToken = 4;

/** The vendor's client. It sends no key to a server that wants none. */
export const clientOf = ({ baseURL, key }: FoundServer, fetch: Fetch): OpenAI =>
  new OpenAI({
    baseURL,
    apiKey: key ?? 'none',
    ...(key === undefined && { defaultHeaders: { authorization: null } }),
    fetch: (input, init) => fetch(String(input), init),
    maxRetries: 0,
    timeout: loadMsMax,
  });

type Request = Pick<OpenAI.ChatCompletionCreateParamsStreaming, 'model' | 'messages' | 'response_format'>;
type Usage = { prompt_tokens: number; completion_tokens: number };
/** A part of a streamed answer, or a whole one. Servers send thoughts in one of two fields. */
interface Part {
  choices?: Record<'delta' | 'message', { content?: string | null; reasoning_content?: string; reasoning?: string } | undefined>[];
  usage?: Usage | null;
}

/** Sends a call. Newer models of the vendor know `max_completion_tokens` only. */
const send = async (client: OpenAI, request: Request, most: number): Promise<AsyncIterable<Part> | Part[]> => {
  const create = (limit: object): Promise<Response> =>
    client.chat.completions.create({ ...request, ...limit, stream: true, stream_options: { include_usage: true } }).asResponse();
  const response = await create({ max_tokens: most }).catch((error: unknown) => {
    if (error instanceof APIError && error.message.includes('max_completion_tokens')) return create({ max_completion_tokens: most });
    throw error;
  });
  // Some servers answer in one piece.
  const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false;
  return isStream ? Stream.fromSSEResponse<Part>(response, new AbortController()) : [(await response.json()) as Part];
};

/** A streamed answer, as far as it was read. */
interface ReadAnswer {
  content: string;
  isWhole: boolean;
  thinks: boolean;
  tokens: number;
  promptTokens: number;
  firstMs: number;
  writingMs: number;
}

const read = async (parts: AsyncIterable<Part> | Part[], sentAt: number, now: () => number): Promise<ReadAnswer> => {
  const answer = { content: '', isWhole: true, thinks: false, firstMs: 0, writingMs: 0 };
  let [characters, count] = [0, 0];
  let firstAt: number | undefined;
  let usage: Usage | undefined;
  for await (const { choices, ...part } of parts) {
    usage = part.usage ?? usage;
    const { delta, message = delta } = choices?.[0] ?? {};
    const thought = message?.reasoning_content ?? message?.reasoning ?? '';
    const text = message?.content ?? '';
    if (thought === '' && text === '') continue;
    firstAt ??= now();
    count += 1;
    characters += thought.length + text.length;
    answer.thinks ||= thought !== '';
    answer.content += text;
    answer.writingMs = now() - firstAt;
    answer.isWhole = answer.writingMs <= readMs;
    if (!answer.isWhole) break;
  }
  return {
    ...answer,
    thinks: answer.thinks || answer.content.trimStart().startsWith('<think>'),
    firstMs: (firstAt ?? now()) - sentAt,
    // Most servers send a token in each part; some send several.
    tokens: usage?.completion_tokens ?? Math.max(count, Math.ceil(characters / charactersPerToken)),
    promptTokens: usage?.prompt_tokens ?? Math.ceil(trialText.length / charactersPerToken),
  };
};

const formats: readonly { form: Exclude<Trial['form'], 'none'>; response_format?: NonNullable<Request['response_format']> }[] = [
  { form: 'json_schema', response_format: { type: 'json_schema', json_schema: { name: 'questions', strict: true, schema: trialSchema } } },
  { form: 'json_object', response_format: { type: 'json_object' } },
  { form: 'text' },
];

/** Whether an answer has the requested form. For one that is not whole, its beginning decides. */
const keepsToForm = ({ content, isWhole }: ReadAnswer): boolean => {
  const text = content
    .replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, '')
    .replace(/^\s*```(?:json)?/, '')
    .replace(/```\s*$/, '')
    .trim();
  if (!isWhole || !text.endsWith('}')) return /^\{\s*"questions"\s*:\s*\[\s*\{\s*"question"\s*:/.test(text);
  try {
    const { questions } = JSON.parse(text) as { questions: { question: unknown }[] };
    return questions.length > 0 && questions.every(({ question }) => typeof question === 'string');
  } catch {
    return false;
  }
};

const perSecond = (count: number, milliseconds: number): number => Math.min(1_000, (count * 1_000) / Math.max(1, milliseconds));

const messageFor = (error: unknown, { baseURL }: FoundServer, model: string): string => {
  const status = error instanceof APIError ? (error.status as number | undefined) : undefined;
  if (status === undefined) return `${baseURL} did not answer. Is the server still running?`;
  if (status === 401 || status === 403)
    return `${baseURL} wants another key. Set OPENAI_API_KEY, and name the server with --server and --send-key.`;
  if (status === 404) return `${baseURL} has no model ${model}.`;
  const shown = (error as Error).message.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 300);
  return `${baseURL} refused the trial (status ${status}): ${shown}`;
};

/** Statuses with which servers refuse a form of answer. */
const refusals: readonly unknown[] = [400, 404, 422, 500, 501];

const tryForms = async (client: OpenAI, model: string, now: () => number): Promise<ReadAnswer & Pick<Trial, 'form'>> => {
  let last: ReadAnswer | undefined;
  for (const { form, ...format } of formats) {
    const messages = [{ role: 'system', content: trialPrompts[form] } as const, { role: 'user', content: trialText } as const];
    const sentAt = now();
    try {
      last = await read(await send(client, { model, messages, ...format }, tokensMax), sentAt, now);
      if (keepsToForm(last)) return { ...last, form };
    } catch (error) {
      if (form === 'text' || !(error instanceof APIError) || !refusals.includes(error.status)) throw error;
    }
  }
  if (!last) throw new Error('The server gave no answer.');
  return { ...last, form: 'none' };
};

/**
 * Tries a model for about ten seconds: how fast it writes, and to which form of answer it keeps.
 *
 * @throws TrialError when it does not answer.
 */
export async function tryModel(server: FoundServer, model: string, { fetch, now }: TrialOptions): Promise<Trial> {
  const client = clientOf(server, fetch);
  try {
    // Loads the model, so that the time for that is not measured.
    for await (const part of await send(client, { model, messages: [{ role: 'user', content: 'Say hello.' }] }, 16)) void part;
    const { form, thinks, tokens, promptTokens, firstMs, writingMs } = await tryForms(client, model, now);
    // An answer in one piece has no time of writing.
    const tokensPerSecond = writingMs > 0 ? perSecond(tokens - 1, writingMs) : perSecond(tokens, firstMs);
    return { tokensPerSecond, promptTokensPerSecond: perSecond(promptTokens, firstMs), form, thinks };
  } catch (error) {
    throw new TrialError(messageFor(error, server, model), { cause: error });
  }
}
