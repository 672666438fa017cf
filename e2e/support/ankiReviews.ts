import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@lectern/test-servers';
import JSZip from 'jszip';

const dayMs = 86_400_000;

/** Adds reviews to each card in an Anki package, one every fourth day until today. */
export const withReviews = async (apkg: Uint8Array, reviewsEach: number): Promise<Uint8Array<ArrayBuffer>> => {
  const folder = temporaryFolder('anki-reviews');
  const file = join(folder, 'collection.anki2');
  const zip = await JSZip.loadAsync(apkg);
  writeFileSync(file, (await zip.file('collection.anki2')?.async('uint8array')) ?? '');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = OFF; BEGIN');
  const insert = database.prepare('INSERT INTO revlog VALUES (?, ?, -1, ?, 4, 4, 0, 2500, 1)');
  let time = Date.now() - reviewsEach * 4 * dayMs;
  const cards = database.prepare('SELECT id FROM cards').all();
  for (let review = 0; review < reviewsEach; review += 1) {
    for (const [index, { id }] of cards.entries()) insert.run((time += 1), Number(id), (index + review) % 5 === 0 ? 1 : 3);
    time += 4 * dayMs - cards.length;
  }
  database.exec(`UPDATE cards SET type = 2, queue = 2, due = 1, ivl = 4, reps = ${reviewsEach}, data = '{"s":9.5,"d":4.5}'; COMMIT`);
  database.close();
  zip.file('collection.anki2', readFileSync(file));
  rmSync(folder, { recursive: true });
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }) as Promise<Uint8Array<ArrayBuffer>>;
};
