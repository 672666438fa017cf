import { closeSync, openSync, readSync } from 'node:fs';
import { damaged } from '../../import/ImportError.ts';

/** Anki's schema has one or two pages with about 20 entries. */
const mostPages = 1_000;
const mostEntries = 2_000;
/** Bytes of all entries. Anki's have about 5,000. */
const mostBytes = 1_000_000;

const fileHeaderBytes = 100;
const [interiorPage, leafPage] = [0x05, 0x0d];

/** Reads a SQLite varint. A schema entry whose length needs more than four bytes is too large. */
const lengthAt = (page: Buffer, offset: number): number => {
  let value = 0;
  for (let index = 0; index < 4; index += 1) {
    const byte = page.readUInt8(offset + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  throw damaged();
};

const readPages = (descriptor: number): ((number: number) => Buffer) => {
  const read = (length: number, position: number): Buffer => {
    const bytes = Buffer.alloc(length);
    if (readSync(descriptor, bytes, 0, length, position) !== length) throw damaged();
    return bytes;
  };
  const given = read(fileHeaderBytes, 0).readUInt16BE(16);
  const size = given === 1 ? 65_536 : given;
  if (size < 512) throw damaged();
  return (number) => read(size, (number - 1) * size);
};

const checkPages = (pageAt: (number: number) => Buffer): void => {
  const seen = new Set<number>();
  const waiting = [1];
  let [entries, bytes] = [0, 0];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (number === 0 || seen.has(number) || seen.size === mostPages) throw damaged();
    seen.add(number);
    const page = pageAt(number);
    const header = number === 1 ? fileHeaderBytes : 0;
    const kind = page.readUInt8(header);
    if (kind !== interiorPage && kind !== leafPage) throw damaged();
    const cells = page.readUInt16BE(header + 3);
    const pointers = header + (kind === leafPage ? 8 : 12);
    entries += cells;
    if (entries > mostEntries) throw damaged();
    if (kind === interiorPage) waiting.push(page.readUInt32BE(header + 8));
    for (let cell = 0; cell < cells; cell += 1) {
      const offset = page.readUInt16BE(pointers + 2 * cell);
      if (kind === interiorPage) waiting.push(page.readUInt32BE(offset));
      else bytes += lengthAt(page, offset);
    }
    if (bytes > mostBytes) throw damaged();
  }
};

/**
 * Fails if a database's schema is very large, or if its pages are used twice or in a circle. SQLite reads the whole schema when it opens a
 * database, and a few pages that share children make this endless.
 *
 * @throws ImportError `damaged`; RangeError for offsets outside a page
 */
export const checkSchemaPages = (file: string): void => {
  const descriptor = openSync(file, 'r');
  try {
    checkPages(readPages(descriptor));
  } finally {
    closeSync(descriptor);
  }
};
