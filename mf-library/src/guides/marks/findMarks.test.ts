import { findMarks, squeezed } from './findMarks';

const mark = (quote: string, before = '', after = '', _id = 'm1') => ({ _id, quote, before, after });
const found = (text: string, wanted: ReturnType<typeof mark>) =>
  findMarks(squeezed(text), [wanted]).map(
    ({ start, end }) => squeezed(text).slice(0, start).length + squeezed(text).slice(start, end).length,
  );

test('words are found whatever white space stands between them', () => {
  expect(findMarks(squeezed('It splits\n\nglucose. Then it rests.'), [mark('splits glucose.')])).toEqual([{ id: 'm1', start: 2, end: 16 }]);
});

test('of the same words the place counts whose surroundings are the mark’s', () => {
  const text = 'The left heart pumps. The right heart rests. The old heart stops.';
  expect(found(text, mark('heart', 'The right', 'rests'))).toEqual([squeezed('The left heart pumps. The right heart').length]);
  expect(found(text, mark('heart', 'The old ', ' stops'))).toEqual([
    squeezed('The left heart pumps. The right heart rests. The old heart').length,
  ]);
  expect(found(text, mark('heart'))).toEqual([squeezed('The left heart').length]);
});

test('words that are gone, and white space, have no place', () => {
  expect(findMarks('abc', [mark('xyz'), mark('  ', '', '', 'm2')])).toEqual([]);
});

test('places come in the order of the text, a longer one before the shorter one in it', () => {
  const places = findMarks('abcdef', [mark('ef', '', '', 'last'), mark('ab', '', '', 'short'), mark('abc', '', '', 'long')]);
  expect(places.map(({ id }) => id)).toEqual(['long', 'short', 'last']);
});
