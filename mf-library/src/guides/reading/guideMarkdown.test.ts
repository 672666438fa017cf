import { nameOf, referenceOf, withPlainReferences } from './guideMarkdown';

test.each([
  ['#slide-4', { kind: 'slide', number: 4 }],
  ['#paragraph-12', { kind: 'paragraph', number: 12 }],
  ['#section-4', undefined],
  ['https://example.org/#slide-4', undefined],
  [undefined, undefined],
])('%p as a reference', (address, reference) => {
  expect(referenceOf(address)).toEqual(reference);
});

test('a reference to a page keeps the number of the page', () => {
  expect(referenceOf('#paragraph-61', 'p. 12')).toEqual({ kind: 'paragraph', number: 61, words: 'page 12' });
  expect(withPlainReferences('It pumps. [p. 12](#paragraph-61)', [])).toBe('It pumps. (page 12)');
});

test('a reference in words', () => {
  expect(nameOf({ kind: 'slide', number: 4 })).toBe('slide 4');
});

test('in copied markdown references are plain words', () => {
  expect(withPlainReferences('It splits glucose. [4](#slide-4) And more [¶3](#paragraph-3), see [here](https://example.org).', [])).toBe(
    'It splits glucose. (slide 4) And more (paragraph 3), see [here](https://example.org).',
  );
});

test('pictures are copied as words', () => {
  const id = `${'a'.repeat(32)}-4`;
  expect(withPlainReferences(`It pumps.\n\n![A heart \\[cut\\]](picture:${id})\n![A valve](picture:${id})`, [])).toBe(
    'It pumps.\n\n(Picture on slide 4: A heart \\[cut\\])\n(Picture on slide 4: A valve)',
  );
});
