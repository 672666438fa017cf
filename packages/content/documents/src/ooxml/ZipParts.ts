import { crc32, inflateRawSync } from 'node:zlib';
import { DocumentError, damaged } from '../DocumentError.ts';
import type { DeckLimits } from './limits.ts';
import type { Part } from './xml.ts';

interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  offset: number;
}

/** The parts of a package, found by name; nothing is unpacked until it is read. */
export interface ZipParts {
  /** Part names are compared without case, as the packaging convention wants. */
  has(name: string): boolean;
  /** Equal for parts of the same bytes; `undefined` where there is no part. Nothing is unpacked for it. */
  fingerprint(name: string): string | undefined;
  /** A part, unpacked, or `undefined` where there is none. */
  read(name: string): Part | undefined;
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const end64LocatorSignature = 0x07064b50;
const directorySignature = 0x02014b50;
const localSignature = 0x04034b50;
const oleSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

const tooLarge = (): DocumentError => new DocumentError('too-large', 'This file is too large once it is unpacked.');
const tooSlow = (): DocumentError => new DocumentError('too-large', 'This file takes too long to read.');
const encrypted = (): DocumentError =>
  new DocumentError('encrypted', 'This file is password-protected. Save it without a password and try again.');

/** Reads a 64-bit number. One beyond the safe integers is invalid in a file of this size. */
function readLong(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged();
  return Number(value);
}

function refuseOtherContainers(bytes: Uint8Array): void {
  if (oleSignature.every((byte, index) => bytes[index] === byte)) {
    const name = Buffer.from('EncryptedPackage', 'utf16le');
    // An encrypted .pptx is an OLE container with a stream of this name; any other one is an old .ppt.
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name)) throw encrypted();
    throw new DocumentError('not-a-presentation', 'This file is not a .pptx presentation.');
  }
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new DocumentError('not-a-presentation', 'This file is not a .pptx presentation.');
}

function findEnd(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= earliest; at -= 1) {
    if (view.getUint32(at, true) === endSignature && at + 22 + view.getUint16(at + 20, true) <= view.byteLength) return at;
  }
  throw damaged();
}

interface Directory {
  count: number;
  size: number;
  offset: number;
}

function readDirectoryPlace(view: DataView): Directory {
  const end = findEnd(view);
  const short: Directory = {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    offset: view.getUint32(end + 16, true),
  };
  const needsLong = short.count === 0xffff || short.size === 0xffffffff || short.offset === 0xffffffff;
  if (!needsLong) return short;
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== end64LocatorSignature) throw damaged();
  const at = readLong(view, locator + 8);
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== end64Signature) throw damaged();
  return { count: readLong(view, at + 32), size: readLong(view, at + 40), offset: readLong(view, at + 48) };
}

/** The values of fields with 0xffffffff are in the zip64 field, in a fixed order. */
function applyLongSizes(view: DataView, from: number, length: number, entry: Entry): void {
  if (entry.packed !== 0xffffffff && entry.unpacked !== 0xffffffff && entry.offset !== 0xffffffff) return;
  const end = from + length;
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let field = at + 4;
    const fieldEnd = Math.min(end, field + view.getUint16(at + 2, true));
    const next = (): number => {
      if (field + 8 > fieldEnd) throw damaged();
      field += 8;
      return readLong(view, field - 8);
    };
    if (entry.unpacked === 0xffffffff) entry.unpacked = next();
    if (entry.packed === 0xffffffff) entry.packed = next();
    if (entry.offset === 0xffffffff) entry.offset = next();
    return;
  }
  throw damaged();
}

const normalName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

function readEntries(view: DataView, bytes: Uint8Array, limits: DeckLimits): Map<string, Entry> {
  const directory = readDirectoryPlace(view);
  if (directory.count > limits.entries) throw new DocumentError('too-many-parts', 'This file has too many parts.');
  if (directory.offset + directory.size > bytes.byteLength) throw damaged();
  const decoder = new TextDecoder();
  const entries = new Map<string, Entry>();
  let at = directory.offset;
  let unpacked = 0;
  for (let index = 0; index < directory.count; index += 1) {
    if (at + 46 > bytes.byteLength || view.getUint32(at, true) !== directorySignature) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > bytes.byteLength) throw damaged();
    if ((view.getUint16(at + 8, true) & 1) === 1) throw encrypted();
    const entry: Entry = {
      name: normalName(decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength))),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    applyLongSizes(view, at + 46 + nameLength, extraLength, entry);
    at = next;
    unpacked += entry.unpacked;
    if (unpacked > limits.unpackedBytes) throw tooLarge();
    if (entry.name.endsWith('/')) continue;
    // Two parts of one name let two readers see two different decks.
    if (entries.has(entry.name)) throw damaged();
    entries.set(entry.name, entry);
  }
  // A count that is too low would hide entries from readers that trust it.
  if (at < bytes.byteLength - 4 && view.getUint32(at, true) === directorySignature) throw damaged();
  if (unpacked > limits.ratioFromBytes && unpacked > bytes.byteLength * limits.ratio) throw tooLarge();
  refuseOverlaps([...entries.values()], directory.offset);
  return entries;
}

/** Refuses entries that share packed bytes: with them a small file unpacks to a huge size (overlapping zip bomb). */
function refuseOverlaps(entries: Entry[], end: number): void {
  let previousEnd = 0;
  for (const entry of entries.sort((left, right) => left.offset - right.offset)) {
    if (entry.offset < previousEnd) throw damaged();
    previousEnd = entry.offset + 30 + entry.packed;
    if (previousEnd > end) throw damaged();
  }
}

function unpack(view: DataView, bytes: Uint8Array, entry: Entry, limits: DeckLimits): Uint8Array {
  if (entry.unpacked > limits.partBytes) throw tooLarge();
  if (entry.unpacked > limits.ratioFromBytes && entry.unpacked > entry.packed * limits.ratio) throw tooLarge();
  if (entry.offset + 30 > bytes.byteLength || view.getUint32(entry.offset, true) !== localSignature) throw damaged();
  const from = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  if (from + entry.packed > bytes.byteLength) throw damaged();
  const packed = bytes.subarray(from, from + entry.packed);
  let content: Uint8Array;
  if (entry.method === 0) content = packed;
  else if (entry.method === 8) {
    try {
      // Inflating stops when the part exceeds its declared size.
      content = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.unpacked) });
    } catch {
      throw damaged();
    }
  } else throw damaged();
  if (content.byteLength !== entry.unpacked || crc32(content) !== entry.crc) throw damaged();
  return content;
}

/** Tags, attributes and kilobytes between two reads of the clock. For small parts a read of the clock would cost more than the part. */
const workBetweenLooks = 4_096;

/**
 * Opens a zip package. Counts, sizes, ratio, duplicates and overlaps are checked from the central directory before
 * anything is unpacked, and what the directory declares is enforced again when a part is read.
 *
 * @param now Milliseconds; what is read after `limits.milliseconds` from now on is refused.
 * @throws DocumentError of any code.
 */
export function openZip(bytes: Uint8Array, limits: DeckLimits, now: () => number): ZipParts {
  const deadline = now() + limits.milliseconds;
  let unseenWork = 0;
  const work = (amount: number): void => {
    unseenWork += amount;
    if (unseenWork < workBetweenLooks) return;
    unseenWork = 0;
    if (now() > deadline) throw tooSlow();
  };
  refuseOtherContainers(bytes);
  if (bytes.byteLength < 22) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let entries: Map<string, Entry>;
  try {
    entries = readEntries(view, bytes, limits);
  } catch (error) {
    // Any offset that points outside the file ends here as a RangeError of the view.
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
  let readBytes = 0;
  let readMarks = 0;
  const spend = (marks: number): void => {
    readMarks += marks;
    if (readMarks > limits.readMarks) throw tooLarge();
    work(marks);
  };
  return {
    has: (name) => entries.has(normalName(name)),
    fingerprint: (name) => {
      const entry = entries.get(normalName(name));
      return entry && `${entry.crc}-${entry.unpacked}`;
    },
    read: (name) => {
      const entry = entries.get(normalName(name));
      if (!entry) return undefined;
      // Counted at every reading: one part that a thousand slides point to costs a thousand times its size.
      readBytes += entry.unpacked;
      if (readBytes > limits.readBytes) throw tooLarge();
      work(entry.unpacked / 1024);
      return { bytes: unpack(view, bytes, entry, limits), spend };
    },
  };
}
