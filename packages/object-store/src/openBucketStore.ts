import { ObjectStoreError, partsOfKey, type ObjectStore } from './ObjectStore.ts';
import type { Bucket, BucketRequest } from './openBucket.ts';

/** How many objects are deleted at the same time. */
const deletedAtOnce = 8;

const canonical = (key: string): string => partsOfKey(key).join('/');

/** The text of each element of an XML answer with this name. Keys have no character that would be escaped; a cursor may have. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text.replaceAll('&amp;', '&'));

/** Objects in a bucket of S3-compatible storage. @param name - for people: the address */
export function openBucketStore(name: string, bucket: Bucket): ObjectStore {
  const ask = async (address: string, init: BucketRequest, expected: readonly number[]): Promise<Response> => {
    let response: Response;
    try {
      response = await bucket.request(address, init);
    } catch (error) {
      throw new ObjectStoreError('The storage of objects does not answer.', { cause: error });
    }
    if (expected.includes(response.status)) return response;
    await response.body?.cancel();
    throw new ObjectStoreError(`The storage of objects answered ${init.method} with ${response.status}.`);
  };
  const keyPrefix = bucket.prefix === '' ? '' : `${bucket.prefix}/`;

  /** A page of the keys below a folder, at most 1,000, and where the next one begins. */
  const page = async (folder: string, cursor: string | undefined): Promise<{ keys: string[]; next: string | undefined }> => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${keyPrefix}${folder}/` });
    if (cursor !== undefined) query.set('continuation-token', cursor);
    const response = await ask(`${bucket.address}?${query.toString().replaceAll('+', '%20')}`, { method: 'GET' }, [200]);
    const xml = await response.text();
    return {
      keys: textsOf(xml, 'Key').map((key) => key.slice(keyPrefix.length)),
      next: textsOf(xml, 'IsTruncated')[0] === 'true' ? textsOf(xml, 'NextContinuationToken')[0] : undefined,
    };
  };
  const list = async (folder: string): Promise<string[]> => {
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const { keys: found, next } = await page(canonical(folder), cursor);
      keys.push(...found);
      cursor = next;
    } while (cursor !== undefined);
    return keys;
  };
  const remove = async (key: string): Promise<void> => {
    const response = await ask(bucket.addressOf(key), { method: 'DELETE' }, [200, 204, 404]);
    await response.body?.cancel();
  };
  return {
    name,
    async put(key, bytes) {
      const response = await ask(bucket.addressOf(canonical(key)), { method: 'PUT', body: new Uint8Array(bytes) }, [200, 201]);
      await response.body?.cancel();
    },
    async get(key) {
      const response = await ask(bucket.addressOf(canonical(key)), { method: 'GET' }, [200, 404]);
      if (response.status === 200) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      return undefined;
    },
    list,
    async deleteFolder(folder) {
      const keys = await list(folder);
      for (let from = 0; from < keys.length; from += deletedAtOnce) await Promise.all(keys.slice(from, from + deletedAtOnce).map(remove));
    },
  };
}
