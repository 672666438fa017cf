import { pageShowing, type PageLocation } from './pagePlaces.ts';

const box = { x: 0.1, y: 0.2, width: 0.5, height: 0.1 };
const ofDeck = (page: number): PageLocation => ({ kind: 'slide', page, passages: [{ part: 'body', paragraph: 2, boxes: [box] }] });
const ofPdf = (page: number, document?: string): PageLocation => ({
  kind: 'page',
  page,
  ...(document !== undefined && { document }),
  passages: [{ paragraph: 61, boxes: [box] }],
});
const ofNotes = (page: number, paragraphs: readonly number[]): PageLocation => ({
  kind: 'text',
  page,
  document: 'Notes.docx',
  passages: paragraphs.map((paragraph) => ({ paragraph, boxes: [box] })),
});
const pages = [ofDeck(1), ofDeck(2), ofPdf(1), ofPdf(2, 'heart.pdf'), ofNotes(1, [70, 71]), ofNotes(2, [71, 72])];

test('a citation of a deck shows its slide, with the cited lines if their place is known', () => {
  const pointer = { kind: 'slide', slide: 2, part: 'body', paragraph: 2 } as const;
  expect(pageShowing(pages, pointer)).toEqual({ page: pages[1], boxes: [box] });
  expect(pageShowing(pages, { ...pointer, part: 'notes' })).toEqual({ page: pages[1], boxes: [] });
  expect(pageShowing(pages, { ...pointer, slide: 3 })).toBeUndefined();
});

test('a citation of a PDF shows the page of its document', () => {
  expect(pageShowing(pages, { kind: 'page', page: 1, paragraph: 3, place: 61 })).toEqual({ page: pages[2], boxes: [box] });
  expect(pageShowing(pages, { kind: 'page', page: 2, paragraph: 3, place: 9, document: 'heart.pdf' })).toEqual({
    page: pages[3],
    boxes: [],
  });
  expect(pageShowing(pages, { kind: 'page', page: 2, paragraph: 3 })).toBeUndefined();
});

test('a citation of a Word document shows the first page with its paragraph', () => {
  expect(pageShowing(pages, { kind: 'text', paragraph: 2, place: 71, document: 'Notes.docx' })?.page).toBe(pages[4]);
  expect(pageShowing(pages, { kind: 'text', paragraph: 3, place: 72, document: 'Notes.docx' })?.page).toBe(pages[5]);
  expect(pageShowing(pages, { kind: 'text', paragraph: 3, place: 72 })).toBeUndefined();
});
