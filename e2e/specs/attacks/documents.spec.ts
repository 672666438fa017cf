import { setImmediate } from 'node:timers/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { call, newLearner, type Learner } from '../../support/api.ts';
import { deflatedMegabytes, entryOfMegabytes, zipOf } from '../../support/zipBombs.ts';

type Parts = Readonly<Record<string, Buffer | string>>;

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`;

const packedNothing = deflateRawSync(Buffer.alloc(0));
const entriesOf = (parts: Parts): Parameters<typeof zipOf>[0] =>
  Object.entries(parts).map(([name, content]) => {
    const bytes = Buffer.from(content);
    const packed = bytes.length === 0 ? packedNothing : deflateRawSync(bytes, { level: 1 });
    return { name, packed, declared: bytes.length, crc: crc32(bytes), method: 8 };
  });
/** A .docx with this XML as its main part. */
const docxOf = (document: string, more: Parts = {}): Buffer =>
  Buffer.from(zipOf(entriesOf({ '_rels/.rels': packageRelationships, 'word/document.xml': document, ...more })));
const docxOfMegabytes = (count: number): Buffer =>
  Buffer.from(zipOf([...entriesOf({ '_rels/.rels': packageRelationships }), entryOfMegabytes('word/document.xml', count, '\0')]));
const paragraphOf = (text: string): string =>
  `<w:document xmlns:w="${word}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;

const stream = (dictionary: string, content: string): string =>
  `<<${dictionary}/Length ${String(content.length)}>>\nstream\n${content}\nendstream`;
/** A PDF with these objects. The first is the catalog. */
const pdfOf = (...objects: readonly string[]): Buffer =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((object, index) => `${String(index + 1)} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<</Root 1 0 R/Size ${String(objects.length + 1)}>>\n%%EOF`,
    'latin1',
  );
const onePage = (resources: string, content: string, ...more: readonly string[]): Buffer =>
  pdfOf(
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>>>`,
    stream('', content),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  );
const said = 'BT /F 12 Tf 50 700 Td (The heart pumps the blood.) Tj ET';
/** Repeats a text and deflates it as zlib does, without the checksum at the end, which PDF readers ignore. */
const packedTimes = (text: string, count: number): string =>
  Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedMegabytes(Buffer.from(text.repeat(count / 100)), 100)]).toString('latin1');

const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${String(level + 1)} "${`&e${String(level)};`.repeat(10)}">`).join('');

// Packed lazily, because listing the tests loads this file as well.
const hostile: [what: string, name: string, pack: () => Buffer][] = [
  ['a .docx that is a bomb', 'a.docx', () => docxOfMegabytes(200)],
  ['a .docx of entities within each other', 'a.docx', () => docxOf(`<!DOCTYPE d [<!ENTITY e0 "x">${entities}]>${paragraphOf('&e9;')}`)],
  [
    'a .docx that names a file as an entity',
    'a.docx',
    () => docxOf(`<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]>${paragraphOf('&e;')}`),
  ],
  [
    'a .docx of ten thousand parts',
    'a.docx',
    () => docxOf(paragraphOf('Heart'), Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`word/${String(index)}.xml`, '']))),
  ],
  ['a PDF whose tree of pages is a loop', 'a.pdf', () => pdfOf('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>')],
  [
    'a PDF of a pattern that holds its reader',
    'a.pdf',
    () =>
      onePage(
        '/Pattern<</P 6 0 R>>',
        `${said} /Pattern cs /P scn 0 0 99 99 re f`,
        stream(
          '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>/Filter/FlateDecode',
          packedTimes('1 2 m 3 4 l S ', 8_000_000),
        ),
      ),
  ],
  [
    'a PDF without an end to its text',
    'a.pdf',
    () => onePage('', `BT /F 1 Tf 50 700 Td ${`(${'a'.repeat(200)}) Tj 0 0 Td `.repeat(20_000)} ET`),
  ],
];

const uploading = ({ token }: Learner, name: string, bytes: Buffer) => {
  const form = new FormData();
  form.append('documents', new File([new Uint8Array(bytes)], name));
  return call('POST', '/study-materials/unified', { token, form });
};

test('hostile documents get a sentence, leave nothing, use no limit, and other learners’ calls go on', async () => {
  const [attacker, other] = [await newLearner(), await newLearner()];
  for (const [what, name, pack] of hostile)
    await test.step(what, async () => {
      const bytes = pack();
      // Packing blocked this process for seconds. Yield, so that it notices closed idle connections before it reuses them.
      await setImmediate();
      const [refused, read] = await Promise.all([
        uploading(attacker, name, bytes),
        call('GET', '/study-materials', { token: other.token }),
      ]);
      expect([refused.status, refused.body.code]).toEqual([422, 'unreadable_file']);
      expect(refused.body.msg).toMatch(/^[A-Z].*\.\)?$/);
      expect(read.status).toBe(200);
    });
  expect((await call('GET', '/study-materials', { token: attacker.token })).body).toEqual([]);
  expect((await call('GET', '/subscription/limits', { token: attacker.token })).body.studyMaterials.current).toBe(0);
});
