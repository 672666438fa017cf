import type { Fetch } from './Fetch.ts';
import { headersOf, type FoundServer } from './findServers.ts';
import { readAnswer, type TokenCounts } from './readAnswer.ts';
import { trialPrompts, trialSchema, trialText } from './trialPrompts.ts';

/** What a trial of a model has shown. */
export interface Trial {
  tokensPerSecond: number;
  promptTokensPerSecond: number;
  /** The strictest form of answer that the server keeps to. With `text` the model keeps to the form because it was asked to. */
  form: 'json_schema' | 'json_object' | 'text' | 'none';
  /** Whether the model thinks before it answers, which a learner waits for. */
  thinks: boolean;
}

/** The model did not answer; the message is for the person at the terminal. */
export class TrialError extends Error {
  override readonly name = 'TrialError';
}

/** A call that the server refused. */
class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

export interface TrialOptions {
  fetch: Fetch;
  /** A clock in milliseconds. */
  now: () => number;
  /** How long an answer is read from its first part on, in milliseconds. Defaults to ten seconds. */
  readMs?: number;
}

/** Loading a large model from a slow disk takes minutes. */
const longestLoadMs = 300_000;
const mostTokens = 1_200;
const charactersPerToken = 4;

/** A streamed answer, as far as it was read. */
interface ReadAnswer {
  content: string;
  isWhole: boolean;
  thinks: boolean;
  tokens: number;
  usage: TokenCounts | undefined;
  firstMs: number;
  writingMs: number;
}

interface Call {
  messages: { role: string; content: string }[];
  response_format?: object;
  most: number;
}

/** Sends one call. Newer models of the vendor know `max_completion_tokens` only. @throws RefusedCall */
async function send(server: FoundServer, model: string, { most, ...call }: Call, { fetch }: TrialOptions): Promise<Response> {
  for (const limit of ['max_tokens', 'max_completion_tokens']) {
    const response = await fetch(`${server.baseURL}/chat/completions`, {
      method: 'POST',
      headers: { ...headersOf(server), 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...call, [limit]: most, stream: true, stream_options: { include_usage: true } }),
      signal: AbortSignal.timeout(longestLoadMs),
    });
    if (response.ok) return response;
    const text = await response.text();
    if (limit !== 'max_tokens' || !text.includes('max_completion_tokens')) throw new RefusedCall(response.status, text);
  }
  throw new RefusedCall(400, 'max_tokens');
}

async function readFor(response: Response, sentAt: number, { now, readMs = 10_000 }: TrialOptions): Promise<ReadAnswer> {
  const parts = readAnswer(response);
  const answer: ReadAnswer = { content: '', isWhole: false, thinks: false, tokens: 0, usage: undefined, firstMs: 0, writingMs: 0 };
  let characters = 0;
  let count = 0;
  let firstAt: number | undefined;
  for (;;) {
    const next = await parts.next();
    const at = now();
    if (next.done) {
      answer.usage = next.value;
      answer.isWhole = true;
      break;
    }
    firstAt ??= at;
    count += 1;
    characters += next.value.text.length;
    if (next.value.isThought) answer.thinks = true;
    else answer.content += next.value.text;
    answer.writingMs = at - firstAt;
    if (answer.writingMs > readMs) break;
  }
  await parts.return(undefined);
  answer.firstMs = (firstAt ?? now()) - sentAt;
  // Most servers send a token in each part; some send several.
  answer.tokens = answer.usage?.completion_tokens ?? Math.max(count, Math.ceil(characters / charactersPerToken));
  answer.thinks ||= answer.content.trimStart().startsWith('<think>');
  return answer;
}

const formats: readonly { form: Exclude<Trial['form'], 'none'>; response_format?: object }[] = [
  { form: 'json_schema', response_format: { type: 'json_schema', json_schema: { name: 'questions', strict: true, schema: trialSchema } } },
  { form: 'json_object', response_format: { type: 'json_object' } },
  { form: 'text' },
];

/** Whether an answer has the asked form. Of one that is not whole, its beginning tells. */
function keepsToForm({ content, isWhole }: ReadAnswer): boolean {
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
}

const perSecond = (count: number, milliseconds: number): number => Math.min(1_000, (count * 1_000) / Math.max(1, milliseconds));

/** The speed of an answer: of its writing, or of all of it when it came in one piece. */
const speedOf = ({ tokens, firstMs, writingMs }: ReadAnswer): number =>
  writingMs > 0 ? perSecond(tokens - 1, writingMs) : perSecond(tokens, firstMs);

function problemOf(error: unknown, { baseURL }: FoundServer, model: string): TrialError {
  if (!(error instanceof RefusedCall)) return new TrialError(`${baseURL} did not answer. Is the server still running?`, { cause: error });
  if (error.status === 401 || error.status === 403)
    return new TrialError(`${baseURL} wants another key. Set OPENAI_API_KEY, and name the server with --server and --send-key.`, {
      cause: error,
    });
  if (error.status === 404) return new TrialError(`${baseURL} has no model ${model}.`, { cause: error });
  const shown = error.message.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 300);
  return new TrialError(`${baseURL} refused the trial (status ${error.status}): ${shown}`, { cause: error });
}

/**
 * Tries a model for about ten seconds: how fast it writes, and to which form of answer it keeps.
 *
 * @throws TrialError when it does not answer.
 */
export async function tryModel(server: FoundServer, model: string, options: TrialOptions): Promise<Trial> {
  try {
    // Loads the model, so that its speed is measured without that.
    const warmUp = await send(server, model, { messages: [{ role: 'user', content: 'Say hello.' }], most: 16 }, options);
    await warmUp.text();
    let last: ReadAnswer | undefined;
    let form: Trial['form'] = 'none';
    for (const { form: tried, ...format } of formats) {
      const messages = [
        { role: 'system', content: trialPrompts[tried] },
        { role: 'user', content: trialText },
      ];
      const sentAt = options.now();
      try {
        last = await readFor(await send(server, model, { messages, ...format, most: mostTokens }, options), sentAt, options);
      } catch (error) {
        if (error instanceof RefusedCall && [400, 404, 422, 500, 501].includes(error.status) && tried !== 'text') continue;
        throw error;
      }
      if (!keepsToForm(last)) continue;
      form = tried;
      break;
    }
    if (!last) throw new TrialError(`${server.baseURL} gave no answer.`);
    const promptTokens = last.usage?.prompt_tokens ?? Math.ceil(trialText.length / charactersPerToken);
    return {
      tokensPerSecond: speedOf(last),
      promptTokensPerSecond: perSecond(promptTokens, last.firstMs),
      form,
      thinks: last.thinks,
    };
  } catch (error) {
    throw error instanceof TrialError ? error : problemOf(error, server, model);
  }
}
