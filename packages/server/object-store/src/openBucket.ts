import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** Settings of S3-compatible storage, as the environment names them. */
export interface BucketSettings {
  /** Of a store other than Amazon's. */
  S3_ENDPOINT?: string | undefined;
  AWS_REGION: string;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
}

/** A request to a bucket. */
export interface BucketRequest {
  method: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** Signed requests to a bucket of S3-compatible storage. */
export interface Bucket {
  /** Of the bucket itself, without a slash at its end. */
  address: string;
  /** What the keys of the address `s3://bucket/prefix` begin with; empty, or without a slash at its end. */
  prefix: string;
  /** The address of a key, below the prefix. */
  addressOf: (key: string) => string;
  /**
   * Sends a request whose signature covers the hash of its body. Redirects are answered, not followed: they would take the body and a session token
   * to another host. Gives up after 30 s. A server's error is tried three more times within a second.
   */
  request: (address: string, init: BucketRequest) => Promise<Response>;
}

const withoutSlashes = (path: string): string => path.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
const escaped = (key: string): string => key.split('/').map(encodeURIComponent).join('/');
const hashOf = (body: Uint8Array | undefined): string =>
  createHash('sha256')
    .update(body ?? '')
    .digest('hex');
const timeoutMs = 30_000;

/** Opens a bucket by its address. @param url - `s3://bucket/prefix` @returns `undefined` without the keys of the account */
export function openBucket(url: string, settings: BucketSettings): Bucket | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = settings;
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const { hostname, pathname } = new URL(url);
  const endpoint = settings.S3_ENDPOINT ?? `https://s3.${settings.AWS_REGION}.amazonaws.com`;
  const address = `${endpoint.replace(/(?<!\/)\/+$/, '')}/${hostname}`;
  const prefix = withoutSlashes(decodeURIComponent(pathname));
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service: 's3',
    region: settings.AWS_REGION,
    retries: 3,
    initRetryMs: 150,
  });
  return {
    address,
    prefix,
    addressOf: (key) => [address, ...(prefix === '' ? [] : [escaped(prefix)]), escaped(key)].join('/'),
    request: (to, init) =>
      client.fetch(to, {
        ...init,
        headers: { ...init.headers, 'x-amz-content-sha256': hashOf(init.body) },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }),
  };
}
