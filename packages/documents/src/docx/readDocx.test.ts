import { readDocx } from './readDocx.ts';
import { docxBytes, listed, paragraph, styled, table, usualStyles, type TestDocx } from './testing.ts';

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

it('reads lists with their depth', async () => {
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

it('reads a footnote behind the paragraph that refers to it', async () => {
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

it('reads footnotes as it reads the text: breaks part words, deleted text is left out', async () => {
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

it('reads the style that a tracked change leaves, not the one before', async () => {
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

it('leaves out text that a style hides, and reads what is shown within it', async () => {
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
  const { paragraphs } = readDocx(await docxBytes({ body, styles }), () => 0);
  expect(paragraphs.map(({ text }) => text)).toEqual(['It pumps.']);
});

it('reads symbols, parts words at tabs of the page, and leaves out hidden text and the readings above words', async () => {
  const run = (inner: string): string => `<w:r>${inner}</w:r>`;
  const symbol = (font: string, code: string): string => run(`<w:sym w:font="${font}" w:char="${code}"/>`);
  const hidden = (value: string, text: string): string => run(`<w:rPr><w:vanish${value}/></w:rPr><w:t>${text}</w:t>`);
  expect(
    await said(
      `<w:p>${run('<w:t>left</w:t>')}${run('<w:ptab/>')}${run('<w:t>right</w:t>')}</w:p>` +
        `<w:p>${symbol('Symbol', 'F061')}${run('<w:t>-cells</w:t>')}${symbol('Wingdings', 'F0E0')}${symbol('Arial', '2192')}${symbol('Webdings', 'F021')}${run('<w:t>b</w:t>')}</w:p>` +
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

it('leaves out deleted text, instructions of fields, contents, and the older form of a drawing', async () => {
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

it('has the title of the file, unless a program made it', async () => {
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
    expect(() => readDocx(bytes, () => 0)).toThrow('damaged');
  });

  it('with parts elsewhere is read without them', async () => {
    const relationships = '<Relationship Id="x" Type="t/attachedTemplate" Target="http://127.0.0.1:9/evil.dotm" TargetMode="External"/>';
    expect(await said({ body: paragraph('Text'), relationships })).toEqual([['paragraph', 0, 'Text']]);
  });

  it('with a part that unpacks to far more than it is is too large', async () => {
    const bytes = await docxBytes({ body: paragraph('a'.repeat(20_000_000)) });
    expect(() => readDocx(bytes, () => 0)).toThrow('too large');
  });

  it('with deeply nested tables is damaged', async () => {
    const deep = '<w:tbl><w:tr><w:tc>'.repeat(200) + paragraph('x') + '</w:tc></w:tr></w:tbl>'.repeat(200);
    const bytes = await docxBytes({ body: deep });
    expect(() => readDocx(bytes, () => 0)).toThrow('damaged');
  });
});
