import { ObjectStoreError, partsOfKey, type ObjectStore } from './ObjectStore.ts';
import type { Bucket, BucketRequest } from './openBucket.ts';

/** The number of objects deleted concurrently. */
const deletedAtOnce = 8;

const canonical = (key: string): string => partsOfKey(key).join('/');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the escapes of XML text. */
const unescaped = (text: string): string =>
  text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name = '') => {
      const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return hex === undefined && decimal === undefined ? (entities[name] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** Returns the texts of all elements with a name in an XML answer. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => unescaped(text));

/** The status and the whole body of an answer. */
interface Answer {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Opens an object store in a bucket of S3-compatible storage. @param name - the address, for operators */
export function openBucketStore(name: string, bucket: Bucket): ObjectStore {
  const answerOf = async (address: string, init: BucketRequest, expected: readonly number[]): Promise<Answer> => {
    const response = await bucket.request(address, init);
    if (expected.includes(response.status)) return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
    await response.body?.cancel();
    throw new ObjectStoreError(`The storage of objects answered ${init.method} with ${response.status}.`);
  };
  const ask = async (address: string, init: BucketRequest, expected: readonly number[]): Promise<Answer> => {
    try {
      return await answerOf(address, init, expected);
    } catch (error) {
      if (error instanceof ObjectStoreError) throw error;
      throw new ObjectStoreError('The storage of objects does not answer.', { cause: error });
    }
  };
  const keyPrefix = bucket.prefix === '' ? '' : `${bucket.prefix}/`;

  /** Reads a page of the keys below a folder, at most 1,000, and the start of the next page. */
  const page = async (folder: string, cursor: string | undefined): Promise<{ keys: string[]; next: string | undefined }> => {
    const prefix = `${keyPrefix}${folder}/`;
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (cursor !== undefined) query.set('continuation-token', cursor);
    const { bytes } = await ask(`${bucket.address}?${query.toString().replaceAll('+', '%20')}`, { method: 'GET' }, [200]);
    const xml = Buffer.from(bytes).toString('utf8');
    const keys = textsOf(xml, 'Key');
    // Deletions use this list. A server that ignored the prefix would cause the deletion of other learners' objects.
    if (!keys.every((key) => key.startsWith(prefix)))
      throw new ObjectStoreError('The storage of objects listed keys that were not asked for.');
    const [next] = textsOf(xml, 'NextContinuationToken');
    const isLast = textsOf(xml, 'IsTruncated')[0] !== 'true';
    if (!isLast && (next === undefined || next === cursor)) throw new ObjectStoreError('The storage of objects lists no further page.');
    return { keys: keys.map((key) => key.slice(keyPrefix.length)), next: isLast ? undefined : next };
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
  const remove = async (key: string): Promise<void> => void (await ask(bucket.addressOf(key), { method: 'DELETE' }, [200, 204, 404]));
  return {
    name,
    put: async (key, bytes) =>
      void (await ask(bucket.addressOf(canonical(key)), { method: 'PUT', body: new Uint8Array(bytes) }, [200, 201])),
    async get(key) {
      const { status, bytes } = await ask(bucket.addressOf(canonical(key)), { method: 'GET' }, [200, 404]);
      return status === 200 ? bytes : undefined;
    },
    list,
    delete: (key) => remove(canonical(key)),
    async deleteFolder(folder) {
      const keys = await list(folder);
      for (let from = 0; from < keys.length; from += deletedAtOnce) await Promise.all(keys.slice(from, from + deletedAtOnce).map(remove));
    },
  };
}
