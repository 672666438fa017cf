import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { importLimits } from '../../import/importLimits.ts';
import { fieldsIn, textInField } from './fieldsIn.ts';
import { bytesOf, checkBytes, contentOf, entriesOf, openZip } from './unpackCollection.ts';

/** The list of media. In Anki's newest form, it is a protocol buffer packed with Zstandard. */
const listName = 'media';
const newestCollection = 'collection.anki21b';

const windowLimit = { params: { [constants.ZSTD_d_windowLogMax]: 27 } };

/** Reads file names in Anki's newest form, in the order of their numbers. */
const namesInBuffer = (list: Uint8Array): string[] => fieldsIn(list, 1, (reader) => reader.bytes()).map((entry) => textInField(entry, 1));

/** Returns the numbers of files by name. */
const numbersOf = (list: Buffer, isNewest: boolean): Map<string, string> => {
  if (isNewest) {
    const unpacked = zstdDecompressSync(list, { maxOutputLength: importLimits.mediaListBytes, ...windowLimit });
    return new Map(namesInBuffer(unpacked).map((name, index) => [name.normalize('NFC'), String(index)]));
  }
  const parsed: unknown = JSON.parse(list.toString('utf8'));
  return new Map(
    Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {}).flatMap(([number, name]) =>
      typeof name === 'string' && /^\d{1,6}$/.test(number) ? [[name.normalize('NFC'), number] as const] : [],
    ),
  );
};

/** Returns the possible file names of a picture. A card's HTML may write them URL-encoded. */
const fileNamesOf = (source: string): string[] => {
  try {
    return [source, decodeURIComponent(source)];
  } catch {
    return [source];
  }
};

/**
 * Unpacks the pictures that cards show, each to its own file. Leaves out missing, damaged and oversized pictures, and those beyond the
 * package limits. Never fails the import.
 *
 * @param sources - URLs in the cards, in order.
 * @param folder - Of the caller. No name of the package becomes a path.
 * @returns file names in the folder by URL
 */
export const unpackPictures = async (bytes: Uint8Array, sources: Iterable<string>, folder: string): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  const zip = await openZip(bytes);
  try {
    const entries = await entriesOf(zip, (name) => name === listName || name === newestCollection || /^\d{1,6}$/.test(name));
    const list = entries.get(listName);
    if (!list) return files;
    const isNewest = entries.has(newestCollection);
    const numbers = numbersOf(await bytesOf(zip, list, importLimits.mediaListBytes), isNewest);
    let room: number = importLimits.picturesBytes;
    for (const source of sources) {
      const number = fileNamesOf(source.normalize('NFC')).flatMap((name) => numbers.get(name) ?? [])[0];
      const entry = number === undefined ? undefined : entries.get(number);
      if (!entry || files.size === importLimits.pictures || entry.uncompressedSize > Math.min(room, importLimits.pictureBytes)) continue;
      const file = `picture-${files.size}`;
      try {
        const content = await contentOf(zip, entry);
        const target = createWriteStream(join(folder, file), { mode: 0o600 });
        const checked = checkBytes(importLimits.pictureBytes);
        if (isNewest) await pipeline(content, createZstdDecompress(windowLimit), checked, target);
        else await pipeline(content, checked, target);
        room -= target.bytesWritten;
        files.set(source, file);
      } catch {
        // The next picture reuses the file name.
      }
    }
  } catch {
    // With a damaged list, the cards are imported without further pictures.
  } finally {
    zip.close();
  }
  return files;
};
