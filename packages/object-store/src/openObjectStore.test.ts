import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineFor, startS3, temporaryFolder, type S3 } from '@lectern/test-servers';
import { openObjectStore } from './openObjectStore.ts';
import { memoryObjectStore } from './testing/memoryObjectStore.ts';
import { objectStoreContract } from './testing/objectStoreContract.ts';

const folder = temporaryFolder('objects');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const inFolder = () => openObjectStore({ OBJECT_STORE_URL: folder, AWS_REGION: '' });
const keys = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
const bytes = new Uint8Array([1, 2, 3]);

objectStoreContract('a folder', inFolder);
objectStoreContract('memory', memoryObjectStore);

const missing = engineFor('go');
if (missing === undefined) {
  let s3: S3;
  beforeAll(async () => {
    s3 = await startS3();
  }, 120_000);
  afterAll(() => s3.stop());
  objectStoreContract('S3', () => openObjectStore({ ...keys, OBJECT_STORE_URL: `s3://${s3.bucket}/a prefix`, S3_ENDPOINT: s3.url }));
  objectStoreContract('S3 without a prefix', () =>
    openObjectStore({ ...keys, OBJECT_STORE_URL: `s3://${s3.bucket}`, S3_ENDPOINT: s3.url }),
  );
} else console.log(`${missing} Objects are not tried on S3.`);

describe('a folder', () => {
  it('is readable by its owner only, and has no unfinished file', async () => {
    const store = inFolder();
    await store.put('pictures/eve/guide/a', bytes);
    const place = join(folder, 'pictures', 'eve', 'guide');
    expect(statSync(place).mode & 0o077).toBe(0);
    expect(statSync(join(place, 'a')).mode & 0o077).toBe(0);
    expect(readdirSync(place)).toEqual(['a']);
  });

  it('does not list what a crash left unfinished, and deletes it with its folder', async () => {
    const store = inFolder();
    const place = join(folder, 'pictures', 'fay', 'guide');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, '.unfinished-1'), 'half');
    expect(await store.list('pictures/fay')).toEqual([]);
    await store.deleteFolder('pictures/fay');
    expect(readdirSync(join(folder, 'pictures'))).not.toContain('fay');
  });

  it('that cannot be written is named by one line without its path', async () => {
    writeFileSync(join(folder, 'file'), '');
    const store = openObjectStore({ OBJECT_STORE_URL: join(folder, 'file'), AWS_REGION: '' });
    await expect(store.put('pictures/a/b', bytes)).rejects.toThrow(/^The folder of objects cannot be used: E[A-Z]+\.$/);
  });
});

describe('S3', () => {
  it('that does not answer is named by one line', async () => {
    const store = openObjectStore({ ...keys, OBJECT_STORE_URL: 's3://bucket', S3_ENDPOINT: 'http://127.0.0.1:1' });
    await expect(store.get('pictures/a')).rejects.toThrow('The storage of objects does not answer.');
  });

  it('needs the keys of its account', () => {
    expect(() => openObjectStore({ OBJECT_STORE_URL: 's3://bucket', AWS_REGION: '' })).toThrow(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  });
});
