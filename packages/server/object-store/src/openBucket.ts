import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** The settings of S3-compatible storage, named as in the environment. */
export interface BucketSettings {
  /** The address of a store other than Amazon's. */
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

/** Sends signed requests to a bucket of S3-compatible storage. */
export interface Bucket {
  /** The address of the bucket, without a trailing slash. */
  address: string;
  /** The prefix of all keys, from the address `s3://bucket/prefix`; empty, or without a trailing slash. */
  prefix: string;
  /** Returns the address of a key, including the prefix. */
  addressOf: (key: string) => string;
  /**
   * Sends a request whose signature covers the hash of its body. Redirects are returned, not followed: they would send the body and a
   * session token to another host. The timeout is 30 s. A server error is retried three times within a second.
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

/** Opens a bucket by its address. @param url - `s3://bucket/prefix` @returns `undefined` without the account's keys */
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
