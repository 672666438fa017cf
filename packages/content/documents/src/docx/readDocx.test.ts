import { readDocx } from './readDocx.ts';
import { docxBytes, listed, paragraph, styled, table, usualStyles, type TestDocx } from '../../testing/wordDocuments.ts';

const read = async (docx: TestDocx | string) =>
  readDocx(await docxBytes(typeof docx === 'string' ? { body: docx, styles: usualStyles } : docx), () => 0);
const said = async (docx: TestDocx | string): Promise<[string, number, string][]> =>
  (await read(docx)).paragraphs.map(({ kind, level, text }) => [kind, level, text]);

it('reads headings by the names and outline levels of their styles, in every language of Word', async () => {
  expect(
    await said(
      styled('Circulation', 'Title') +
        styled('The heart', 'berschrift1') +
        styled('Valves', 'H2') +
        styled('Aorta', 'Own') +
        styled('Leaflets', 'Outlined') +
        styled('Text', 'Loop') +
        paragraph('Named here', '<w:outlineLvl w:val="1"/>'),
    ),
  ).toEqual([
    ['title', 0, 'Circulation'],
    ['title', 0, 'The heart'],
    ['title', 1, 'Valves'],
    ['title', 1, 'Aorta'],
    ['title', 2, 'Leaflets'],
    ['paragraph', 0, 'Text'],
    ['title', 1, 'Named here'],
  ]);
});

it('reads the depth of lists', async () => {
  expect(await said(listed('Atria') + listed('The left one', 1) + styled('Ventricles', 'LB'))).toEqual([
    ['bullet', 0, 'Atria'],
    ['bullet', 1, 'The left one'],
    ['bullet', 0, 'Ventricles'],
  ]);
});

it('reads tables with merged and nested cells', async () => {
  const wide = `<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph('Chambers')}`;
  const nested = table([[paragraph('120'), paragraph('80')]]);
  const covered = `<w:tcPr><w:vMerge/></w:tcPr>${paragraph('hidden')}`;
  const { paragraphs } = await read(
    table([[wide], [paragraph('Right') + paragraph('atrium'), nested], [covered, paragraph('Low')]]) +
      table([[paragraph('One'), paragraph('Two')]]),
  );
  expect(paragraphs.map(({ table: number, row, cells }) => [number, row, cells])).toEqual([
    [1, 0, ['Chambers', '']],
    [1, 1, ['Right; atrium', '120, 80']],
    [1, 2, ['', 'Low']],
    [2, 0, ['One', 'Two']],
  ]);
});

it('puts a footnote after the paragraph that refers to it', async () => {
  const reference = '<w:p><w:r><w:t>The heart pumps.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
  expect(
    await said({
      body: reference + paragraph('It rests.'),
      footnotes: `<w:footnote w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id="2">${paragraph('Seventy times')}${paragraph('a minute.')}</w:footnote>`,
    }),
  ).toEqual([
    ['paragraph', 0, 'The heart pumps.'],
    ['paragraph', 0, 'Seventy times a minute.'],
    ['paragraph', 0, 'It rests.'],
  ]);
});

it('reads footnotes like text: breaks separate words, deleted text is left out', async () => {
  const inner = '<w:r><w:t>First</w:t><w:br/><w:t>second</w:t><w:tab/><w:t>third</w:t></w:r><w:del><w:r><w:t>never</w:t></w:r></w:del>';
  expect(
    await said({
      body: '<w:p><w:r><w:t>It pumps.</w:t><w:footnoteReference w:id="2"/></w:r></w:p>',
      footnotes: `<w:footnote w:id="2"><w:p>${inner}</w:p></w:footnote>`,
    }),
  ).toEqual([
    ['paragraph', 0, 'It pumps.'],
    ['paragraph', 0, 'First second third'],
  ]);
});

it('reads the style after a tracked change, not before', async () => {
  const old = '<w:pPrChange><w:pPr><w:pStyle w:val="H2"/><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:pPrChange>';
  const raised = '<w:rPr><w:rPrChange><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:rPrChange></w:rPr>';
  expect(
    await said(
      paragraph('The heart', `<w:pStyle w:val="berschrift1"/>${old}`) +
        paragraph('It pumps.', old) +
        `<w:p><w:r>${raised}<w:t>103</w:t></w:r></w:p>`,
    ),
  ).toEqual([
    ['title', 0, 'The heart'],
    ['paragraph', 0, 'It pumps.'],
    ['paragraph', 0, '103'],
  ]);
});

it('leaves out text hidden by a style, and reads text shown within it', async () => {
  const styles =
    '<w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>' +
    '<w:style w:type="character" w:styleId="Answer"><w:name w:val="Answer"/><w:basedOn w:val="Secret"/></w:style>' +
    '<w:style w:type="character" w:styleId="Shown"><w:name w:val="Shown"/><w:basedOn w:val="Secret"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Notes"><w:name w:val="Notes"/><w:rPr><w:vanish/></w:rPr></w:style>';
  const run = (style: string, text: string): string =>
    `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body =
    `<w:p>${run('', 'It ')}${run('Secret', 'never ')}${run('Answer', 'ever ')}${run('Shown', 'pumps.')}</w:p>` +
    styled('For the lecturer.', 'Notes');
  const { paragraphs } = await readDocx(await docxBytes({ body, styles }), () => 0);
  expect(paragraphs.map(({ text }) => text)).toEqual(['It pumps.']);
});

describe('an embedded file', () => {
  const chunk = '<w:altChunk r:id="c1"/>';
  const withChunk = (name: string, content: string | Uint8Array, body = chunk): TestDocx => ({
    body,
    relationships: `<Relationship Id="c1" Type="x/aFChunk" Target="${name}"/>`,
    parts: { [`word/${name}`]: content },
  });
  const page =
    '<html><head><title>no</title><style>p{}</style></head><body><h2>The heart</h2><p>It pumps 10<sup>2</sup>&nbsp;ml &amp; more.</p>' +
    '<ul><li>Atria<ul><li>left</li></ul></li></ul><script>alert(1)</script><table><tr><th>Part</th><th>mmHg</th></tr><tr><td>Aorta</td><td>120</td></tr></table>caf\u00e9</body></html>';
  const said = async (docx: TestDocx) => (await read(docx)).paragraphs.map(({ kind, level, text }) => [kind, level, text]);
  const expected = [
    ['title', 1, 'The heart'],
    ['paragraph', 0, 'It pumps 10² ml & more.'],
    ['bullet', 0, 'Atria'],
    ['bullet', 1, 'left'],
    ['row', 0, 'Part | mmHg'],
    ['row', 0, 'Aorta | 120'],
    ['paragraph', 0, 'café'],
  ];
  const quoted = page.replaceAll('=', '=3D').replace('\u00e9', '=E9');
  const archive = (encoding: string, body: string): string =>
    `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="=_b"\r\n\r\n--=_b\r\nContent-Type: text/html; charset="iso-8859-1"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--=_b\r\nContent-Type: image/png\r\n\r\nx\r\n--=_b--`;

  it.each([
    ['a web page', 'a.html', page],
    ['a web page in another encoding', 'a.htm', Buffer.from(`<meta charset="windows-1252">${page}`, 'latin1')],
    ['an archive of a web page', 'a.mht', archive('quoted-printable', quoted)],
    ['an archive in Base64', 'a.mhtml', archive('base64', Buffer.from(page, 'latin1').toString('base64'))],
  ])('is read: %s', async (_name, name, content) => {
    expect(await said(withChunk(name, content))).toEqual(expected);
  });

  it('is read in place, and its tables continue the count', async () => {
    const own = table([[paragraph('a'), paragraph('b')]]);
    const docx = withChunk('a.html', page, own + paragraph('before') + chunk + paragraph('after') + own);
    const { paragraphs } = await read(docx);
    expect(paragraphs.map(({ text }) => text)).toEqual(['a | b', 'before', ...expected.map(([, , text]) => text), 'after', 'a | b']);
    expect(paragraphs.flatMap(({ table: number }) => number ?? [])).toEqual([1, 2, 2, 3]);
  });

  it('of plain text is read', async () => {
    expect(await said(withChunk('a.txt', 'The heart\r\n\r\npumps.'))).toEqual([
      ['paragraph', 0, 'The heart'],
      ['paragraph', 0, 'pumps.'],
    ]);
  });

  it.each([
    ['an RTF document', 'a.rtf', '{\\rtf1 The heart}'],
    ['another Word document', 'a.docx', 'PK\u0003\u0004'],
    ['a file of another kind', 'a.bin', 'x'],
  ])('that is %s is reported', async (what, name, content) => {
    await expect(read(withChunk(name, content, chunk + paragraph('after')))).rejects.toMatchObject({
      code: 'no-text',
      message: expect.stringContaining(`holds ${what},`) as string,
    });
  });

  it('with endless nesting is damaged', async () => {
    await expect(read(withChunk('a.html', '<div>'.repeat(100_000)))).rejects.toMatchObject({ code: 'damaged' });
  });
});

it('reads symbols, separates words at tabs, and leaves out hidden text and ruby', async () => {
  const run = (inner: string): string => `<w:r>${inner}</w:r>`;
  const symbol = (font: string, code: string): string => run(`<w:sym w:font="${font}" w:char="${code}"/>`);
  const hidden = (value: string, text: string): string => run(`<w:rPr><w:vanish${value}/></w:rPr><w:t>${text}</w:t>`);
  expect(
    await said(
      `<w:p>${run('<w:t>left</w:t>')}${run('<w:ptab/>')}${run('<w:t>right</w:t>')}</w:p>` +
        `<w:p>${symbol('Symbol', 'F061')}${run('<w:t>-cells</w:t>')}${symbol('Wingdings', 'F0E0')}${symbol('Arial', '2192')}${symbol('Webdings', 'F023')}${run('<w:t>b</w:t>')}</w:p>` +
        `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('<w:t>It </w:t>')}${hidden('', 'never ')}<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>${hidden(' w:val="0"', ' pumps.')}</w:p>` +
        `<w:p>${run('<w:ruby><w:rt><w:r><w:t>かん</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby>')}</w:p>`,
    ),
  ).toEqual([
    ['paragraph', 0, 'left right'],
    ['paragraph', 0, 'α-cells→→ b'],
    ['paragraph', 0, 'It \\(x\\) pumps.'],
    ['paragraph', 0, '漢'],
  ]);
});

it('converts letters of symbol fonts in runs and styles, and counts dropped symbols', async () => {
  const run = (font: string, text: string): string => `<w:r><w:rPr>${font}</w:rPr><w:t>${text}</w:t></w:r>`;
  const fonts = (name: string): string => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`;
  const read = await readDocx(
    await docxBytes({
      body:
        `<w:p>${run(fonts('Symbol'), 'a')}${run(fonts('Arial'), ' is small ')}${run(fonts('Wingdings'), '\uf0e0')}${run('', ' tall')}</w:p>` +
        `<w:p>${run('<w:rStyle w:val="Greek"/>', 'b')}${run('', '-cells\uf0de')}</w:p>`,
      styles: `<w:style w:type="character" w:styleId="Greek"><w:rPr>${fonts('Symbol')}</w:rPr></w:style>`,
    }),
    () => 0,
  );
  expect(read.paragraphs.map(({ text }) => text)).toEqual(['α is small → tall', 'β-cells']);
  expect(read.unreadSymbols).toBe(1);
});

it('keeps list marks with a meaning and drops decoration', async () => {
  const item = (text: string, list: number): string =>
    paragraph(text, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${String(list)}"/></w:numPr>`);
  const level = (mark: string, font: string): string =>
    `<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${mark}"/><w:rPr><w:rFonts w:ascii="${font}"/></w:rPr></w:lvl>`;
  const marks = [
    level('\uf0a7', 'Wingdings'),
    level('\uf0a8', 'Wingdings'),
    level('\uf0fc', 'Wingdings'),
    level('\uf0fb', 'Wingdings'),
    level('o', 'Courier New'),
    '<w:lvl w:ilvl="0"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl>',
  ];
  const numbering = marks.map((inner, id) => `<w:abstractNum w:abstractNumId="${String(id)}">${inner}</w:abstractNum>`).join('');
  const numbers = marks.map((_, id) => `<w:num w:numId="${String(id + 1)}"><w:abstractNumId w:val="${String(id)}"/></w:num>`).join('');
  const { paragraphs } = await readDocx(
    await docxBytes({
      body:
        item('plain', 1) +
        paragraph('Check') +
        item('to do', 2) +
        paragraph('Good or bad') +
        item('good', 3) +
        item('bad', 4) +
        paragraph('Ticks alone') +
        item('tick', 3) +
        item('tock', 3) +
        paragraph('Rings') +
        item('ring', 5) +
        paragraph('Steps') +
        item('step', 6),
      relationships: '<Relationship Id="n" Type="x/numbering" Target="numbering.xml"/>',
      parts: { 'word/numbering.xml': `<w:numbering xmlns:w="w">${numbering}${numbers}</w:numbering>` },
    }),
    () => 0,
  );
  expect(paragraphs.filter(({ kind }) => kind === 'bullet').map(({ text }) => text)).toEqual([
    'plain',
    '☐ to do',
    '✓ good',
    '✗ bad',
    'tick',
    'tock',
    'ring',
    'step',
  ]);
  expect(paragraphs.filter(({ isNumbered }) => isNumbered).map(({ text }) => text)).toEqual(['step']);
  expect(paragraphs.some((each) => 'mark' in each)).toBe(false);
});

it('leaves out deleted text, field instructions, tables of contents and older forms of drawings', async () => {
  const box = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
  expect(
    await said(
      `<w:p><w:r><w:t>It </w:t></w:r><w:del><w:r><w:t>rarely </w:t></w:r></w:del><w:r><w:instrText>PAGE</w:instrText><w:t>pumps.</w:t></w:r></w:p>` +
        styled('The heart 3', 'T1') +
        `<w:p><w:r><mc:AlternateContent><mc:Choice>${box('Beside')}</mc:Choice><mc:Fallback>${box('Beside')}</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    ),
  ).toEqual([
    ['paragraph', 0, 'It pumps.'],
    ['paragraph', 0, 'Beside'],
  ]);
});

it('reads equations and raised digits', async () => {
  expect(
    await said(
      '<w:p><w:r><w:t>10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>3</w:t></w:r><w:r><w:t xml:space="preserve"> is </w:t></w:r><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>',
    ),
  ).toEqual([['paragraph', 0, '10³ is \\(\\frac{a}{b}\\)']]);
});

it('takes the title from the file’s properties unless a program made it', async () => {
  expect((await read({ body: paragraph('Text'), title: 'Anatomy' })).title).toBe('Anatomy');
  expect((await read({ body: paragraph('Text'), title: 'Document1' })).title).toBeUndefined();
  expect((await read({ body: paragraph('Text'), title: 'Анатомия' })).title).toBe('Анатомия');
  expect((await read({ body: paragraph('Text'), title: '解剖学' })).title).toBe('解剖学');
  expect((await read({ body: paragraph('Text'), title: '2024-01' })).title).toBeUndefined();
});

describe('a hostile file', () => {
  it('with entities is damaged', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    const bytes = await docxBytes({
      body: '',
      parts: { 'word/document.xml': `${bomb}<w:document><w:p><w:t>&b;</w:t></w:p></w:document>` },
    });
    await expect(readDocx(bytes, () => 0)).rejects.toThrow('damaged');
  });

  it('with external parts is read without them', async () => {
    const relationships = '<Relationship Id="x" Type="t/attachedTemplate" Target="http://127.0.0.1:9/evil.dotm" TargetMode="External"/>';
    expect(await said({ body: paragraph('Text'), relationships })).toEqual([['paragraph', 0, 'Text']]);
  });

  it('with many rows or pictures is read or refused', async () => {
    const row = `<w:tr><w:tc><w:p><w:t>a</w:t></w:p></w:tc></w:tr>`;
    expect((await read(`<w:tbl>${row.repeat(190_000)}</w:tbl>`)).paragraphs).toHaveLength(190_000);
    const pictures = '<w:pict><v:imagedata r:id="a"/></w:pict>'.repeat(240_000);
    const relationships = '<Relationship Id="a" Type="x/image" Target="http://127.0.0.1:9/" TargetMode="External"/>';
    const many = await read({ body: `${paragraph('a')}<w:tbl><w:tr><w:tc><w:p>${pictures}</w:p></w:tc></w:tr></w:tbl>`, relationships });
    expect(many.paragraphs).toHaveLength(1);
  });

  it('with 13 MiB of repetitive XML is read, although it packs 200-fold', async () => {
    const properties = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:lang w:val="en-US" w:eastAsia="en-US"/>';
    const body = `<w:p w:rsidRDefault="00AB12CD"><w:r><w:rPr>${properties}</w:rPr><w:t>The heart pumps.</w:t></w:r></w:p>`.repeat(68_000);
    const bytes = await docxBytes({ body });
    expect(body.length).toBeGreaterThan(13_000_000);
    expect(bytes.byteLength * 200).toBeLessThan(body.length);
    expect((await readDocx(bytes, () => 0)).paragraphs).toHaveLength(68_000);
  });

  it('with a part that unpacks to far more than its size is too large', async () => {
    const bytes = await docxBytes({ body: paragraph('a'.repeat(20_000_000)) });
    await expect(readDocx(bytes, () => 0)).rejects.toThrow('too large');
  });

  it('with deeply nested tables is damaged', async () => {
    const deep = '<w:tbl><w:tr><w:tc>'.repeat(200) + paragraph('x') + '</w:tc></w:tr></w:tbl>'.repeat(200);
    const bytes = await docxBytes({ body: deep });
    await expect(readDocx(bytes, () => 0)).rejects.toThrow('damaged');
  });
});
