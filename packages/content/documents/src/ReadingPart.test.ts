import { materialOfParts, type ReadingPart } from './ReadingPart.ts';

const pages = [1, 2, 3, 4];
const name = (page: number): string => `picture ${String(page)}`;

/** A document with a picture on each page; the first ones were decoded. */
function partsOf(likenessOf: (page: number) => string, decoded: number): ReadingPart[] {
  const text: ReadingPart = {
    kind: 'text',
    source: {
      title: 'Heart',
      language: 'en',
      passages: pages.map((page) => ({
        kind: 'paragraph',
        level: 0,
        text: `Page ${String(page)} of the text.`,
        pointer: { kind: 'page', page, paragraph: 1, place: page },
      })),
    },
    shown: pages.map((page) => ({ picture: name(page), passage: page - 1, page, alt: '' })),
    leftOut: [],
    likenesses: new Map(pages.map((page) => [name(page), likenessOf(page)])),
  };
  const pictures = pages.slice(0, decoded).map((page, index): ReadingPart => ({
    kind: 'picture',
    name: name(page),
    fingerprint: `fingerprint of ${likenessOf(page)}`,
    file: index === 0 || likenessOf(page) !== likenessOf(1) ? new Uint8Array([page]) : undefined,
  }));
  return [text, ...pictures];
}

it.each([0, 1, 2, 3, 4])('treats a logo on four pages as decoration when %d of them were decoded', (decoded) => {
  expect(materialOfParts(partsOf(() => 'logo', decoded))?.pictures).toEqual({ pictures: [], leftOut: [] });
});

it('lists different pictures that were not decoded', () => {
  const read = materialOfParts(partsOf(name, 2))?.pictures;
  expect(read?.pictures.map(({ places }) => places.map(({ slide }) => slide))).toEqual([[1], [2]]);
  expect(read?.leftOut.map(({ slide, reason }) => [slide, reason])).toEqual([
    [3, 'too-large'],
    [4, 'too-large'],
  ]);
});

it('returns nothing without the text of a document', () => {
  expect(materialOfParts(partsOf(name, 2).slice(1))).toBeUndefined();
});
