import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineFor, startS3, type S3 } from '@lectern/test-servers';
import { openReleaseStore } from './openReleaseStore.ts';
import { headersOf, type ReleaseStore } from './ReleaseStore.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
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
  if (missing === undefined) s3 = await startS3();
}, 120_000);
afterAll(async () => {
  await s3?.stop();
  rmSync(folder, { recursive: true });
});

const kinds: [string, () => ReleaseStore][] = [
  ['a folder', () => openReleaseStore({ RELEASE_STORE: folder, AWS_REGION: '' })],
  ...(missing === undefined ? [['S3', () => openReleaseStore(s3Settings())] as [string, () => ReleaseStore]] : []),
];

describe.each(kinds)('releases in %s', (_, open) => {
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
    expect(await store.replace('remotes.json', Buffer.from('three'), read?.mark)).toBe(false);
    expect(await store.replace('remotes.json', Buffer.from('three'), undefined)).toBe(false);
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

describe('headers of a file in a bucket', () => {
  test('type, encoding, and cache time', () => {
    const shown = (key: string) => {
      const { 'content-type': type, 'content-encoding': encoding, 'cache-control': cache } = headersOf(key);
      return [type, encoding, cache];
    };
    const forEver = 'public, max-age=31536000, immutable';
    expect(shown('mf-auth/v1/a b+c.js')).toEqual(['text/javascript; charset=utf-8', undefined, forEver]);
    expect(shown('mf-auth/v1/page.js.br')).toEqual(['text/javascript; charset=utf-8', 'br', forEver]);
    expect(shown('remotes.json')).toEqual(['application/json; charset=utf-8', undefined, 'public, max-age=10']);
    expect(shown('remotes.json.sig')).toEqual(['text/plain; charset=utf-8', undefined, 'no-cache']);
  });

  (missing === undefined ? test : test.skip)('are stored with it', async () => {
    const response = await fetch(`${s3?.url ?? ''}/${s3?.bucket ?? ''}/a%20prefix/mf-auth/v1/page.js.br`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBe('br');
    // This server forgets how long a file may be kept; Amazon's does not.
  });
});

describe('a store that cannot be used says so in one line', () => {
  test('without a host', async () => {
    const store = openReleaseStore({ ...s3Settings(), RELEASE_STORE: 's3://bucket', S3_ENDPOINT: 'http://127.0.0.1:1' });
    await expect(store.read('x')).rejects.toThrow('GET http://127.0.0.1:1/bucket/x failed: ');
  });

  (missing === undefined ? test : test.skip)('without the bucket', async () => {
    const store = openReleaseStore({ ...s3Settings(), RELEASE_STORE: 's3://missing' });
    await expect(store.create('x', Buffer.from(''))).rejects.toThrow(`PUT ${s3?.url ?? ''}/missing/x was answered with 404 `);
  });

  test('without the bucket’s keys', () => {
    expect(() => openReleaseStore({ RELEASE_STORE: 's3://bucket', AWS_REGION: '' })).toThrow(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: ',
    );
  });
});
