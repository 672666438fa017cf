import type { Fetch } from './Fetch.ts';

export type ServerKind = 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM' | 'other';

/** Where a server may be. */
export interface Place {
  /** Ends in `/v1`, or where the server has the API. */
  baseURL: string;
  key?: string | undefined;
}

/** A server that answers with a list of models. */
export interface FoundServer extends Place {
  kind: ServerKind;
  models: string[];
}

/** The usual ports of Ollama, LM Studio, llama.cpp (also the gateway's, so that only the answer tells) and vLLM. */
export const usualPlaces: readonly Place[] = [11_434, 1_234, 8_080, 8_000].map((port) => ({ baseURL: `http://127.0.0.1:${port}/v1` }));

/** An address as `OPENAI_BASE_URL` has it: with `/v1` when it has no path. @throws Error when it is no address. */
export function baseUrlOf(address: string): string {
  const url = new URL(/^https?:\/\//.test(address) ? address : `http://${address}`);
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  return `${url.origin}${url.pathname === '/' ? '/v1' : url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** The address without `/v1`, where servers have their own calls. */
export const originOf = ({ baseURL }: Place): string => new URL(baseURL).origin;

export const headersOf = ({ key }: Place): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` });

/** Names go into `.env` and to the terminal, so only those of plain characters are kept. */
const isPlainName = (name: unknown): name is string => typeof name === 'string' && /^[\w.:/@+-]{1,200}$/.test(name);
/** Models that make vectors instead of text. */
const isEmbedding = (name: string): boolean => /embed/i.test(name);

interface ListedModel {
  id: string;
  owned_by?: unknown;
  max_model_len?: unknown;
}

/** Reads JSON; undefined when there is none. */
export async function readJson(place: Place, address: string, fetch: Fetch, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(address, { headers: headersOf(place), signal });
    if (response.ok) return await response.json();
    await response.body?.cancel();
  } catch {
    // Nothing listens, or it is no server of models.
  }
  return undefined;
}

const listOf = (value: unknown, key: string): Record<string, unknown>[] => {
  const list = (value as Record<string, unknown> | null | undefined)?.[key];
  return Array.isArray(list) ? list.filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null) : [];
};

/** The models of a server with their details, by a call that answers with a list of objects. */
export const readList = async (place: Place, address: string, key: string, fetch: Fetch, signal: AbortSignal) =>
  listOf(await readJson(place, address, fetch, signal), key);

async function kindOf(place: Place, models: readonly ListedModel[], fetch: Fetch, signal: AbortSignal): Promise<ServerKind> {
  if (models.some(({ max_model_len }) => typeof max_model_len === 'number')) return 'vLLM';
  if (models.some(({ owned_by }) => owned_by === 'llamacpp')) return 'llama.cpp';
  const [ofLmStudio, ofOllama] = await Promise.all([
    readList(place, `${originOf(place)}/api/v0/models`, 'data', fetch, signal),
    readJson(place, `${originOf(place)}/api/version`, fetch, signal),
  ]);
  if (ofLmStudio.length > 0) return 'LM Studio';
  const version = (ofOllama as { version?: unknown } | undefined)?.version;
  return typeof version === 'string' ? 'Ollama' : 'other';
}

/** Looks whether a server of language models is at a place. Undefined when there is none, or when it refuses the key. */
export async function lookAt(place: Place, fetch: Fetch, signal: AbortSignal): Promise<FoundServer | undefined> {
  const listed = (await readList(place, `${place.baseURL}/models`, 'data', fetch, signal)) as unknown as ListedModel[];
  const models = listed.map(({ id }) => id).filter((id) => isPlainName(id) && !isEmbedding(id));
  if (models.length === 0) return undefined;
  return { ...place, kind: await kindOf(place, listed, fetch, signal), models };
}

/** Looks at all places at the same time. */
export async function findServers(places: readonly Place[], fetch: Fetch, signal: AbortSignal): Promise<FoundServer[]> {
  const found = await Promise.all(places.map((place) => lookAt(place, fetch, signal)));
  return found.filter((server) => server !== undefined);
}
