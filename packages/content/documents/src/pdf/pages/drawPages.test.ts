import type { Pointer } from '@lectern/contracts';
import { mutate, seededNumbers, seedsOfThisRun } from '@lectern/test-servers';
import { degrees, PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { readDocument } from '../../readDocument.ts';
import { pdfBytes, pdfOf } from '../../../testing/pdfs.ts';
import { drawPages, type DrawnPage, type UndrawnPage } from './drawPages.ts';
import type { SoughtPassage } from './PassageFinder.ts';

const heart = 'The heart is a muscle that pumps the blood.';
const lung = 'The lung takes oxygen from the air';
const onPage = (page: number, text: string, paragraph = 1): SoughtPassage => ({ pointer: { kind: 'page', page, paragraph }, text });

const all = async (bytes: Uint8Array, passages: readonly SoughtPassage[] = [], from?: number): Promise<(DrawnPage | UndrawnPage)[]> => {
  const pages = [];
  for await (const page of drawPages(bytes, { passages, ...(from !== undefined && { from }) })) pages.push(page);
  return pages;
};
const drawn = async (bytes: Uint8Array, passages: readonly SoughtPassage[] = []): Promise<DrawnPage[]> =>
  (await all(bytes, passages)).filter((page) => page.kind === 'drawn');

/** The share of dark pixels within a rectangle, in fractions of the page. */
const darkness = ({ width, height, pixels }: DrawnPage, [left, top, right, bottom]: readonly [number, number, number, number]): number => {
  let [dark, count] = [0, 0];
  for (let y = Math.floor(top * height); y < bottom * height; y += 1)
    for (let x = Math.floor(left * width); x < right * width; x += 1) {
      count += 1;
      if ((pixels[(y * width + x) * 4] ?? 255) < 128) dark += 1;
    }
  return dark / count;
};

describe('a PDF of two pages', () => {
  const bytes = pdfBytes([[{ text: heart, top: 100 }], [{ text: lung, left: 300, top: 700 }]]);

  it('is drawn as it looks, 1,280 pixels wide', async () => {
    const pages = await drawn(await bytes);
    expect(pages.map(({ page, width, height, pixels }) => [page, width, height, pixels.length])).toEqual([
      [1, 1_280, 1_707, 1_280 * 1_707 * 4],
      [2, 1_280, 1_707, 1_280 * 1_707 * 4],
    ]);
    const [first, second] = pages;
    if (!first || !second) throw new Error('Two pages');
    expect(darkness(first, [0.1, 0.11, 0.4, 0.13])).toBeGreaterThan(0.02);
    expect(darkness(first, [0, 0.2, 1, 1])).toBe(0);
    expect(darkness(second, [0.5, 0.86, 0.8, 0.88])).toBeGreaterThan(0.02);
    expect([...first.pixels.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  });

  it('has the places of its passages, and its text', async () => {
    const [first, second] = await drawn(await bytes, [onPage(1, heart), onPage(2, lung)]);
    expect([first?.alt, second?.alt]).toEqual([heart, lung]);
    // The baselines are at 100 and 700 of 800 points, the text begins at 60 and 300 of 600.
    const [box] = first?.passages[0]?.boxes ?? [];
    expect(box?.x).toBeCloseTo(0.1, 1.8);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(0.126, 1.8);
    expect(box?.height).toBeLessThan(0.02);
    expect(second?.passages).toMatchObject([{ paragraph: 1, boxes: [{ x: expect.closeTo(0.5, 1.8) as number }] }]);
  });

  it('may be drawn from its second page on', async () => {
    expect((await all(await bytes, [], 2)).map(({ page }) => page)).toEqual([2]);
  });
});

const box = async (bytes: Uint8Array): Promise<(number | undefined)[]> => {
  const [page] = await drawn(bytes, [onPage(1, heart)]);
  const { x, y, width, height } = page?.passages[0]?.boxes[0] ?? {};
  if (page) expect(darkness(page, [x ?? 0, y ?? 0, (x ?? 0) + (width ?? 0), (y ?? 0) + (height ?? 0)])).toBeGreaterThan(0.03);
  return [x, y].map((value) => value && Math.round(value * 100));
};

it('marks lines where they are drawn on pages that are turned or cropped', async () => {
  const page = async (change: (document: PDFDocument) => void): Promise<Uint8Array> => {
    const document = await pdfOf([[{ text: heart, top: 100 }]]);
    change(document);
    return document.save();
  };
  expect(await box(await page((document) => document.getPage(0).setRotation(degrees(180))))).toEqual([61, 87]);
  expect(await box(await page((document) => document.getPage(0).setRotation(degrees(90))))).toEqual([87, 10]);
  expect(await box(await page((document) => document.getPage(0).setCropBox(50, 400, 500, 400)))).toEqual([2, 23]);
});

it('marks a paragraph as one rectangle, and one rectangle for each of its columns', async () => {
  const half = ['The heart is a muscle that pumps', 'the blood through all the vessels'];
  const rest = ['of the body, about seventy times', 'in each minute of a whole life.'];
  const lines = (texts: readonly string[], left: number, top: number) =>
    texts.map((text, index) => ({ text, left, top: top + 12 * index }));
  const passages = [onPage(1, [...half, ...rest].join(' '))];
  const boxes = async (columns: readonly ReturnType<typeof lines>[]) =>
    (await drawn(await pdfBytes([columns.flat()]), passages))[0]?.passages[0]?.boxes;
  expect(await boxes([lines([...half, ...rest], 60, 100)])).toHaveLength(1);
  expect(await boxes([lines(half, 60, 100), lines(rest, 300, 100)])).toHaveLength(2);
});

it('finds hyphenated words, ligatures and marks, and tells a passage whose words are drawn otherwise', async () => {
  const bytes = await pdfBytes([
    [
      { text: 'A diffi-', top: 100 },
      { text: 'cult café', top: 112 },
    ],
  ]);
  const [page] = await drawn(bytes, [onPage(1, 'A diﬃcult cafe\u0301'), onPage(1, 'Nothing of this is there', 2)]);
  expect(page?.passages).toMatchObject([
    { paragraph: 1, boxes: [{}] },
    { paragraph: 2, boxes: [] },
  ]);
});

it('marks the later of two equal lines for the later passage', async () => {
  const bytes = await pdfBytes([
    [
      { text: 'Answer', top: 100 },
      { text: 'Answer', top: 400 },
    ],
  ]);
  const [page] = await drawn(bytes, [onPage(1, 'Answer'), onPage(1, 'Answer', 2)]);
  const [first, second] = page?.passages.map(({ boxes }) => boxes[0]?.y ?? 0) ?? [];
  expect([first, second]).toEqual([expect.closeTo(0.12, 1.5), expect.closeTo(0.49, 1.5)]);
});

describe('pages of a Word document, whose passages name no page', () => {
  const inText = (paragraph: number, text: string): SoughtPassage => ({ pointer: { kind: 'text', paragraph }, text });
  const sentences = Array.from({ length: 12 }, (_, index) => `Paragraph number ${index} says something of its own about cell ${index}.`);
  const passages = sentences.map((text, index) => inText(index + 1, text));
  const shown = async (pages: readonly (readonly string[])[], sought = passages) => {
    const bytes = await pdfBytes(pages.map((lines) => lines.map((text, index) => ({ text, top: 60 + 30 * index }))));
    return (await drawn(bytes, sought)).map((page) => page.passages.map(({ paragraph }) => paragraph));
  };

  it('show the passages with their words', async () => {
    expect(await shown([['Title page'], sentences.slice(0, 5), [...sentences.slice(5), '3']])).toEqual([
      [],
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11, 12],
    ]);
  });

  it('both show a paragraph that goes on overleaf', async () => {
    const [first = '', second = '', third = '', ...others] = sentences;
    const long = [second, third].join(' ');
    const sought = [first, long, ...others].map((text, index) => inText(index + 1, text));
    expect(
      await shown(
        [
          [first, second.slice(0, 30)],
          [second.slice(30), third, ...others],
        ],
        sought,
      ),
    ).toEqual([
      [1, 2],
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ]);
  });

  it('with a table of contents do not use up the headings', async () => {
    const headings = ['Of the heart', 'Of the lungs'];
    const [heartText, lungText] = [sentences.slice(0, 5), sentences.slice(5)];
    const [first = '', second = ''] = headings;
    const sought = [first, ...heartText, second, ...lungText].map((text, index) => inText(index + 1, text));
    const [contents, ...pages] = await shown([headings, [first, ...heartText], [second, ...lungText]], sought);
    expect(contents).toEqual([1]);
    expect(pages).toEqual([
      [2, 3, 4, 5, 6],
      [7, 8, 9, 10, 11, 12, 13, 14],
    ]);
  });

  it('are drawn alike from any page on', async () => {
    const bytes = await pdfBytes(
      [sentences.slice(0, 5), sentences.slice(5)].map((lines) => lines.map((text, index) => ({ text, top: 60 + 30 * index }))),
    );
    const ofPages = async (from: number) => (await all(bytes, passages, from)).map((page) => page.kind === 'drawn' && page.passages);
    expect(await ofPages(2)).toEqual((await ofPages(1)).slice(1));
  });
});

it('draws slides with the lines on them, but not those of notes', async () => {
  const bytes = await pdfBytes([[{ text: heart, top: 100 }]]);
  const pointer = (part: 'body' | 'notes'): Pointer => ({ kind: 'slide', slide: 1, part, paragraph: 1 });
  const [page] = await drawn(bytes, [
    { pointer: pointer('body'), text: heart },
    { pointer: pointer('notes'), text: 'Tell the joke' },
  ]);
  expect(page?.passages.map(({ part }) => part)).toEqual(['body']);
  expect(page?.alt).toBe(heart);
});

describe('a hostile PDF', () => {
  it('is drawn up to its 300th page', async () => {
    const document = await PDFDocument.create();
    for (let count = 0; count < 302; count += 1) document.addPage([100, 5]);
    expect(await all(await document.save())).toHaveLength(300);
  });

  it.each([
    [14_400, 14_400],
    [14_400, 3],
    [3, 14_400],
  ])('has pictures of at most 1,280 by 2,560 pixels (%d by %d points)', async (width, height) => {
    const document = await PDFDocument.create();
    document.addPage([width, height]);
    const [page] = await drawn(await document.save());
    expect(page?.width).toBeLessThanOrEqual(1_280);
    expect(page?.height).toBeLessThanOrEqual(2_560);
  });

  it('has at most 200 passages on a page, 8 rectangles for each, and 2,000 letters of text', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const page = document.addPage([2_000, 800]);
    const words = Array.from({ length: 300 }, (_, index) => `word${index}abcdefgh`);
    for (const [index, text] of words.entries())
      page.drawText(text, { x: (index % 20) * 95, y: 780 - Math.floor(index / 20) * 50, size: 8, font, color: rgb(0, 0, 0) });
    const [drawnPage] = await drawn(await document.save(), [
      onPage(1, words.filter((_, index) => index < 100 && index % 2 === 0).join(' ')),
      ...words.map((text, index) => onPage(1, text, index + 2)),
    ]);
    expect(drawnPage?.passages).toHaveLength(200);
    expect(drawnPage?.passages[0]?.boxes).toHaveLength(8);
    expect(drawnPage?.alt).toHaveLength(2_000);
  });

  it('that is none has no pages', async () => {
    expect(await all(new TextEncoder().encode('%PDF-1.7\nnothing'))).toEqual([]);
  });

  it('with damage anywhere has the pages that can be drawn', async () => {
    const bytes = await pdfBytes([[{ text: heart, top: 100 }], [{ text: lung, top: 100 }]]);
    for (const seed of seedsOfThisRun(100, 10)) {
      const damaged = mutate(bytes, seededNumbers(seed), ['<<', 'stream', '1 0 R', '/Kids', '999999999', '-1', '/MediaBox', 'BT']);
      for (const page of await drawn(damaged)) expect(page.pixels.length).toBe(page.width * page.height * 4);
    }
  });
});

it('finds the passages that reading finds', async () => {
  const bytes = await pdfBytes([[{ text: heart, top: 100 }], [{ text: lung, top: 100 }]]);
  const { source } = await readDocument(bytes.slice(), 'heart.pdf', () => 0);
  expect((await drawn(bytes, source.passages)).map(({ passages }) => passages.map(({ boxes }) => boxes.length))).toEqual([[1], [1]]);
});
