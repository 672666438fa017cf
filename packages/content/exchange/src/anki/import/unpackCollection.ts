import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, createZstdDecompress } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { damaged, encrypted, ImportError, notADeck, tooLarge } from '../../import/ImportError.ts';
import { importLimits } from '../../import/importLimits.ts';
import { fieldsIn } from './fieldsIn.ts';

/** The collection of each package generation, newest first. Newer packages also contain an older file, which only says to update Anki. */
const collectionNames = ['collection.anki21b', 'collection.anki21', 'collection.anki2'] as const;
type CollectionName = (typeof collectionNames)[number];

/** The newest known package version, with a compressed collection. */
const newestVersion = 3;
const metaBytes = 1_024;
/** Zstandard may request windows of gigabytes. Anki's have 8 MB. */
const windowLog = 27;

const asImportError = (error: unknown): ImportError => (error instanceof ImportError ? error : damaged(error));

/**
 * Opens a package without unpacking.
 *
 * @throws ImportError `damaged`
 */
export const openZip = (bytes: Uint8Array): Promise<ZipFile> =>
  fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).catch((error: unknown) => {
    throw damaged(error);
  });

/**
 * Lists the wanted entries by name, without unpacking.
 *
 * @throws ImportError for too many entries, duplicate names, and names with `..`
 */
export const entriesOf = async (zip: ZipFile, isWanted: (name: string) => boolean): Promise<Map<string, Entry>> => {
  if (zip.entryCount > importLimits.entries) throw new ImportError('too-large', 'This file has too many parts.');
  const found = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      // With two parts of one name, two readers see two different decks.
      if (found.has(entry.fileName)) throw damaged();
      if (isWanted(entry.fileName)) found.set(entry.fileName, entry);
    }
  } catch (error) {
    throw asImportError(error);
  }
  return found;
};

/** Opens the unpacked content of an entry. @throws ImportError */
export const contentOf = async (zip: ZipFile, entry: Entry): Promise<Readable> => {
  if (entry.isEncrypted()) throw encrypted();
  if (entry.uncompressedSize > importLimits.collectionBytes) throw tooLarge();
  return zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw damaged(error);
  });
};

/** Passes bytes on. Fails above the limit, or if they do not match the checksum. */
export const checkBytes = (mostBytes: number, expectedCrc?: number): Transform => {
  let bytes = 0;
  let crc = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) return done(tooLarge());
      if (expectedCrc !== undefined) crc = crc32(chunk, crc);
      done(null, chunk);
    },
    flush: (done) => done(expectedCrc !== undefined && crc !== expectedCrc ? damaged() : null),
  });
};

/** Reads a small entry. @throws ImportError */
export const bytesOf = async (zip: ZipFile, entry: Entry, mostBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) chunks.push(chunk);
  };
  // A pipeline forwards the errors of all its streams.
  await pipeline(await contentOf(zip, entry), checkBytes(mostBytes, entry.crc32), collect);
  return Buffer.concat(chunks);
};

/** Reads the package version from `meta`. Older packages have none. */
const versionOf = async (zip: ZipFile, meta: Entry | undefined): Promise<number> =>
  meta ? (fieldsIn(await bytesOf(zip, meta, metaBytes), 1, (reader) => reader.uint32()).at(-1) ?? 1) : 1;

const nameIn = (entries: ReadonlyMap<string, Entry>): CollectionName => {
  const name = collectionNames.find((each) => entries.has(each));
  if (name === undefined) throw notADeck();
  return name;
};

/**
 * Unpacks the collection of a package of any generation to a file. Checks counts and sizes before and during unpacking. No name in the
 * package is used as a path.
 *
 * @throws ImportError
 */
export const unpackCollection = async (bytes: Uint8Array, file: string): Promise<void> => {
  const zip = await openZip(bytes);
  try {
    const entries = await entriesOf(zip, (name) => name === 'meta' || collectionNames.some((each) => each === name));
    const name = nameIn(entries);
    if ((await versionOf(zip, entries.get('meta'))) > newestVersion)
      throw new ImportError('not-a-deck', 'This package is from a newer version of Anki. Export it with "Support older Anki versions".');
    const entry = entries.get(name) as Entry;
    const source = await contentOf(zip, entry);
    const checked = [source, checkBytes(importLimits.collectionBytes, entry.crc32)] as const;
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    if (name === 'collection.anki21b') {
      const unpack = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: windowLog } });
      await pipeline(...checked, unpack, checkBytes(importLimits.collectionBytes), target);
    } else await pipeline(...checked, target);
  } catch (error) {
    throw asImportError(error);
  } finally {
    zip.close();
  }
};
