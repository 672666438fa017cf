import { crc32, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';
import { damaged, DocumentError, encrypted, notAPresentation } from '../DocumentError.ts';
import { isEncryptedOffice, isOldOffice } from '../documentKindOf.ts';
import type { DeckLimits } from './limits.ts';
import type { Part } from './xml.ts';

/** The parts of a package by name, ignoring case. Nothing is unpacked before it is read. */
export interface ZipParts {
  /** Returns a key that is equal for parts with the same bytes. */
  fingerprint(name: string): string | undefined;
  /**
   * Unpacks a part.
   *
   * @throws DocumentError `damaged`, or `too-large` when the parts read so far exceed the limits
   */
  read(name: string): Part | undefined;
}

const localSignature = 0x04034b50;
const localHeaderBytes = 30;
const endSignature = 'PK\u0005\u0006';
const endBytes = 22;

const tooLarge = (): DocumentError => new DocumentError('too-large', 'This file is too large once it is unpacked.');
const tooSlow = (): DocumentError => new DocumentError('too-large', 'This file takes too long to read.');

const normalName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** Refuses entries that share packed bytes: a small file with them unpacks to a huge size (overlapping zip bomb). */
function refuseOverlaps(entries: Iterable<Entry>, fileBytes: number): void {
  let end = 0;
  for (const entry of [...entries].sort((left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw damaged();
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.compressedSize;
  }
  if (end > fileBytes) throw damaged();
}

/** Removes bytes after the package, which some programs append and yauzl refuses. */
function withoutAppended(file: Buffer): Buffer {
  const end = file.lastIndexOf(endSignature);
  return end < 0 ? file : file.subarray(0, end + endBytes + file.readUInt16LE(end + endBytes - 2));
}

/** Lists the entries by normalised name, and checks what the directory declares. */
async function entriesOf(file: Buffer, limits: DeckLimits): Promise<Map<string, Entry>> {
  // Undecoded names are not validated as paths. They are only compared.
  const zip = await fromBufferPromise(withoutAppended(file), { decodeStrings: false });
  if (zip.entryCount > limits.entries) throw new DocumentError('too-many-parts', 'This file has too many parts.');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw encrypted();
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.unpackedBytes) throw tooLarge();
    const name = normalName(entry.fileNameRaw.toString('utf8'));
    if (name.endsWith('/')) continue;
    // With two parts of one name, two readers see two different decks.
    if (entries.has(name)) throw damaged();
    entries.set(name, entry);
  }
  if (unpacked > limits.ratioFromBytes && unpacked > file.byteLength * limits.ratio) throw tooLarge();
  refuseOverlaps(entries.values(), file.byteLength);
  return entries;
}

/** Unpacks an entry. Its size and checksum must be as declared. */
function unpack(file: Buffer, entry: Entry, limits: DeckLimits): Uint8Array {
  const { uncompressedSize, compressedSize, relativeOffsetOfLocalHeader: at } = entry;
  if (uncompressedSize > limits.partBytes) throw tooLarge();
  if (uncompressedSize > limits.ratioFromBytes && uncompressedSize > compressedSize * limits.ratio) throw tooLarge();
  if (file.readUInt32LE(at) !== localSignature) throw damaged();
  const from = at + localHeaderBytes + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  const packed = file.subarray(from, from + compressedSize);
  if (!entry.canDecodeFileData()) throw damaged();
  // Inflating stops at the declared size.
  const content = entry.compressionMethod === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) });
  if (content.byteLength !== uncompressedSize || crc32(content) !== entry.crc32) throw damaged();
  return content;
}

const asDocumentError = (error: unknown): DocumentError => {
  if (error instanceof DocumentError) return error;
  return error instanceof Error && /encrypt/.test(error.message) ? encrypted() : damaged(error);
};

/**
 * Opens a zip package. Checks counts, sizes, ratio, duplicates and overlaps in its directory before unpacking anything. A directory may
 * lie, so what it declares is enforced again when a part is read.
 *
 * @param now - A clock in milliseconds. Reading fails `limits.milliseconds` after opening.
 * @throws DocumentError
 */
export async function openZip(bytes: Uint8Array, limits: DeckLimits, now: () => number): Promise<ZipParts> {
  const deadline = now() + limits.milliseconds;
  if (isOldOffice(bytes)) throw isEncryptedOffice(bytes) ? encrypted() : notAPresentation();
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw notAPresentation();
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = await entriesOf(file, limits).catch((error: unknown) => {
    throw asDocumentError(error);
  });
  let readBytes = 0;
  let readMarks = 0;
  const spend = (marks: number): void => {
    readMarks += marks;
    if (readMarks > limits.readMarks) throw tooLarge();
    if (now() > deadline) throw tooSlow();
  };
  return {
    fingerprint: (name) => {
      const entry = entries.get(normalName(name));
      return entry && `${entry.crc32}-${entry.uncompressedSize}`;
    },
    read: (name) => {
      const entry = entries.get(normalName(name));
      if (!entry) return undefined;
      // Counted at each reading: a part that a thousand slides share costs a thousand times its size.
      readBytes += entry.uncompressedSize;
      if (readBytes > limits.readBytes) throw tooLarge();
      spend(0);
      try {
        return { bytes: unpack(file, entry, limits), spend };
      } catch (error) {
        throw asDocumentError(error);
      }
    },
  };
}
