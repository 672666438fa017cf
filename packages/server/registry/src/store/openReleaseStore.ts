import { openBucket, type BucketSettings } from '@lectern/object-store/bucket';
import { folderStore } from './folderStore.ts';
import type { ReleaseStore } from './ReleaseStore.ts';
import { webStore } from './webStore.ts';
import { ReleaseError } from '../ReleaseError.ts';

/** Settings of the store, as the environment names them. */
export interface ReleaseStoreSettings extends BucketSettings {
  /** A folder, `s3://bucket/prefix`, or the `http(s)://` address of a host that takes PUT. */
  RELEASE_STORE: string;
  /** Sent to that host as a bearer token. */
  RELEASE_STORE_TOKEN?: string | undefined;
}

/** The folder of the store; `undefined` when it is not a folder. */
export const folderOf = (store: string): string | undefined => (/^[a-z0-9]+:\/\//i.test(store) ? undefined : store);

const escaped = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

const bucketStore = (settings: ReleaseStoreSettings): ReleaseStore => {
  const bucket = openBucket(settings.RELEASE_STORE, settings);
  if (!bucket) throw new ReleaseError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: must be set with RELEASE_STORE=s3://.');
  return webStore({ name: settings.RELEASE_STORE, addressOf: bucket.addressOf, request: bucket.request });
};

/** Opens the store that the settings name. @throws ReleaseError when a setting it needs is missing */
export const openReleaseStore = (settings: ReleaseStoreSettings): ReleaseStore => {
  const { RELEASE_STORE: store, RELEASE_STORE_TOKEN: token } = settings;
  const folder = folderOf(store);
  if (folder !== undefined) return folderStore(folder);
  if (store.startsWith('s3://')) return bucketStore(settings);
  const base = store.replace(/(?<!\/)\/+$/, '');
  return webStore({
    name: base,
    addressOf: (key) => `${base}/${escaped(key)}`,
    request: (address, init) =>
      fetch(address, {
        ...init,
        headers: { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        signal: AbortSignal.timeout(30_000),
      }),
  });
};
