import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { mutate, seededNumbers, seedsOfThisRun } from '@lectern/test-servers';
import { docxBytes, listed, paragraph, styled, table, usualStyles } from '../testing/wordDocuments.ts';
import { DocumentError } from './DocumentError.ts';
import { workedMilliseconds } from './pptx/readDeck.ts';
import { readDocument } from './readDocument.ts';

/** Maximum CPU milliseconds per document. */
const mostWork = 5_000;

async function outcomeOf(bytes: Uint8Array, name: string): Promise<string> {
  const before = process.cpuUsage();
  const outcome = await readDocument(bytes, name, workedMilliseconds).then(
    () => 'read',
    (error: unknown) => (error instanceof DocumentError ? error.code : `failed: ${String(error)}`),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 < mostWork ? outcome : 'slow';
}

/** A PDF of these objects. The first one is the catalog. */
function pdfOfObjects(objects: readonly string[], trailer = ''): Uint8Array<ArrayBuffer> {
  const parts = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    offsets.push(at);
    const text = `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    parts.push(text);
    at += text.length;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    `xref\n0 ${String(objects.length + 1)}\n0000000000 65535 f \n${table}trailer\n<</Size ${String(objects.length + 1)}/Root 1 0 R${trailer}>>\n`,
  );
  parts.push(`startxref\n${String(at)}\n%%EOF`);
  return new Uint8Array(Buffer.from(parts.join(''), 'latin1'));
}

const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const stream = (content: string, more = ''): string => `<</Length ${String(content.length)}${more}>>\nstream\n${content}\nendstream`;
const said = 'BT /F 12 Tf 50 700 Td (The heart pumps the blood.) Tj ET';

/** A PDF of one page with additions to its catalog, page and content. `more` are objects from number 6 on. */
const onePage = ({
  catalog = '',
  page = '',
  resources = '',
  content = stream(said),
  more = [] as string[],
  trailer = '',
}): Uint8Array<ArrayBuffer> =>
  pdfOfObjects(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>${page}>>`,
      content,
      font,
      ...more,
    ],
    trailer,
  );

describe('a hostile PDF', () => {
  it.each([
    [
      'with scripts is read, and nothing of them runs',
      onePage({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert(1); while(1){})>>/AA<</WC<</S/JavaScript/JS(while(1){})>>>>' }),
      'read',
    ],
    [
      'that asks for files elsewhere is read without them',
      onePage({
        page: '/Annots[<</Subtype/Link/A<</S/URI/URI(http://127.0.0.1:9/)>>>>]',
        catalog: '/Names<</EmbeddedFiles<</Names[(a)6 0 R]>>>>',
        more: ['<</Type/Filespec/F(http://127.0.0.1:9/)>>'],
      }),
      'read',
    ],
    [
      'with a hundred thousand objects is read',
      onePage({ more: Array.from({ length: 100_000 }, (_, index) => `<</A ${String(index)}>>`) }),
      'read',
    ],
    [
      'whose tree of pages is a loop is damaged',
      pdfOfObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>']),
      'damaged',
    ],
    [
      'that names a million pages has those that are there',
      pdfOfObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1000000>>', '<</Type/Page/Parent 2 0 R>>']),
      'no-text',
    ],
    [
      'whose content draws itself is read',
      onePage({
        page: '/A 1',
        content: stream('/X Do '.repeat(50) + said),
        more: [stream('/X Do', '/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</X 6 0 R>>>>')],
      }),
      'read',
    ],
    [
      'that is encrypted is named so',
      onePage({
        trailer:
          '/Encrypt<</Filter/Standard/V 1/R 2/O<00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff>/U<00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff>/P -4>>/ID[<00><00>]',
      }),
      'encrypted',
    ],
    [
      'whose text is endless is too large',
      onePage({ content: stream(`BT /F 1 Tf 50 700 Td ${`(${'a'.repeat(200)}) Tj 0 0 Td `.repeat(20_000)} ET`) }),
      'too-large',
    ],
  ])('%s', async (_name, bytes, outcome) => {
    expect(await outcomeOf(bytes, 'x.pdf')).toBe(outcome);
  });

  const ofPicture = (picture: string): Uint8Array =>
    onePage({
      content: stream(`${said} q 100 0 0 100 50 50 cm /P Do Q`),
      resources: '/XObject<</P 6 0 R>>',
      more: [picture],
    });
  const raster = '/Type/XObject/Subtype/Image/ColorSpace/DeviceRGB/BitsPerComponent 8';
  it.each([
    ['that declares a billion pixels', stream('x', `${raster}/Width 40000/Height 40000/Filter/FlateDecode`), 'too-large'],
    ['that has formats within each other', stream('x', `${raster}/Width 100/Height 100/Filter[/FlateDecode/FlateDecode]`), 'format'],
    ['in a format that takes long to decode', stream('x', `${raster}/Width 100/Height 100/Filter/JBIG2Decode`), 'format'],
    [
      'of ten thousand scans',
      stream('\u00ff\u00d8\u00ff\u00da'.repeat(10_000), `${raster}/Width 100/Height 100/Filter/DCTDecode`),
      'damaged',
    ],
    ['that is its own mask', stream('x', `${raster}/Width 100/Height 100/Filter/FlateDecode/SMask 6 0 R`), undefined],
  ])('with a picture %s is read, and the picture is listed or shown', async (_name, picture, reason) => {
    const { source, pictures } = await readDocument(ofPicture(picture), 'x.pdf', workedMilliseconds);
    expect(source.passages.map(({ text }) => text)).toEqual(['The heart pumps the blood.']);
    expect(pictures.leftOut.map((each) => each.reason)).toEqual(reason === undefined ? [] : [reason]);
    expect(pictures.pictures).toHaveLength(reason === undefined ? 1 : 0);
  });

  it.each([
    ['declares 400 million pixels and has none', 20_000, '/DeviceGray/BitsPerComponent 8', Buffer.from('x')],
    ['has a hundred million pixels', 10_000, '/DeviceGray/BitsPerComponent 8', deflateSync(Buffer.alloc(100_000_000))],
    ['has 900 million pixels of one bit', 30_000, '/DeviceGray/BitsPerComponent 1', deflateSync(Buffer.alloc(112_500_000))],
  ])(
    'with a picture whose mask %s is read in time',
    async (_name, side, colours, packed) => {
      const picture = deflateSync(Buffer.alloc(100 * 100 * 3, 90)).toString('latin1');
      const bytes = onePage({
        content: stream(`${said} q 100 0 0 100 50 50 cm /P Do Q`),
        resources: '/XObject<</P 6 0 R>>',
        more: [
          stream(picture, `${raster}/Width 100/Height 100/Filter/FlateDecode/SMask 7 0 R`),
          stream(
            packed.toString('latin1'),
            `/Type/XObject/Subtype/Image/ColorSpace${colours}/Width ${String(side)}/Height ${String(side)}/Filter/FlateDecode`,
          ),
        ],
      });
      const from = workedMilliseconds();
      const { source, pictures } = await readDocument(bytes, 'x.pdf', workedMilliseconds);
      expect(workedMilliseconds() - from).toBeLessThan(mostWork);
      expect(source.passages.map(({ text }) => text)).toEqual(['The heart pumps the blood.']);
      expect(pictures.pictures.length + pictures.leftOut.length).toBe(1);
    },
    30_000,
  );

  it('with a drawing of a million lines is read without the drawing', async () => {
    const bytes = onePage({
      content: stream(deflateSync(Buffer.from(`${said} ${'1 2 m 3 4 l S '.repeat(1_000_000)}`)).toString('latin1'), '/Filter/FlateDecode'),
    });
    expect(await outcomeOf(bytes, 'x.pdf')).toBe('read');
  });

  const endless = deflateSync(Buffer.from('1 2 m 3 4 l S '.repeat(200_000))).toString('latin1');
  it.each([
    [
      'pattern',
      { content: stream(`${said} /Pattern cs /P scn 0 0 99 99 re f`), resources: '/Pattern<</P 6 0 R>>' },
      [
        stream(
          endless,
          '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>/Filter/FlateDecode',
        ),
      ],
    ],
    [
      'letter',
      { content: stream(`${said} BT /L 12 Tf 50 600 Td (a) Tj ET`), resources: '/XObject<<>>/Font<</F 5 0 R/L 6 0 R>>' },
      [
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 7 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]>>',
        stream(endless, '/Filter/FlateDecode'),
      ],
    ],
  ])('with a %s of 200,000 drawn lines is read without copying its drawing', async (_name, page, more) => {
    // Copying it in one piece may end the process.
    const { source, pictures } = await readDocument(onePage({ ...page, more }), 'x.pdf', workedMilliseconds);
    expect(source.passages[0]?.text).toBe('The heart pumps the blood.');
    expect(pictures.leftOut).toEqual([expect.objectContaining({ reason: 'too-large' })]);
  });

  it('with 600,000 properties is damaged', async () => {
    const properties = Array.from({ length: 600_000 }, (_, index) => `/A${String(index)} 1`).join('');
    expect(await outcomeOf(onePage({ more: [`<<${properties}>>`], trailer: '/Info 6 0 R' }), 'x.pdf')).toBe('damaged');
  });

  it('whose content unpacks to a hundred megabytes of nothing ends', async () => {
    const packed = deflateSync(Buffer.alloc(100_000_000, ' ')).toString('latin1');
    const outcome = await outcomeOf(onePage({ content: stream(packed, '/Filter/FlateDecode') }), 'x.pdf');
    expect(['no-text', 'too-large']).toContain(outcome);
  });
});

const lines = ['The heart pumps the blood through the body.', 'It has four chambers and four valves.'];
const docxMarks = ['<', '>', '"', '&', '&#xD800;', '</w:p>', '<w:tbl>', '<!--', '\u0000', 'w:val="99999999999"'];
const textMarks = ['# ', '| a | b |\n', '```', '[', '](', '**', '\u0000', '\n---\n', '<!--'];

/** How many runs share the damaged files. */
const shares = 20;

describe('a file with any damage is read or refused in time', () => {
  const outcomes = async (
    name: string,
    count: number,
    bytesOf: (random: (below: number) => number) => Uint8Array | Promise<Uint8Array>,
  ): Promise<string[]> => {
    const found = new Set<string>();
    for (const seed of seedsOfThisRun(count, shares)) found.add(await outcomeOf(await bytesOf(seededNumbers(seed)), name));
    return [...found].sort();
  };
  const unexpected = (found: readonly string[]): string[] => found.filter((outcome) => outcome === 'slow' || outcome.startsWith('failed'));

  it('a PDF', () => {
    const program = join(__dirname, '../testing/mutatedPdfs.ts');
    const seeds = seedsOfThisRun(2_000, shares).map(String);
    const written = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...seeds], { encoding: 'utf8' });
    const found = Object.keys(JSON.parse(written) as Record<string, number>);
    expect(unexpected(found)).toEqual([]);
    expect(found).toEqual(expect.arrayContaining(['read', 'damaged', 'no-text']));
  });

  it('a .docx, packed again after the damage of a part', async () => {
    const document = `<w:document xmlns:w="w" xmlns:mc="m" xmlns:m="math"><w:body>${styled('Heart', 'H2')}${listed('Atria', 1)}${paragraph(lines.join(' '))}${table([[paragraph('a'), paragraph('b')]])}<w:p><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:p></w:body></w:document>`;
    const styles = `<w:styles xmlns:w="w">${usualStyles}</w:styles>`;
    const found = await outcomes('x.docx', 1_000, (random) => {
      const isDocument = random(3) > 0;
      const damaged = new TextDecoder().decode(mutate(new TextEncoder().encode(isDocument ? document : styles), random, docxMarks));
      return docxBytes({
        body: '',
        parts: isDocument ? { 'word/document.xml': damaged } : { 'word/document.xml': document, 'word/styles.xml': damaged },
      });
    });
    expect(unexpected(found)).toEqual([]);
    expect(found).toEqual(expect.arrayContaining(['read', 'damaged']));
  });

  it('a .docx as a package', async () => {
    const whole = await docxBytes({ body: styled('Heart', 'H2') + listed('Atria', 1), styles: usualStyles });
    const found = await outcomes('x.docx', 1_000, (random) =>
      mutate(whole, random, ['PK', '\u0000', '\u00ff\u00ff\u00ff\u00ff', '../', '/']),
    );
    expect(unexpected(found)).toEqual([]);
    expect(found).toContain('damaged');
  });

  it('Markdown', async () => {
    const whole = new TextEncoder().encode(
      '---\ntitle: Heart\n---\n# Heart\n\n- Atria\n  - left\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nIt **pumps** [blood](x).\n',
    );
    const found = await outcomes('x.md', 2_000, (random) => mutate(whole, random, textMarks));
    expect(unexpected(found)).toEqual([]);
    expect(found).toContain('read');
  });
});
