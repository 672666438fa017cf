import type { Fetch } from './Fetch.ts';
import { headersOf, originOf, readJson, readList, type FoundServer, type ServerKind } from './findServers.ts';

/** The context that Lectern assumes for a server of this machine. */
export const usualContext = 8_000;

type ReadContext = (server: FoundServer, model: string, fetch: Fetch, signal: AbortSignal) => Promise<unknown>;

const withId = (models: readonly Record<string, unknown>[], model: string): Record<string, unknown> | undefined =>
  models.find(({ id, model: name }) => id === model || name === model || name === `${model}:latest`);

/** Where servers tell the context that they have set up, which is often less than the model could have. */
const readers: Readonly<Record<Exclude<ServerKind, 'other'>, ReadContext>> = {
  // Only while the model is loaded, as after a trial.
  Ollama: async (server, model, fetch, signal) =>
    withId(await readList(server, `${originOf(server)}/api/ps`, 'models', fetch, signal), model)?.['context_length'],
  'LM Studio': async (server, model, fetch, signal) =>
    withId(await readList(server, `${originOf(server)}/api/v0/models`, 'data', fetch, signal), model)?.['loaded_context_length'],
  'llama.cpp': async (server, model, fetch, signal) => {
    const props = await readJson(server, `${originOf(server)}/props?model=${encodeURIComponent(model)}`, fetch, signal);
    return (props as { default_generation_settings?: { n_ctx?: unknown } } | undefined)?.default_generation_settings?.n_ctx;
  },
  vLLM: async (server, model, fetch, signal) =>
    withId(await readList(server, `${server.baseURL}/models`, 'data', fetch, signal), model)?.['max_model_len'],
};

const isContext = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const filler = 'The valve of the second pump opens when the pressure in the tank is higher than the limit. ';
const charactersPerToken = 4;
/** A count below this share of the estimate means that the prompt was cut. */
const wholeShare = 2 / 3;
const longestReadMs = 60_000;

/** Measures the context with a prompt of known length. Undefined when the server does not count, or is too slow. */
async function measure(server: FoundServer, model: string, fetch: Fetch): Promise<number | undefined> {
  const prompt = filler.repeat(Math.floor((usualContext * charactersPerToken * 0.95) / filler.length));
  const expected = prompt.length / charactersPerToken;
  try {
    const response = await fetch(`${server.baseURL}/chat/completions`, {
      method: 'POST',
      headers: { ...headersOf(server), 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], max_tokens: 1 }),
      signal: AbortSignal.timeout(longestReadMs),
    });
    const text = await response.text();
    if (!response.ok) {
      const named = Number(/context[^\d]{0,40}(\d{3,7})/i.exec(text)?.[1]);
      return isContext(named) ? named : undefined;
    }
    const counted = (JSON.parse(text) as { usage?: { prompt_tokens?: unknown } }).usage?.prompt_tokens;
    if (!isContext(counted)) return undefined;
    return counted < expected * wholeShare ? counted : usualContext;
  } catch {
    return undefined;
  }
}

/**
 * Finds the context of a model: from what its server tells about itself, else by a long prompt.
 *
 * @returns Tokens; undefined when it cannot be found.
 */
export async function contextOf(server: FoundServer, model: string, fetch: Fetch): Promise<number | undefined> {
  if (server.kind !== 'other') {
    const told = await readers[server.kind](server, model, fetch, AbortSignal.timeout(5_000));
    if (isContext(told)) return told;
  }
  return measure(server, model, fetch);
}
