import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@lectern/test-servers';
import JSZip from 'jszip';

/** Adds a picture to the front of each card in an Anki package. */
export const withPicture = async (apkg: Uint8Array, picture: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const folder = temporaryFolder('anki-pictures');
  const file = join(folder, 'collection.anki2');
  const zip = await JSZip.loadAsync(apkg);
  writeFileSync(file, (await zip.file('collection.anki2')?.async('uint8array')) ?? '');
  const database = new DatabaseSync(file);
  // New GUIDs, so that the notes count as new ones.
  database.exec(`PRAGMA journal_mode = OFF; UPDATE notes SET guid = guid || 'p', flds = '<img src="a b.png" alt="A bone">' || flds`);
  database.close();
  zip.file('collection.anki2', readFileSync(file));
  zip.file('media', JSON.stringify({ 0: 'a b.png' }));
  zip.file('0', picture);
  rmSync(folder, { recursive: true });
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }) as Promise<Uint8Array<ArrayBuffer>>;
};
