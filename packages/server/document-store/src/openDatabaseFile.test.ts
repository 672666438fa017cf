import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@lectern/test-servers';
import { openEmbeddedStore } from './index.ts';
import { openDatabaseFile } from './openDatabaseFile.ts';
import { counters } from './testing/counters.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('database-file');
  file = join(folder, 'deep', 'store.sqlite');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A file with documents, closed by an orderly shutdown. */
const filled = async (): Promise<void> => {
  const store = openEmbeddedStore({ file, collections: [counters] });
  for (let index = 0; index < 50; index += 1)
    await store.collection(counters).insert({ _id: `c${index}`, count: index, text: 'x'.repeat(3_000) });
  await store.close();
};
const opening = (): string => {
  try {
    openEmbeddedStore({ file, collections: [counters] });
  } catch (error) {
    expect(error).toMatchObject({ name: 'StoreFileError' });
    return (error as Error).message;
  }
  throw new Error('It was opened.');
};

describe('a database file', () => {
  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['empty', () => Buffer.alloc(0), /is empty/],
    ['text', () => Buffer.from('this is no database\n'.repeat(500)), /is damaged, or no database/],
    ['cut off in its first page', (bytes) => bytes.subarray(0, 1_000), /is damaged/],
    ['cut off in the middle', (bytes) => bytes.subarray(0, bytes.length / 2), /is damaged/],
    ['zeros', (bytes) => Buffer.alloc(bytes.length), /is damaged/],
    [
      'overwritten in the middle',
      (bytes) => Buffer.concat([bytes.subarray(0, 20_000), Buffer.alloc(40_000, 'garbage'), bytes.subarray(60_000)]),
      /is damaged/,
    ],
  ])('that is %s is refused with one line that names it, and is not changed', async (_, spoil, words) => {
    await filled();
    const spoilt = spoil(readFileSync(file));
    writeFileSync(file, spoilt);
    const line = opening();
    expect(line).toMatch(words);
    expect(line.startsWith(`${file} `)).toBe(true);
    expect(line).not.toContain('\n');
    expect(readFileSync(file).equals(spoilt)).toBe(true);
    // The second attempt fails in the same way. After the file was moved away, a new one is created.
    expect(opening()).toBe(line);
    rmSync(file);
    await filled();
  });

  it('is never empty while it is created, and a leftover of a crash is ignored', async () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}.unfinished`, '');
    openDatabaseFile(file, { format: 1 }).close();
    expect(statSync(file).size).toBeGreaterThan(0);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(dirname(file))).toEqual(['store.sqlite']);
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    database.close();
  });

  it('is created once by several processes at the same time', async () => {
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, [join(import.meta.dirname, 'testing', 'writer.process.ts'), 'start', file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const codes = await Promise.all(children.map((child) => new Promise((resolve) => child.once('close', resolve))));
    expect(codes).toEqual([0, 0, 0, 0]);
    const store = openEmbeddedStore({ file, collections: [counters] });
    expect(await store.collection(counters).count('_id', {})).toBe(4);
    await store.close();
  });

  it('that is missing beside its write-ahead log, or is a folder, is refused, too', async () => {
    await filled();
    writeFileSync(`${file}-wal`, 'writes');
    rmSync(file);
    expect(opening()).toMatch(/is missing, while .*-wal has writes to it/);
    expect(readFileSync(`${file}-wal`, 'utf8')).toBe('writes');
    rmSync(dirname(file), { recursive: true });
    writeFileSync(dirname(file), 'a file');
    expect(opening()).toMatch(/no folder|should be/);
    rmSync(dirname(file));
    mkdirSync(file, { recursive: true });
    expect(opening()).toMatch(/is a folder where a file should be/);
  });
});
