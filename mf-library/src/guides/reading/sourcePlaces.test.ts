import type { Citation } from '@lectern/contracts';
import { sourcePlaces, withOpened, withPlace } from './sourcePlaces';

const slide = (number: number, quote: string, part: 'body' | 'notes' = 'body'): Citation => ({
  pointer: { kind: 'slide', slide: number, part, paragraph: 1 },
  quote,
});
const paragraph = (number: number, quote: string): Citation => ({ pointer: { kind: 'text', paragraph: number }, quote });

test('passages by place, in the order of the material, each once', () => {
  const places = sourcePlaces([paragraph(1, 'typed'), slide(7, 'seven'), slide(2, 'two'), slide(2, 'two'), slide(2, 'said', 'notes')]);
  expect(places).toEqual([
    { kind: 'slide', number: 2, quotes: [slide(2, 'two'), slide(2, 'said', 'notes')] },
    { kind: 'slide', number: 7, quotes: [slide(7, 'seven')] },
    { kind: 'paragraph', number: 1, quotes: [paragraph(1, 'typed')] },
  ]);
});

test('a place without a quote is sorted in between', () => {
  const places = sourcePlaces([slide(7, 'seven'), slide(2, 'two')]);
  expect(withPlace(places, { kind: 'slide', number: 4 }).map(({ number }) => number)).toEqual([2, 4, 7]);
  expect(withPlace(places, { kind: 'slide', number: 7 })).toBe(places);
});

test('a paragraph of pasted text behind a document has the number that the guide shows', () => {
  const pointer = { kind: 'text', paragraph: 3, place: 61 } as const;
  expect(sourcePlaces([{ pointer, quote: 'typed' }])).toEqual([
    { kind: 'paragraph', number: 61, words: 'paragraph 3', quotes: [{ pointer, quote: 'typed' }] },
  ]);
});

test('the opened passage is marked alone at its place', () => {
  const places = sourcePlaces([slide(7, 'seven'), slide(2, 'two')]);
  const opened = (number: number) => withOpened(places, { kind: 'slide', number, quotes: [slide(number, 'opened')] });
  expect(opened(2).map(({ quotes }) => quotes.map(({ quote }) => quote))).toEqual([['opened'], ['seven']]);
  expect(opened(4).map(({ number }) => number)).toEqual([2, 4, 7]);
});
