import type { AccountExportLine } from '@lectern/contracts';
import { internalPaths } from '@lectern/contracts';
import { Hono } from 'hono';
import { asJsonList, readAccountExport, serveAccountExport, type AccountExportFile, type ExportAccountFiles } from './accountExport.ts';
import { errorAnswer, DomainError } from './DomainError.ts';
import type { InternalStream } from './internalStream.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';

async function* each<T>(all: readonly T[], failure?: Error): AsyncIterable<T> {
  yield* all;
  if (failure) throw failure;
}
const textOf = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const part of parts) text += part;
  return text;
};

/** A service with these files, asked for a learner. */
const make = (filesOf: ExportAccountFiles) => {
  const logged: unknown[] = [];
  const app = new Hono<ServiceEnvironment>();
  app.onError((error, c) => {
    if (!(error instanceof DomainError)) throw error;
    return c.json(errorAnswer(error, 'r1').body, 401);
  });
  const ask = (userId?: string) => {
    app.use(async (c, next) => {
      c.set('identity', userId === undefined ? {} : { userId });
      c.set('requestId', 'r1');
      await next();
    });
    serveAccountExport(app, filesOf, (...line) => void logged.push(line));
    return app.request(internalPaths.accountExport);
  };
  return { ask, logged };
};

test.each([[[]], [[{ a: 1 }]], [[{ a: 1 }, 'b', null]]])('a list in parts is JSON: %j', async (entries) => {
  expect(JSON.parse(await textOf(asJsonList(each(entries))))).toEqual(entries);
});

describe('a service’s part of an export', () => {
  const files: AccountExportFile[] = [
    { name: 'a.txt', content: 'whole\n"text"' },
    { name: 'b.webp', content: new Uint8Array([1, 2, 3]).subarray(1) },
    { name: 'c.json', content: each(['[', ']']) },
  ];

  test('has a line for the beginning of each file, for each part of it, and for the end', async () => {
    const asked: string[] = [];
    const { ask } = make((userId) => {
      asked.push(userId);
      return each(files);
    });
    const answer = await ask('u1');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/x-ndjson',
      'no-store',
    ]);
    const lines = (await answer.text()).trimEnd().split('\n');
    const read: AccountExportLine[] = [];
    const stream: InternalStream = () => each(lines);
    const request = { from: 'study', userId: 'u1', requestId: 'r1', signal: new AbortController().signal } as const;
    for await (const line of readAccountExport(stream, request)) read.push(line);
    expect(read).toEqual([
      { type: 'file', name: 'a.txt' },
      { type: 'text', text: 'whole\n"text"' },
      { type: 'file', name: 'b.webp' },
      { type: 'bytes', base64: 'AgM=' },
      { type: 'file', name: 'c.json' },
      { type: 'text', text: '[' },
      { type: 'text', text: ']' },
      { type: 'end' },
    ]);
    expect(asked).toEqual(['u1']);
  });

  test('is cut off and logged when a file cannot be read', async () => {
    const error = new Error('The store is away.');
    const { ask, logged } = make(() => each(files.slice(0, 1), error));
    await expect((await ask('u1')).text()).rejects.toThrow();
    expect(logged).toEqual([['error', 'account-export.failed', { requestId: 'r1', error }]]);
  });

  test('stops when its reader does', async () => {
    let isOver = false;
    const endless = async function* (): AsyncIterable<AccountExportFile> {
      try {
        for (let count = 0; ; count += 1) yield { name: `${String(count)}.txt`, content: 'x' };
      } finally {
        isOver = true;
      }
    };
    const { ask } = make(endless);
    const reader = (await ask('u1')).body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(isOver).toBe(true);
  });

  test('is of a learner', async () => {
    expect((await make(() => each(files)).ask()).status).toBe(401);
  });

  test('an answer of another form is refused', async () => {
    const request = { from: 'study', userId: 'u1', requestId: 'r1', signal: new AbortController().signal } as const;
    const lines = readAccountExport(() => each(['{"type":"other"}']), request)[Symbol.asyncIterator]();
    await expect(lines.next()).rejects.toMatchObject({ name: expect.stringMatching(/Zod/) });
  });
});
