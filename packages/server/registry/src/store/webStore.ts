import { headersOf, partsOfKey, type ReleaseStore } from './ReleaseStore.ts';
import { ReleaseError } from '../ReleaseError.ts';

/** Sends requests to the host of a store. */
export interface WebStoreOptions {
  name: string;
  /** Of a key. */
  addressOf: (key: string) => string;
  /** Signs or authorises the request. */
  request: (address: string, init: { method: string; headers: Record<string, string>; body?: Buffer<ArrayBuffer> }) => Promise<Response>;
}

/** Statuses of an unmet condition: another writer was faster. */
const conflicts = [409, 412];

/** A store that is reached by GET, PUT and DELETE, with conditions by `If-Match` and `If-None-Match`. */
export const webStore = ({ name, addressOf, request }: WebStoreOptions): ReleaseStore => {
  const ask = async (method: string, key: string, headers: Record<string, string> = {}, bytes?: Buffer): Promise<Response> => {
    const address = addressOf(partsOfKey(key).join('/'));
    try {
      return await request(address, { method, headers, ...(bytes && { body: new Uint8Array(bytes) as Buffer<ArrayBuffer> }) });
    } catch (error) {
      throw new ReleaseError(`${method} ${address} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
  const refuse = async (method: string, key: string, response: Response): Promise<never> => {
    const text = (await response.text()).replaceAll(/\s+/g, ' ').slice(0, 200);
    throw new ReleaseError(`${method} ${addressOf(key)} was answered with ${String(response.status)} ${text}`.trimEnd());
  };
  /** @returns whether the condition was met */
  const put = async (key: string, bytes: Buffer, condition: Record<string, string>): Promise<boolean> => {
    const response = await ask('PUT', key, { ...headersOf(key), ...condition }, bytes);
    if (conflicts.includes(response.status)) return false;
    if (!response.ok) await refuse('PUT', key, response);
    await response.arrayBuffer();
    return true;
  };
  return {
    name,
    read: async (key) => {
      const response = await ask('GET', key, { 'cache-control': 'no-cache', 'accept-encoding': 'identity' });
      if (response.status === 404) {
        await response.arrayBuffer();
        return undefined;
      }
      if (!response.ok) await refuse('GET', key, response);
      return { bytes: Buffer.from(await response.arrayBuffer()), mark: response.headers.get('etag') ?? '' };
    },
    create: async (key, bytes) => {
      // Not every server supports `If-None-Match` for PUT, so existence is checked first.
      const present = await ask('HEAD', key);
      if (present.ok) return false;
      if (present.status !== 404) await refuse('HEAD', key, present);
      return put(key, bytes, { 'if-none-match': '*' });
    },
    // A server without ETags cannot compare: the last writer wins.
    replace: (key, bytes, mark) => put(key, bytes, mark === undefined ? { 'if-none-match': '*' } : mark === '' ? {} : { 'if-match': mark }),
    delete: async (key) => {
      const response = await ask('DELETE', key);
      if (!response.ok && response.status !== 404) await refuse('DELETE', key, response);
      await response.arrayBuffer();
    },
  };
};
