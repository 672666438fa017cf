import JSZip from 'jszip';
import { lecture } from './lecture.ts';
import { pdfOf } from './pdfOf.ts';
import { deckOf } from './pictureDeck.ts';

type Random = () => number;

const below = (random: Random, count: number): number => Math.floor(random() * count);
const oneOf = <T>(random: Random, values: readonly [T, ...T[]]): T => values[below(random, values.length)] ?? values[0];

const lines = [
  'The heart',
  'The heart is a muscle that pumps blood through the whole body.',
  'The sinus node sets the rate of a healthy heart.',
];

/** A Word document with one paragraph per text. */
async function docxOf(texts: readonly string[]): Promise<Uint8Array> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const zip = new JSZip();
  zip.file('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>');
  zip.file(
    '_rels/.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  const paragraphs = texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  zip.file(
    'word/document.xml',
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs}</w:body></w:document>`,
  );
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

/** Changes, removes or repeats bytes at one to four places. Every fourth result is truncated instead. */
function damaged(bytes: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  if (random() < 0.25) return new Uint8Array(bytes.subarray(0, below(random, bytes.length)));
  let result = Buffer.from(bytes);
  for (let changes = 1 + below(random, 4); changes > 0 && result.length > 0; changes -= 1) {
    const [at, length] = [below(random, result.length), 1 + below(random, 40)];
    const kind = below(random, 3);
    if (kind === 0) result[at] = below(random, 256);
    else if (kind === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
    else result = Buffer.concat([result.subarray(0, at + length), result.subarray(at)]);
  }
  return new Uint8Array(result);
}

const names = [
  'heart.pdf',
  'heart.docx',
  'heart.md',
  'heart.txt',
  'heart.pptx',
  'heart',
  '.',
  '../../heart.pdf',
  '心臓.pdf',
  'a"b\r\nc.md',
  'x'.repeat(400),
] as const;
const types = ['application/pdf', 'text/markdown', 'text/plain', 'application/octet-stream', 'image/png', ''] as const;
/** Mostly the right field, sometimes one that takes no document or that the call does not know. */
const fields = ['documents', 'documents', 'documents', 'documents', 'file', 'textContent', 'documents[]'] as const;
const words = ['', '[]', 'null', 'heart.pdf', '0', '{"name":"heart.pdf"}'] as const;

/** Returns a function that creates forms for "Create study guide" with valid, damaged, misnamed, too many, misplaced or no documents. */
export async function oddDocumentForms(): Promise<(random: Random) => FormData> {
  const files = [
    pdfOf([lines]),
    await docxOf(lines),
    Buffer.from(`# ${lines.join('\n\n')}\n`),
    Buffer.from(lecture),
    deckOf([{ title: 'Heart', lines }]),
  ] as const;
  return (random) => {
    const form = new FormData();
    for (let count = oneOf(random, [1, 1, 2, 5, 6]); count > 0; count -= 1) {
      const field = oneOf(random, fields);
      if (random() < 0.1) {
        form.append(field, oneOf(random, words));
        continue;
      }
      const whole = oneOf(random, files);
      const bytes = random() < 0.7 ? damaged(whole, random) : new Uint8Array(whole);
      form.append(field, new Blob([bytes], { type: oneOf(random, types) }), oneOf(random, names));
    }
    return form;
  };
}
