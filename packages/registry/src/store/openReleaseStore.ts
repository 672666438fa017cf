import { AwsClient } from 'aws4fetch';
import { folderStore } from './folderStore.ts';
import type { ReleaseStore } from './ReleaseStore.ts';
import { webStore } from './webStore.ts';
import { ReleaseError } from '../ReleaseError.ts';

/** Settings of the store, as the environment names them. */
export interface ReleaseStoreSettings {
  /** A folder, `s3://bucket/prefix`, or the `http(s)://` address of a host that takes PUT. */
  RELEASE_STORE: string;
  /** Sent to that host as a bearer token. */
  RELEASE_STORE_TOKEN?: string | undefined;
  /** Of an S3-compatible store other than Amazon's. */
  S3_ENDPOINT?: string | undefined;
  AWS_REGION: string;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
}

/** The folder of a store that is one. */
export const folderOf = (store: string): string | undefined => (/^[a-z0-9]+:\/\//i.test(store) ? undefined : store);

const escaped = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

const bucketStore = (settings: ReleaseStoreSettings): ReleaseStore => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = settings;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ReleaseError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: must be set with RELEASE_STORE=s3://.');
  const { hostname: bucket, pathname } = new URL(settings.RELEASE_STORE);
  const endpoint = settings.S3_ENDPOINT ?? `https://s3.${settings.AWS_REGION}.amazonaws.com`;
  const prefix = decodeURIComponent(pathname).replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  const base = [endpoint.replace(/(?<!\/)\/+$/, ''), bucket, ...(prefix === '' ? [] : [escaped(prefix)])].join('/');
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service: 's3',
    region: settings.AWS_REGION,
    // Three more tries over about a second; a command that failed is given again.
    retries: 3,
    initRetryMs: 150,
  });
  return webStore({
    name: settings.RELEASE_STORE,
    addressOf: (key) => `${base}/${escaped(key)}`,
    request: (address, init) => client.fetch(address, { ...init, signal: AbortSignal.timeout(30_000) }),
  });
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
