import { constants, crc32, deflateRawSync } from 'node:zlib';

interface Entry {
  name: string;
  /** The compressed bytes. */
  packed: Buffer;
  /** The unpacked size that the central directory declares. */
  declared: number | bigint;
  crc: number;
  method: 0 | 8;
  /** The offset that the central directory declares. Defaults to the real one. */
  at?: number;
}

const entry = (name: string, content: Buffer): Entry => ({
  name,
  packed: deflateRawSync(content, { level: 9 }),
  declared: content.length,
  crc: crc32(content),
  method: 8,
});

const megabyte = 1_000_000;
/** Deflates a megabyte once and repeats it, because deflating hundreds of them takes a second. */
export const deflatedMegabytes = (one: Buffer, count: number): Buffer => {
  const block = deflateRawSync(one, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([...Array<Buffer>(count).fill(block), deflateRawSync(Buffer.alloc(0))]);
};
/** An entry with megabytes of one character. */
export const entryOfMegabytes = (name: string, count: number, character = ' '): Entry => {
  const one = Buffer.alloc(megabyte, character);
  let crc = 0;
  for (let index = 0; index < count; index += 1) crc = crc32(one, crc);
  return { name, packed: deflatedMegabytes(one, count), declared: count * megabyte, crc, method: 8 };
};

/** Writes a zip file with exactly the declared values, even wrong ones. Sizes of type bigint go into the zip64 field. */
export function zipOf(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const each of entries) {
    const name = Buffer.from(each.name);
    const is64 = typeof each.declared === 'bigint';
    const size = is64 ? 0xffffffff : Number(each.declared);
    const extra = Buffer.alloc(is64 ? 12 : 0);
    if (is64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(8, 2);
      extra.writeBigUInt64LE(each.declared as bigint, 4);
    }
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(is64 ? 45 : 20, 0);
    fields.writeUInt16LE(each.method, 4);
    fields.writeUInt32LE(each.crc, 10);
    fields.writeUInt32LE(each.packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    fields.writeUInt16LE(extra.length, 24);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(45, 4);
    fields.copy(record, 6);
    record.writeUInt32LE(each.at ?? at, 42);
    directory.push(record, name, extra);
    if (each.at !== undefined) continue;
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, name, extra, each.packed]);
    parts.push(local);
    at += local.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(at, 16);
  return Uint8Array.from(Buffer.concat([...parts, directoryBytes, end]));
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const package_ = 'http://schemas.openxmlformats.org/package/2006';
/** The parts of a valid presentation with one slide. */
const deckEntries = (slide: Entry): Entry[] => [
  entry('[Content_Types].xml', Buffer.from(`<Types xmlns="${package_}/content-types"/>`)),
  entry(
    '_rels/.rels',
    Buffer.from(
      `<Relationships xmlns="${package_}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
    ),
  ),
  entry(
    'ppt/presentation.xml',
    Buffer.from(
      `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${relations}"><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst></p:presentation>`,
    ),
  ),
  entry(
    'ppt/_rels/presentation.xml.rels',
    Buffer.from(
      `<Relationships xmlns="${package_}/relationships"><Relationship Id="s1" Type="${relations}/slide" Target="slides/slide1.xml"/></Relationships>`,
    ),
  ),
  slide,
];

const slideName = 'ppt/slides/slide1.xml';

/**
 * A deck with one slide, which has this XML. It is not compressed: hundreds of kilobytes of one letter would be refused for their
 * compression ratio.
 */
export const deckOfOneSlide = (xml: string): Uint8Array<ArrayBuffer> => {
  const content = Buffer.from(xml);
  return zipOf(deckEntries({ ...entry(slideName, content), packed: content, method: 0 }));
};

/** Zip bombs and similar files, by their kind. */
export const zipBombs: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  'a high ratio': () => zipOf(deckEntries(entryOfMegabytes(slideName, 300))),
  'many entries': () => {
    const empty = { packed: Buffer.alloc(0), declared: 0, crc: 0, method: 0 as const };
    return zipOf([
      ...deckEntries(entry(slideName, Buffer.from('<x/>'))),
      ...Array.from({ length: 60_000 }, (_, index) => ({ ...empty, name: `m/${index}` })),
    ]);
  },
  'entries that overlap': () => {
    const shared = entryOfMegabytes('m/0', 20);
    return zipOf([
      shared,
      ...deckEntries(entry(slideName, Buffer.from('<x/>'))),
      ...Array.from({ length: 2_000 }, (_, index) => ({ ...shared, name: `m/${index + 1}`, at: 0 })),
    ]);
  },
  'a size that is a lie': () => {
    const slide = entryOfMegabytes(slideName, 300);
    return zipOf(deckEntries({ ...slide, declared: 1_000 }));
  },
  'a size that is a lie, as zip64': () => {
    const slide = entryOfMegabytes(slideName, 300);
    return zipOf(deckEntries({ ...slide, declared: 1_000n }));
  },
  'an enormous size, as zip64': () => {
    const slide = entry(slideName, Buffer.alloc(1_000, ' '));
    return zipOf(deckEntries({ ...slide, declared: 2n ** 63n }));
  },
  'a bomb in a bomb': () => {
    const inner = entry('', Buffer.from(zipOf([entryOfMegabytes('zeros', 100)])));
    const outer = zipOf(Array.from({ length: 50 }, (_, index) => ({ ...inner, name: `${index}.zip` })));
    return zipOf(deckEntries(entry(slideName, Buffer.from(outer))));
  },
};
