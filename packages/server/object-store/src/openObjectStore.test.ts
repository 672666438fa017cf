import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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
  it('lists the same keys for every spelling of its path', async () => {
    await inFolder().put('pictures/gus/guide/a', bytes);
    for (const spelling of [`${folder}/`, `${folder}/./`, `${folder}/x/..`, relative('.', folder)])
      expect(await openObjectStore({ OBJECT_STORE_URL: spelling, AWS_REGION: '' }).list('pictures/gus')).toEqual(['pictures/gus/guide/a']);
  });

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

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server in the place of S3 that answers as a test says. */
const startFakeBucket = async (answer: Answer) => {
  const requests: { line: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    requests,
    open: (prefix = '') =>
      openObjectStore({ ...keys, AWS_SESSION_TOKEN: 'session', OBJECT_STORE_URL: `s3://bucket${prefix}`, S3_ENDPOINT: url }),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};
const listOf = (found: readonly string[], more = ''): Answer => {
  const xml = `<ListBucketResult>${found.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${more}</ListBucketResult>`;
  return (request, response) => void response.writeHead(200).end(request.method === 'GET' ? xml : '');
};
const withBucket = async (answer: Answer, use: (bucket: Awaited<ReturnType<typeof startFakeBucket>>) => Promise<void>): Promise<void> => {
  const bucket = await startFakeBucket(answer);
  try {
    await use(bucket);
  } finally {
    await bucket.stop();
  }
};
const deletedAt = ({ requests }: { requests: readonly { line: string }[] }) =>
  requests.flatMap(({ line }) => (line.startsWith('DELETE ') ? [line.slice('DELETE '.length)] : []));

describe('a bucket that cannot be trusted', () => {
  it('cannot send an object or a session token to another host by a redirection', () =>
    withBucket(
      (_, response) => void response.writeHead(200).end('theirs'),
      (other) =>
        withBucket(
          (_, response) => void response.writeHead(307, { location: `${other.url}/elsewhere` }).end(),
          async (bucket) => {
            await expect(bucket.open().put('pictures/a', bytes)).rejects.toThrow('answered PUT with 307');
            await expect(bucket.open().get('pictures/a')).rejects.toThrow('answered GET with 307');
            expect(other.requests).toEqual([]);
          },
        ),
    ));

  it('cannot have objects beside a folder deleted', () =>
    withBucket(listOf(['pictures/ann/one/a', 'pictures/ben/two/b', 'other/secret']), async (bucket) => {
      await expect(bucket.open().deleteFolder('pictures/ann')).rejects.toThrow('keys that were not asked for');
      expect(deletedAt(bucket)).toEqual([]);
    }));

  it.each([
    ['has more, and does not say from where', '<IsTruncated>true</IsTruncated>'],
    ['has the same page again and again', '<IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>'],
  ])('whose list %s fails the deletion, so that it is repeated', (_, more) =>
    withBucket(listOf(['pictures/ann/a'], more), async (bucket) => {
      await expect(bucket.open().deleteFolder('pictures/ann')).rejects.toThrow('The storage of objects');
    }),
  );

  it('is unavailable when it cuts off an answer', () =>
    withBucket(
      (_, response) => {
        response.writeHead(200, { 'content-length': 1_000 }).write('half');
        setTimeout(() => response.destroy(), 20);
      },
      async (bucket) => {
        await expect(bucket.open().get('pictures/a')).rejects.toMatchObject({ name: 'ObjectStoreError' });
        await expect(bucket.open().list('pictures/a')).rejects.toMatchObject({ name: 'ObjectStoreError' });
      },
    ));
});

describe('a bucket', () => {
  it('is asked to delete the right keys below any prefix', () =>
    withBucket(listOf(['Tom &amp; &quot;Jo&apos;s&quot; &lt;1&#62;&#x2B;/pictures/ann/a']), async (bucket) => {
      const store = bucket.open(`/${encodeURIComponent(`Tom & "Jo's" <1>+`)}`);
      expect(await store.list('pictures/ann')).toEqual(['pictures/ann/a']);
      await store.deleteFolder('pictures/ann');
      expect(deletedAt(bucket)).toEqual([`/bucket/${encodeURIComponent(`Tom & "Jo's" <1>+`)}/pictures/ann/a`]);
    }));

  it('gets objects whose hash is signed', () =>
    withBucket(
      (_, response) => void response.writeHead(200).end(),
      async (bucket) => {
        await bucket.open().put('pictures/a', bytes);
        const [sent] = bucket.requests;
        expect(sent?.headers['x-amz-content-sha256']).toBe(createHash('sha256').update(bytes).digest('hex'));
        expect(sent?.headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-content-sha256/);
      },
    ));
});
