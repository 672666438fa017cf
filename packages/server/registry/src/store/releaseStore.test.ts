import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineFor, startS3, type S3 } from '@lectern/test-servers';
import { openReleaseStore } from './openReleaseStore.ts';
import type { ReleaseStore } from './ReleaseStore.ts';
import { startPutHost, type PutHost } from './startPutHost.ts';

const token = 'a token of the host';
const folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
let host: PutHost;
let plainHost: PutHost;
let s3: S3 | undefined;
const missing = engineFor('go');
if (missing !== undefined) console.log(`${missing} Releases are not tried on S3.`);

const s3Settings = () => ({
  RELEASE_STORE: `s3://${s3?.bucket ?? ''}/a prefix`,
  S3_ENDPOINT: s3?.url,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
});

beforeAll(async () => {
  host = await startPutHost({ token, conditions: true });
  plainHost = await startPutHost({ token, conditions: false });
  if (missing === undefined) s3 = await startS3();
}, 120_000);
afterAll(async () => {
  await Promise.all([host.stop(), plainHost.stop(), s3?.stop()]);
  rmSync(folder, { recursive: true });
});

const kinds: [string, () => ReleaseStore, { compares: boolean }][] = [
  ['a folder', () => openReleaseStore({ RELEASE_STORE: folder, AWS_REGION: '' }), { compares: true }],
  [
    'a host that takes PUT',
    () => openReleaseStore({ RELEASE_STORE: host.url, RELEASE_STORE_TOKEN: token, AWS_REGION: '' }),
    { compares: true },
  ],
  [
    'a host that takes PUT and knows no conditions',
    () => openReleaseStore({ RELEASE_STORE: plainHost.url, RELEASE_STORE_TOKEN: token, AWS_REGION: '' }),
    { compares: false },
  ],
  ...(missing === undefined
    ? [['S3', () => openReleaseStore(s3Settings()), { compares: true }] as [string, () => ReleaseStore, { compares: boolean }]]
    : []),
];

describe.each(kinds)('releases in %s', (_, open, { compares }) => {
  test('a file is added once and stays as it is', async () => {
    const store = open();
    const key = 'mf-auth/v1/a b+c.js';
    expect(await store.read(key)).toBeUndefined();
    expect(await store.create(key, Buffer.from('first'))).toBe(true);
    expect(await store.create(key, Buffer.from('second'))).toBe(false);
    expect((await store.read(key))?.bytes.toString()).toBe('first');
  });

  test('bytes stay bytes', async () => {
    const store = open();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (__, index) => (index * 7) % 256));
    await store.create('mf-auth/v1/font.woff2', bytes);
    await store.create('mf-auth/v1/page.js.br', bytes);
    expect((await store.read('mf-auth/v1/font.woff2'))?.bytes.equals(bytes)).toBe(true);
  });

  test('a file is replaced only by a writer that read the latest version', async () => {
    const store = open();
    expect(await store.replace('remotes.json', Buffer.from('one'), undefined)).toBe(true);
    const read = await store.read('remotes.json');
    expect(await store.replace('remotes.json', Buffer.from('two'), read?.mark)).toBe(true);
    if (compares) {
      expect(await store.replace('remotes.json', Buffer.from('three'), read?.mark)).toBe(false);
      expect(await store.replace('remotes.json', Buffer.from('three'), undefined)).toBe(false);
    }
    expect((await store.read('remotes.json'))?.bytes.toString()).toBe('two');
  });

  test.each(['../outside.js', 'mf-auth/../../outside.js', '/outside.js', 'mf-auth//x.js', 'mf-auth/./x.js', 'mf-auth\\x.js', 'a\nb', ''])(
    'has no file %j',
    async (key) => {
      const store = open();
      const refusal = /cannot be the name of a file of a release/;
      await expect(async () => store.read(key)).rejects.toThrow(refusal);
      await expect(async () => store.create(key, Buffer.from('x'))).rejects.toThrow(refusal);
      await expect(async () => store.replace(key, Buffer.from('x'), undefined)).rejects.toThrow(refusal);
      await expect(async () => store.delete(key)).rejects.toThrow(refusal);
    },
  );

  test('a deleted file cannot be read, and deleting a missing file is no error', async () => {
    const store = open();
    await store.create('mf-auth/v2/x.js', Buffer.from('x'));
    await store.delete('mf-auth/v2/x.js');
    await store.delete('mf-auth/v2/x.js');
    expect(await store.read('mf-auth/v2/x.js')).toBeUndefined();
  });
});

describe('a folder', () => {
  test('has only the files that were written', () => {
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'mf-auth',
      'mf-auth/v1',
      'mf-auth/v1/a b+c.js',
      'mf-auth/v1/font.woff2',
      'mf-auth/v1/page.js.br',
      'remotes.json',
    ]);
  });

  test('ignores a lock of a dead process', async () => {
    const store = openReleaseStore({ RELEASE_STORE: folder, AWS_REGION: '' });
    const lock = join(folder, 'new.json.lock');
    writeFileSync(lock, String(process.pid));
    utimesSync(lock, new Date(0), new Date(0));
    expect(await store.replace('new.json', Buffer.from('x'), undefined)).toBe(true);
  });
});

describe('headers of a file on a host', () => {
  test('type, encoding, and cache time', async () => {
    const headersOf = (key: string) => {
      const {
        'content-type': type,
        'content-encoding': encoding,
        'cache-control': cache,
      } = host.files.get(`/releases/${key}`)?.headers ?? {};
      return [type, encoding, cache];
    };
    await openReleaseStore({ RELEASE_STORE: host.url, RELEASE_STORE_TOKEN: token, AWS_REGION: '' }).create(
      'remotes.json.sig',
      Buffer.from(''),
    );
    const forEver = 'public, max-age=31536000, immutable';
    expect(headersOf('mf-auth/v1/a%20b%2Bc.js')).toEqual(['text/javascript; charset=utf-8', undefined, forEver]);
    expect(headersOf('mf-auth/v1/page.js.br')).toEqual(['text/javascript; charset=utf-8', 'br', forEver]);
    expect(headersOf('remotes.json')).toEqual(['application/json; charset=utf-8', undefined, 'public, max-age=10']);
    expect(headersOf('remotes.json.sig')).toEqual(['text/plain; charset=utf-8', undefined, 'no-cache']);
  });

  (missing === undefined ? test : test.skip)('on S3, too', async () => {
    const response = await fetch(`${s3?.url ?? ''}/${s3?.bucket ?? ''}/a%20prefix/mf-auth/v1/page.js.br`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBe('br');
    // This server forgets how long a file may be kept; Amazon's does not.
  });
});

describe('a store that cannot be used says so in one line', () => {
  test('without the token', async () => {
    const store = openReleaseStore({ RELEASE_STORE: host.url, AWS_REGION: '' });
    await expect(store.read('x')).rejects.toThrow(`GET ${host.url}/x was answered with 401 who are you?`);
    await expect(store.create('x', Buffer.from(''))).rejects.toThrow(`HEAD ${host.url}/x was answered with 401`);
  });

  test('without a host', async () => {
    const store = openReleaseStore({ RELEASE_STORE: 'http://127.0.0.1:1/releases', AWS_REGION: '' });
    await expect(store.read('x')).rejects.toThrow('GET http://127.0.0.1:1/releases/x failed: ');
  });

  test('without the bucket’s keys', () => {
    expect(() => openReleaseStore({ RELEASE_STORE: 's3://bucket', AWS_REGION: '' })).toThrow(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: ',
    );
  });
});
