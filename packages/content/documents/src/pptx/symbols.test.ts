import { readDeck } from './readDeck.ts';
import { sourceOfDeck } from './sourceOfDeck.ts';
import { deckBytes, frame, relationship, shape } from '../../testing/decks.ts';

const run = (text: string, fonts = ''): string => `<a:r><a:rPr>${fonts}</a:rPr><a:t>${text}</a:t></a:r>`;
const sym = (font: string): string => `<a:sym typeface="${font}"/>`;
const latin = (font: string): string => `<a:latin typeface="${font}"/>`;
const bullet = (text: string, mark: string, font: string): string =>
  `<a:p><a:pPr><a:buFont typeface="${font}"/><a:buChar char="${mark}"/></a:pPr>${run(text)}</a:p>`;

const textsOf = async (...slides: string[]): Promise<string[]> =>
  (await readDeck(await deckBytes({ slides }))).slides.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));

it('converts symbols of runs by their symbol or letter font', async () => {
  const body = shape(
    `<a:p>${run('x is odd ')}${run('\uf0de', sym('Symbol'))}${run(' x² is odd')}</a:p>` +
      `<a:p>${run('Order ')}${run('\uf0e0', sym('Wingdings') + latin('Calibri'))}${run(' report')}</a:p>` +
      `<a:p>${run('a', latin('Symbol'))}${run('-cells a')}</a:p>` +
      `<a:p>${run('a', latin('Calibri') + sym('Symbol'))}</a:p>`,
  );
  expect((await textsOf(shape(`<a:p>${run('\uf061', sym('Symbol'))}</a:p>`, 'title') + body)).toSorted()).toEqual(
    ['α', 'x is odd ⇒ x² is odd', 'Order → report', 'α-cells a', 'a'].toSorted(),
  );
});

it('marks items of numbered lists', async () => {
  const numbered = `<a:p><a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>${run('Wash the hands')}</a:p>`;
  const { passages } = sourceOfDeck(
    await readDeck(
      await deckBytes({ slides: [shape(`<a:p>${run('Hands')}</a:p>`, 'title') + shape(numbered + bullet('Soap', '•', 'Arial'))] }),
    ),
  );
  expect(passages.filter(({ kind }) => kind === 'bullet').map(({ text, isNumbered }) => [text, isNumbered])).toEqual([
    ['Wash the hands', true],
    ['Soap', undefined],
  ]);
});

it('converts symbols by list style fonts, and in tables and SmartArt', async () => {
  const styled = shape(
    `<a:lstStyle><a:lvl1pPr><a:defRPr>${latin('Symbol')}</a:defRPr></a:lvl1pPr></a:lstStyle><a:p>${run('b')}</a:p><a:p><a:pPr lvl="1"/>${run('b')}</a:p>`,
  );
  const cell = frame(`<a:tbl><a:tr><a:tc><a:txBody><a:p>${run('\uf061', sym('Symbol'))}</a:p></a:txBody></a:tc></a:tr></a:tbl>`);
  const art = frame('<dgm:relIds xmlns:dgm="d" r:dm="d1"/>');
  const data = `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:pt modelId="1"><dgm:t><a:p>${run('\uf0e0', sym('Wingdings'))}${run('end')}</a:p></dgm:t></dgm:pt></dgm:dataModel>`;
  const deck = await readDeck(
    await deckBytes({
      slides: [styled + cell + art],
      relationships: { 1: relationship('d1', 'diagramData', '../diagrams/data1.xml') },
      parts: { 'ppt/diagrams/data1.xml': data },
    }),
  );
  expect(deck.slides[0]?.paragraphs.map(({ text }) => text)).toEqual(['β', 'b', 'α', '→end']);
});

it('keeps list marks with a meaning and drops decoration', async () => {
  const slides = [
    bullet('plain', '\u00a7', 'Wingdings') + bullet('arrowed', '\uf0d8', 'Wingdings'),
    bullet('to do', 'o', 'Wingdings') + bullet('done', '\uf0fe', 'Wingdings'),
    bullet('good', 'ü', 'Wingdings') + bullet('bad', 'û', 'Wingdings'),
    bullet('ticked', 'ü', 'Wingdings') + bullet('ticked, too', 'ü', 'Wingdings'),
    bullet('it follows', '\uf0de', 'Symbol'),
  ];
  expect(await textsOf(...slides.map((inner) => shape(`<a:p>${run('Title')}</a:p>`, 'title') + shape(inner)))).toEqual([
    ...['Title', 'plain', 'arrowed'],
    ...['Title', '☐ to do', '☑ done'],
    ...['Title', '✓ good', '✗ bad'],
    ...['Title', 'ticked', 'ticked, too'],
    ...['Title', '⇒ it follows'],
  ]);
});

it('drops and counts symbols that common fonts lack', async () => {
  const deck = await readDeck(await deckBytes({ slides: [shape(`<a:p>${run('a\uf0f0b', sym('Symbol'))}${run('\ue123')}</a:p>`)] }));
  expect(deck.slides[0]?.paragraphs[0]?.text).toBe('a b');
  expect(sourceOfDeck(deck).unreadSymbols).toBe(2);
});
