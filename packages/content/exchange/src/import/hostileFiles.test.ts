import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';
import JSZip from 'jszip';
import { clozeQuestion } from '@lectern/contracts/cloze';
import { growthOf, mutate, seededNumbers, seedsOfThisRun, temporaryFolder } from '@lectern/test-servers';
import type { AnkiCard } from '../anki/AnkiDeck.ts';
import { readCollectionFile } from '../anki/import/readApkg.ts';
import { writeApkg } from '../anki/writeApkg.ts';
import { decodeTable, readDecks } from './readDecks.ts';
import { ImportError } from './ImportError.ts';
import { readDelimited } from './readDelimited.ts';

const now = new Date('2026-03-05T10:00:00Z');
const cards = Array.from({ length: 5 }, (_, index): AnkiCard => ({
  ...{ id: `c${index}`, front: `Front ${index}`, back: `Back ${index}`, source: '', tags: [], pictures: [], isSuspended: false },
  schedule: { state: 'review', due: now, stability: 8, difficulty: 5, reps: 1, lapses: 0 },
  reviews: [{ at: now, ease: 3, durationMs: 1_000 }],
}));
const apkg = (): Promise<Uint8Array> => writeApkg({ id: 'd', title: 'Deck', cards, desiredRetention: 0.9 }, now);
const collection = async (): Promise<Buffer> => (await JSZip.loadAsync(await apkg())).file('collection.anki2')!.async('nodebuffer');

const folders = temporaryFolder('lectern-hostile-');
/** Reads a file and returns the outcome. Only an `ImportError` may be thrown. */
const outcomeOf = async (bytes: Uint8Array): Promise<string> => {
  const folder = mkdtempSync(join(folders, 'f-'));
  try {
    const { decks } = await readDecks(bytes, { folder });
    return `${decks.reduce((sum, deck) => sum + deck.cards.length, 0)} cards`;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return error.code;
  } finally {
    // No file was written elsewhere.
    expect(readdirSync(folder).filter((name) => name !== 'collection.sqlite')).toEqual([]);
    rmSync(folder, { recursive: true });
  }
};
/** Deflates parts into an archive. JSZip would take seconds for large ones. */
const zipOf = (parts: Readonly<Record<string, Uint8Array | string>>): Uint8Array => {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain, { level: 1 });
    const nameBytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(plain.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, nameBytes, packed]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, place, nameBytes]));
    chunks.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, list, end]);
};
/** The collection after hostile statements. */
const changed = async (sql: string): Promise<Uint8Array> => {
  const file = join(mkdtempSync(join(folders, 'c-')), 'c.anki2');
  writeFileSync(file, await collection());
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(sql);
  database.close();
  return zipOf({ 'collection.anki2': readFileSync(file) });
};
/** Sets a field in the first entry of the zip directory. */
const withDirectoryField = (bytes: Uint8Array, offset: number, value: number, size: 2 | 4): Uint8Array => {
  const result = bytes.slice();
  const view = new DataView(result.buffer);
  for (let at = 0; at < result.length - 46; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) {
      if (size === 4) view.setUint32(at + offset, value, true);
      else view.setUint16(at + offset, value, true);
      return result;
    }
  throw new Error('No entry.');
};

test('a package is read by its content', async () => {
  expect(await outcomeOf(await apkg())).toBe('5 cards');
  expect(await outcomeOf(new Uint8Array())).toBe('not-a-deck');
  expect(await outcomeOf(await collection())).toBe('not-a-deck');
  expect(await outcomeOf(zipOf({ 'word/document.xml': '<x/>' }))).toBe('not-a-deck');
});

test('refuses archives that unpack to too much, have too many parts, or lie about sizes', async () => {
  const zeros = new Uint8Array(140 * 1024 * 1024);
  expect(await outcomeOf(zipOf({ 'collection.anki2': zeros }))).toBe('too-large');
  const packed = zstdCompressSync(zeros);
  expect(await outcomeOf(zipOf({ 'collection.anki21b': packed }))).toBe('too-large');
  const usual = await apkg();
  expect(await outcomeOf(withDirectoryField(usual, 24, 2 ** 31, 4))).toBe('too-large');
  expect(await outcomeOf(withDirectoryField(usual, 24, 100, 4))).toBe('damaged');
  expect(await outcomeOf(withDirectoryField(usual, 16, 1, 4))).toBe('damaged');
  expect(await outcomeOf(withDirectoryField(usual, 8, 1, 2))).toBe('encrypted');
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${index}`, '']));
  expect(await outcomeOf(zipOf({ ...many, 'collection.anki2': await collection() }))).toBe('5 cards');
  const end = (await apkg()).slice();
  new DataView(end.buffer).setUint16(end.length - 12, 60_000, true);
  expect(await outcomeOf(end)).toBe('too-large');
}, 60_000);

test('no name of a package becomes a path', async () => {
  const parts = { '../../evil': 'x', '/etc/evil': 'x', 'a\\..\\b': 'x' };
  expect(await outcomeOf(zipOf({ ...parts, 'collection.anki2': await collection() }))).toBe('damaged');
  expect(await outcomeOf(zipOf({ ...parts, '../collection.anki2': await collection() }))).toBe('damaged');
});

test('ignores triggers, views, virtual tables and indexes of a collection', async () => {
  expect(
    await outcomeOf(
      await changed(`CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM notes; END;
        CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
        CREATE INDEX own ON notes (length(zeroblob(100000000)), flds) WHERE 0; CREATE VIRTUAL TABLE f USING fts5(x);`),
    ),
  ).toBe('5 cards');
});

test('reports a lying schema as damaged: views as tables, computed columns, other columns, pages of another table', async () => {
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
  expect(
    await outcomeOf(
      await changed(`DROP TABLE notes; CREATE VIEW notes AS ${endless} SELECT i AS id, '' AS guid, 1 AS mid, 0 AS mod, 0 AS usn,
      '' AS tags, 'a' AS flds, 0 AS sfld, 0 AS csum, 0 AS flags, '' AS data FROM n;`),
    ),
  ).toBe('damaged');
  expect(
    await outcomeOf(
      await changed(`DROP TABLE revlog; CREATE TABLE revlog (id integer primary key, cid, usn, ease, ivl, lastIvl, factor, time,
        type AS (length(zeroblob(1000000))) VIRTUAL);`),
    ),
  ).toBe('damaged');
  expect(await outcomeOf(await changed('ALTER TABLE cards RENAME COLUMN nid TO other;'))).toBe('damaged');
  expect(await outcomeOf(await changed('DROP TABLE revlog;'))).toBe('damaged');
  const lie = (page: string) => changed(`PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = ${page} WHERE name = 'cards';`);
  expect(await outcomeOf(await lie("(SELECT rootpage FROM sqlite_master WHERE name = 'notes')"))).toBe('no-cards');
  expect(await outcomeOf(await lie('100000'))).toBe('damaged');
  expect(await outcomeOf(await lie('1'))).toBe('damaged');
  expect(await outcomeOf(await changed("UPDATE col SET models = '[]', decks = 'x'"))).toBe('damaged');
});

/** The first page of a database, and pages of its schema that share their children. */
const sharedSchema = (): Buffer => {
  const [size, depth, cells] = [512, 12, 60];
  const file = Buffer.alloc(size * (depth + 1));
  file.write('SQLite format 3\0', 'latin1');
  file.writeUInt16BE(size, 16);
  file.set([1, 1, 0, 64, 32, 32], 18);
  file.writeUInt32BE(depth + 1, 28);
  file.writeUInt32BE(4, 44);
  file.writeUInt32BE(1, 56);
  for (let page = 0; page < depth; page += 1) {
    const [from, header] = [page * size, page === 0 ? 100 : 0];
    file.writeUInt8(5, from + header);
    file.writeUInt16BE(cells, from + header + 3);
    file.writeUInt16BE(size - 5, from + header + 5);
    file.writeUInt32BE(page + 2, from + header + 8);
    file.writeUInt32BE(page + 2, from + size - 5);
    for (let cell = 0; cell < cells; cell += 1) file.writeUInt16BE(size - 5, from + header + 12 + 2 * cell);
  }
  // The last page has one entry without values.
  const entry = [6, 1, 6, 0, 0, 0, 0, 0];
  const last = size * depth;
  file.writeUInt8(13, last);
  file.writeUInt16BE(1, last + 3);
  file.writeUInt16BE(size - entry.length, last + 5);
  file.writeUInt16BE(size - entry.length, last + 8);
  file.set(entry, last + size - entry.length);
  return file;
};

test('reports schema pages with shared children as damaged before SQLite reads them', async () => {
  expect(await outcomeOf(zipOf({ 'collection.anki2': sharedSchema() }))).toBe('damaged');
  const endless = await collection();
  // The first entry of the schema claims to have a gigabyte.
  endless.set([0x83, 0xdc, 0xd6, 0x80, 0x00], endless.readUInt16BE(108));
  expect(await outcomeOf(zipOf({ 'collection.anki2': endless }))).toBe('damaged');
});

test('reads a collection with a large valid schema', async () => {
  const tables = Array.from({ length: 200 }, (_, index) => `CREATE TABLE other${index} (a, b, c);`).join('');
  expect(await outcomeOf(await changed(tables))).toBe('5 cards');
});

test('makes neither cards nor internal errors of values with wrong types or sizes', async () => {
  expect(
    await outcomeOf(await changed("UPDATE cards SET did = 'x', ord = 1e300, due = 'never', type = x'00', data = '{\"s\":1e999}'")),
  ).toBe('no-cards');
  expect(await outcomeOf(await changed("UPDATE cards SET due = 9e300, type = 2, data = '[1]'"))).toBe('5 cards');
  expect(await outcomeOf(await changed('UPDATE notes SET flds = zeroblob(200000)'))).toBe('no-cards');
  expect(await outcomeOf(await changed('UPDATE notes SET flds = hex(zeroblob(9000000))'))).toBe('damaged');
  expect(await outcomeOf(await changed('UPDATE revlog SET id = -id, ease = 99, time = -5'))).toBe('5 cards');
});

test('reads or refuses mutated packages, collections and texts, 2,000 of each kind over all runs', async () => {
  const seeds = seedsOfThisRun(2_000, 10);
  const damaged = (bytes: Uint8Array, seed: number) =>
    mutate(bytes, seededNumbers(seed), ['PK', '\u0000', '\u00ff\u00ff\u00ff\u00ff', '<', '"', '#']);
  const outcomes = new Map<string, number>();
  const count = (kind: string, outcome: string) => outcomes.set(`${kind} ${outcome}`, (outcomes.get(`${kind} ${outcome}`) ?? 0) + 1);
  const usual = await apkg();
  for (const seed of seeds) count('apkg', await outcomeOf(damaged(usual, seed)));
  const unpacked = await collection();
  const file = join(folders, 'fuzz.sqlite');
  for (const seed of seeds) {
    writeFileSync(file, damaged(unpacked, seed));
    try {
      count('collection', readCollectionFile(file).decks.length > 0 ? 'cards' : 'none');
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      count('collection', error.code);
    }
  }
  const text = Buffer.from('\uFEFF#separator:comma\n#html:true\n"a ""b""",c\nd;e,"f\ng"\nh\ti,<b>j</b>&amp;\n', 'utf16le');
  for (const seed of seeds)
    try {
      readDelimited((await decodeTable(damaged(text, seed))).text);
      count('text', 'read');
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      count('text', error.code);
    }
  const kinds = [...outcomes.keys()];
  for (const kind of ['apkg damaged', 'collection cards', 'collection damaged', 'text read']) expect(kinds).toContain(kind);
}, 120_000);

test('reads gaps in linear time', async () => {
  for (const piece of ['{{c1::', '}}', '::', '{{c1::a::', '{{c1::a}}'])
    expect(
      await growthOf((size) => () => clozeQuestion(piece.repeat(size), 1), { size: 5_000, harmlessMs: 50, most: 8 }),
    ).toBeLessThanOrEqual(8);
});
