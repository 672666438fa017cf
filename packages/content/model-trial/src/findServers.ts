/** The global `fetch`, or a server in the same process. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

export type ServerKind = 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM' | 'other';

/** Where a server may be. */
export interface Place {
  /** The address of the API, which usually ends in `/v1`. */
  baseURL: string;
  key?: string | undefined;
}

/** A server that answers with a list of models. */
export interface FoundServer extends Place {
  kind: ServerKind;
  models: string[];
}

/** The usual ports of Ollama, LM Studio, llama.cpp (also the gateway's, so only the answer tells) and vLLM. */
export const usualPlaces: readonly Place[] = [11_434, 1_234, 8_080, 8_000].map((port) => ({ baseURL: `http://127.0.0.1:${port}/v1` }));

/** An address as `OPENAI_BASE_URL` has it: with `/v1` if it has no path. @throws Error when it is no address. */
export function baseUrlOf(address: string): string {
  const url = new URL(/^https?:\/\//.test(address) ? address : `http://${address}`);
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  return `${url.origin}${url.pathname === '/' ? '/v1' : url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** The address of the calls that only this kind of server has. */
export const originOf = ({ baseURL }: Place): string => new URL(baseURL).origin;

/** Reads JSON. Undefined if there is none. */
export async function readJson({ key }: Place, address: string, fetch: Fetch, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(address, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` }, signal });
    if (response.ok) return await response.json();
    await response.body?.cancel();
  } catch {
    // Nothing listens, or it is no server of models.
  }
  return undefined;
}

/** Reads a list of objects from a field of an answer. */
export async function readList(
  place: Place,
  address: string,
  field: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  const answer = (await readJson(place, address, fetch, signal)) as Record<string, unknown> | null | undefined;
  const list: unknown = answer?.[field];
  return Array.isArray(list) ? list.filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null) : [];
}

const kindOf = async (place: Place, models: readonly Record<string, unknown>[], fetch: Fetch, signal: AbortSignal): Promise<ServerKind> => {
  if (models.some((model) => typeof model['max_model_len'] === 'number')) return 'vLLM';
  if (models.some((model) => model['owned_by'] === 'llamacpp')) return 'llama.cpp';
  const [ofLmStudio, ofOllama] = await Promise.all([
    readList(place, `${originOf(place)}/api/v0/models`, 'data', fetch, signal),
    readJson(place, `${originOf(place)}/api/version`, fetch, signal),
  ]);
  if (ofLmStudio.length > 0) return 'LM Studio';
  return typeof (ofOllama as { version?: unknown } | undefined)?.version === 'string' ? 'Ollama' : 'other';
};

/** Names go into `.env` and to the terminal, so only those of plain characters are kept. Models that make vectors are left out. */
const isUsable = (name: unknown): name is string => typeof name === 'string' && /^[\w.:/@+-]{1,200}$/.test(name) && !/embed/i.test(name);

/** Finds the server of language models at a place. Undefined if there is none, or if it refuses the key. */
export async function lookAt(place: Place, fetch: Fetch, signal: AbortSignal): Promise<FoundServer | undefined> {
  const listed = await readList(place, `${place.baseURL}/models`, 'data', fetch, signal);
  const models = listed.map((model) => model['id']).filter(isUsable);
  return models.length === 0 ? undefined : { ...place, kind: await kindOf(place, listed, fetch, signal), models };
}

/** Looks at all places at the same time. */
export async function findServers(places: readonly Place[], fetch: Fetch, signal: AbortSignal): Promise<FoundServer[]> {
  const found = await Promise.all(places.map((place) => lookAt(place, fetch, signal)));
  return found.filter((server) => server !== undefined);
}
