import { setImmediate } from 'node:timers/promises';
import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';
import { calls } from '@lectern/contracts';
import { expect, test } from '@playwright/test';
import { call, newLearner, type Learner } from '../../support/api.ts';
import { entryOfMegabytes, zipOf } from '../../support/zipBombs.ts';

const zeros = (): Buffer => Buffer.alloc(200 * 1024 * 1024);

/** An archive with one deflated part. @param declared - its size according to the central directory */
const archiveOf = (name: string, content: Buffer, declared = content.length): Uint8Array =>
  zipOf([{ name, packed: deflateRawSync(content, { level: 1 }), declared, crc: crc32(content), method: 8 }]);

// Packed lazily, because listing the tests loads this file as well.
const hostile: [what: string, pack: () => Uint8Array, status: number][] = [
  ['a bomb', () => zipOf([entryOfMegabytes('collection.anki2', 200, '\0')]), 422],
  ['a bomb of Zstandard', () => archiveOf('collection.anki21b', zstdCompressSync(zeros())), 422],
  ['2 GB declared', () => archiveOf('collection.anki2', Buffer.from('x'), 2 ** 31), 422],
  ['a name that leads elsewhere', () => archiveOf('../../../collection.anki2', Buffer.from('x')), 422],
  ['an archive without cards', () => archiveOf('word/document.xml', Buffer.from('x')), 415],
  ['a database that is none', () => archiveOf('collection.anki2', Buffer.from('SQLite format 3\u0000')), 422],
  ['quotation marks without an end', () => Buffer.from('"'.repeat(2_000_000)), 422],
  ['a line of ten million cells', () => Buffer.from(','.repeat(10_000_000)), 422],
  ['a program', () => Buffer.from('\u007fELF\u0000\u0001'), 415],
];

const importing = ({ token }: Learner, bytes: Uint8Array, path: string) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'deck.apkg');
  return call('POST', path, { token, form });
};

test('hostile files get a sentence, leave nothing, use no limit, and other learners’ calls go on', async () => {
  const [attacker, other] = [await newLearner(), await newLearner()];
  for (const [what, pack, status] of hostile)
    await test.step(what, async () => {
      const bytes = pack();
      // Packing blocked this process for seconds. Yield, so that it notices closed idle connections before it reuses them.
      await setImmediate();
      for (const { path } of [calls.previewDeckImport, calls.importDecks]) {
        const [refused, read] = await Promise.all([importing(attacker, bytes, path), call('GET', '/flashcards', { token: other.token })]);
        expect([refused.status, refused.body.code]).toEqual([status, status === 415 ? 'unsupported_type' : 'unreadable_file']);
        expect(refused.body.msg).toMatch(/^[A-Z].*\.\)?$/);
        expect(read.status).toBe(200);
      }
    });
  expect((await call('GET', '/flashcards', { token: attacker.token })).body).toEqual([]);
  expect((await call('GET', '/subscription/limits', { token: attacker.token })).body.flashcards.current).toBe(0);
});

test('what looks like HTML or a formula in a card is text', async () => {
  const learner = await newLearner();
  const front = '<img src=x onerror=alert(1)>';
  const made = await importing(learner, Buffer.from(`${front}\t=cmd|' /C calc'!A0\n`), '/flashcards/import');
  expect(made.status).toBe(201);
  const id = made.body.decks[0]._id as string;
  const { cards } = (await call('GET', `/flashcards/${id}`, { token: learner.token })).body;
  expect(cards).toMatchObject([{ front, back: "=cmd|' /C calc'!A0" }]);
});
