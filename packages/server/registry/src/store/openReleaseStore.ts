import { openBucket, type BucketSettings } from '@lectern/object-store/bucket';
import { ReleaseError } from '../ReleaseError.ts';
import { folderStore } from './folderStore.ts';
import { headersOf, partsOfKey, type ReleaseStore } from './ReleaseStore.ts';

/** The settings of the store, named as in the environment. */
export interface ReleaseStoreSettings extends BucketSettings {
  /** A folder or `s3://bucket/prefix`. */
  RELEASE_STORE: string;
}

/** Returns the folder of the store; `undefined` if it is a bucket. */
export const folderOf = (store: string): string | undefined => (/^[a-z0-9]+:\/\//i.test(store) ? undefined : store);

/** The statuses of an unmet condition, which means that another writer was faster. */
const conflicts = [409, 412];

/** Stores releases in a bucket. Writes are conditional, by `If-Match` and `If-None-Match`. */
const bucketStore = (settings: ReleaseStoreSettings): ReleaseStore => {
  const bucket = openBucket(settings.RELEASE_STORE, settings);
  if (!bucket) throw new ReleaseError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: must be set with RELEASE_STORE=s3://.');

  /** @throws ReleaseError unless the status is a success or one of `expected` */
  const ask = async (
    method: string,
    key: string,
    expected: readonly number[],
    { headers, bytes }: { headers?: Record<string, string>; bytes?: Buffer } = {},
  ): Promise<{ status: number; mark: string; body: Buffer }> => {
    const address = bucket.addressOf(partsOfKey(key).join('/'));
    const response = await bucket
      .request(address, { method, ...(headers && { headers }), ...(bytes && { body: new Uint8Array(bytes) }) })
      .catch((error: unknown) => {
        throw new ReleaseError(`${method} ${address} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
    const body = Buffer.from(await response.arrayBuffer());
    if (!response.ok && !expected.includes(response.status)) {
      const text = body.toString('utf8').replaceAll(/\s+/g, ' ').slice(0, 200);
      throw new ReleaseError(`${method} ${address} was answered with ${String(response.status)} ${text}`.trimEnd());
    }
    return { status: response.status, mark: response.headers.get('etag') ?? '', body };
  };
  /** @returns whether the condition was met */
  const put = async (key: string, bytes: Buffer, condition: Record<string, string>): Promise<boolean> =>
    !conflicts.includes((await ask('PUT', key, conflicts, { headers: { ...headersOf(key), ...condition }, bytes })).status);

  return {
    name: settings.RELEASE_STORE,
    read: async (key) => {
      const headers = { 'cache-control': 'no-cache', 'accept-encoding': 'identity' };
      const { status, mark, body } = await ask('GET', key, [404], { headers });
      return status === 404 ? undefined : { bytes: body, mark };
    },
    create: async (key, bytes) => {
      // Avoids sending a file that already exists.
      const { status } = await ask('HEAD', key, [404]);
      return status === 404 && put(key, bytes, { 'if-none-match': '*' });
    },
    replace: (key, bytes, mark) => put(key, bytes, mark === undefined ? { 'if-none-match': '*' } : { 'if-match': mark }),
    delete: async (key) => void (await ask('DELETE', key, [404])),
  };
};

/** Opens the store that the settings name. @throws ReleaseError if a required setting is missing */
export const openReleaseStore = (settings: ReleaseStoreSettings): ReleaseStore => {
  const folder = folderOf(settings.RELEASE_STORE);
  return folder === undefined ? bucketStore(settings) : folderStore(folder);
};
