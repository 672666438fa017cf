import { APIError } from 'openai';
import { originOf, readJson, readList, type Fetch, type FoundServer, type ServerKind } from './findServers.ts';
import { clientOf } from './tryModel.ts';

/** The context that Lectern assumes for a server of this machine. */
export const usualContext = 8_000;

type Reader = (server: FoundServer, model: string, fetch: Fetch, signal: AbortSignal) => Promise<unknown>;

const named = (models: readonly Record<string, unknown>[], model: string): Record<string, unknown> | undefined =>
  models.find(({ id, model: name }) => id === model || name === model || name === `${model}:latest`);

/** Where servers publish the context that they have set up, which is often less than the model supports. */
const readers: Readonly<Record<Exclude<ServerKind, 'other'>, Reader>> = {
  // Only while the model is loaded, as after a trial.
  Ollama: async (server, model, ...rest) =>
    named(await readList(server, `${originOf(server)}/api/ps`, 'models', ...rest), model)?.['context_length'],
  'LM Studio': async (server, model, ...rest) =>
    named(await readList(server, `${originOf(server)}/api/v0/models`, 'data', ...rest), model)?.['loaded_context_length'],
  'llama.cpp': async (server, model, ...rest) => {
    const props = await readJson(server, `${originOf(server)}/props?model=${encodeURIComponent(model)}`, ...rest);
    return (props as { default_generation_settings?: { n_ctx?: unknown } } | undefined)?.default_generation_settings?.n_ctx;
  },
  vLLM: async (server, model, ...rest) =>
    named(await readList(server, `${server.baseURL}/models`, 'data', ...rest), model)?.['max_model_len'],
};

const isContext = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const filler = 'The valve of the second pump opens when the pressure in the tank is higher than the limit. ';
const prompt = filler.repeat(Math.floor((usualContext * 4 * 0.95) / filler.length));
const promptTokens = prompt.length / 4;
/** A count below this share of the estimate means that the prompt was cut. */
const wholeShare = 2 / 3;
const readMsMax = 60_000;

/** Measures the context with a prompt of known length. Undefined when the server does not count, or is too slow. */
const measure = async (server: FoundServer, model: string, fetch: Fetch): Promise<number | undefined> => {
  const request = { model, messages: [{ role: 'user', content: prompt }], max_tokens: 1 } as const;
  try {
    const { usage } = await clientOf(server, fetch).chat.completions.create(
      { ...request, messages: [...request.messages] },
      { timeout: readMsMax },
    );
    const counted = usage?.prompt_tokens;
    if (!isContext(counted)) return undefined;
    return counted < promptTokens * wholeShare ? counted : usualContext;
  } catch (error) {
    const context = error instanceof APIError ? Number(/context[^\d]{0,40}(\d{3,7})/i.exec(error.message)?.[1]) : undefined;
    return isContext(context) ? context : undefined;
  }
};

/** Finds the context of a model in tokens: what its server publishes, else by a long prompt. Undefined when it cannot be found. */
export async function contextOf(server: FoundServer, model: string, fetch: Fetch): Promise<number | undefined> {
  const published = server.kind === 'other' ? undefined : await readers[server.kind](server, model, fetch, AbortSignal.timeout(5_000));
  return isContext(published) ? published : measure(server, model, fetch);
}
