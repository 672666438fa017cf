import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportDeckPackage } from '@lectern/exchange';
import { createMetrics, silentLog } from '@lectern/service-kit';
import { createDeckReader, type DeckReaderOptions } from './createDeckReader.ts';
import type { ImportUpload } from './readImportForm.ts';

const now = new Date('2026-03-05T10:00:00Z');
const moduleOf = (name: string) => new URL(`../../testing/imports/${name}.process.ts`, `file://${__filename}`);
const createReader = (options: Partial<DeckReaderOptions> = {}) =>
  createDeckReader({ metrics: createMetrics({ part: 'study' }), log: silentLog, ...options });
const upload = (content: string | Uint8Array, change: Partial<ImportUpload> = {}): ImportUpload => ({
  ...{ name: 'a.csv', bytes: Buffer.from(content), title: undefined, columns: undefined, ...change },
});
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`lectern-import-${hostname()}-${process.pid}-`));
/** Long enough for every machine. */
const patient = 120_000;

test('a reader that does not end is ended, and its folder is gone', async () => {
  const reader = createReader({ module: moduleOf('endless'), patienceMs: 300 });
  await expect(reader.read('u1', upload('a,b'), now)).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('too long'),
  });
  expect(folders()).toEqual([]);
});

test('a reader without enough memory says that there is too much', async () => {
  const reader = createReader({ module: moduleOf('hungry'), patienceMs: patient });
  await expect(reader.read('u1', upload('a,b'), now)).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('too large to read in one go'),
  });
}, 120_000);

test('a reader that fails is a mistake of ours, with what it wrote', async () => {
  const reader = createReader({ module: moduleOf('absent'), patienceMs: patient });
  const failed = reader.read('u1', upload('a,b'), now);
  await expect(failed).rejects.toThrow(/ended with 1: [^]*absent\.process\.ts/);
  await expect(failed).rejects.not.toHaveProperty('code');
  expect(folders()).toEqual([]);
});

test('closing ends what is being read, and leaves no files', async () => {
  const reader = createReader({ module: moduleOf('endless'), patienceMs: patient });
  const failed = expect(reader.read('u1', upload('a,b'), now)).rejects.toMatchObject({ code: 'unavailable' });
  await reader.close();
  await failed;
  expect(folders()).toEqual([]);
  await expect(reader.preview('u1', upload('a,b'), now)).rejects.toMatchObject({ code: 'unavailable' });
});

const startAlone = (patienceMs: number) => {
  const folder = join(tmpdir(), `lectern-alone-${process.pid}-${patienceMs}`);
  mkdirSync(folder);
  const child = fork(moduleOf('endless'), [folder, `${patienceMs}`], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  return { folder, child, ended: once(child, 'exit') };
};

test('a process without its service ends itself, and removes its folder', async () => {
  const { folder, child, ended } = startAlone(patient);
  // Its thread works by then.
  await once(child, 'message');
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(existsSync(folder)).toBe(false);
});

test('a process ends itself at its own deadline', async () => {
  const { folder, child, ended } = startAlone(500);
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(messages.at(-1)).toMatchObject({ kind: 'failure', message: expect.stringContaining('too long') });
  expect(existsSync(folder)).toBe(false);
});

test('what a dead process left is removed at the start', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const nameOf = (id: number, mark: string) => join(tmpdir(), `lectern-import-${hostname()}-${id}-${mark}-AbCdEf`);
  const [dead, earlier, alive] = [nameOf(pid, '0123abcd'), nameOf(process.pid, '0123abcd'), nameOf(process.ppid, '0123abcd')];
  for (const folder of [dead, earlier, alive]) mkdirSync(folder, { recursive: true });
  try {
    await createReader().close();
    expect([dead, earlier, alive].map((folder) => existsSync(folder))).toEqual([false, false, true]);
  } finally {
    rmdirSync(alive);
  }
});

test('the columns of the learner go to the process', async () => {
  const columns = { front: 2, back: 1, hasHeader: true };
  const reader = createReader({ patienceMs: patient });
  const { decks } = await reader.read('u1', upload('1,a,b\n2,c,d\n', { columns }), now);
  expect(decks[0]!.cards).toMatchObject([{ front: 'd', back: 'c' }]);
  const preview = await reader.preview('u1', upload('1,a,b\n2,c,d\n', { columns, title: 'Mine' }), now);
  expect(preview).toMatchObject({ decks: [{ title: 'Mine', cardCount: 1 }], cards: [{ front: 'd', back: 'c' }], reviewCount: 0 });
});

test('a package of 10,000 cards fits the memory of the process', async () => {
  const cards = Array.from({ length: 10_000 }, (_, index) => ({
    ...{
      id: `c${index}`,
      front: `<b>Front</b> ${index} ${'words '.repeat(30)}`,
      back: `Back ${index}`,
      source: '',
      tags: [],
      pictures: [],
      isSuspended: false,
    },
    ...{ schedule: undefined, reviews: [] },
  }));
  const { bytes } = await exportDeckPackage({ id: 'd', title: 'Many', cards, desiredRetention: 0.9 }, now);
  const { decks } = await createReader({ patienceMs: patient }).read('u1', upload(bytes), now);
  expect(decks[0]!.cards).toHaveLength(10_000);
}, 120_000);
