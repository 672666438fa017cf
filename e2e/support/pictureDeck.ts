import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A zip file of uncompressed parts. */
function zipOf(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const [nameBytes, content] = [Buffer.from(name), Buffer.from(part)];
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), shared, nameBytes, content);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared, entry, nameBytes);
    offset += 30 + nameBytes.length + content.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length / 4, 8);
  end.writeUInt16LE(files.length / 4, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, list, end]));
}

const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (inner: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
const shape = (type: 'title' | 'body', lines: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${lines
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;
const picture = (description: string): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="3" name="x" descr="${description}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="r1"/></p:blipFill><p:spPr/></p:pic>`;

/** One slide: lines of text, a picture, or both. */
export type TestSlide = { title: string } & (
  | { lines: readonly string[]; picture?: never; file?: never }
  | {
      lines?: readonly string[];
      /** The alternative text. */
      picture: string;
      /** The picture's bytes. If omitted, the deck refers to a missing file. */
      file?: Uint8Array;
    }
);

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG with grey stripes. */
export const pngOf = (width: number, height: number): Uint8Array =>
  greyPng(
    width,
    height,
    Buffer.from(Array.from({ length: height }, (_, row) => [0, ...Array.from({ length: width }, () => (row * 8) % 256)]).flat()),
  );

/** A PNG with grey noise, which does not compress: about one byte per pixel. */
export const noisePng = (width: number, height: number): Uint8Array => {
  const rows = randomBytes((width + 1) * height);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return greyPng(width, height, rows);
};

/** @param rows - each begins with its filter type, 0 */
function greyPng(width: number, height: number, rows: Buffer): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, greyscale.
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** Creates a small deck, structured as a lecturer's program would write it. */
export function deckOf(slides: readonly TestSlide[]): Uint8Array<ArrayBuffer> {
  const numbers = slides.map((_slide, index) => index + 1);
  return zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(`<Relationship Id="r1" Type="${office}/officeDocument" Target="ppt/presentation.xml"/>`),
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${numbers
      .map((number) => `<p:sldId id="${255 + number}" r:id="s${number}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      numbers.map((number) => `<Relationship Id="s${number}" Type="${office}/slide" Target="slides/slide${number}.xml"/>`).join(''),
    ),
    ...Object.fromEntries(
      slides.map((slide, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `<p:sld ${namespaces}><p:cSld><p:spTree>${shape('title', [slide.title])}${
          slide.lines ? shape('body', slide.lines) : ''
        }${slide.picture === undefined ? '' : picture(slide.picture)}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ file }, index): [string, string | Uint8Array][] =>
        file === undefined
          ? []
          : [
              [`ppt/media/image${index + 1}.png`, file],
              [
                `ppt/slides/_rels/slide${index + 1}.xml.rels`,
                relations(`<Relationship Id="r1" Type="${office}/image" Target="../media/image${index + 1}.png"/>`),
              ],
            ],
      ),
    ),
  });
}
