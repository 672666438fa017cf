import { SymbolReader } from './SymbolReader.ts';

it.each([
  ['Symbol', '\uf0de\uf0ae\uf061\uf0a3\uf0b7\uf02d', '⇒→α≤•−'],
  ['SymbolMT', 'abc', 'αβχ'],
  ['Wingdings', '\uf0e0\uf0df\uf0f0\uf0fc\uf0fb\uf0fe\uf0a8\uf0a7\uf06c\uf0d8', '→←⇨✓✗☑☐▪●➢'],
  ['Wingdings', 'à ü', '→ ✓'],
  ['Wingdings-Regular', 'J', '☺'],
  ['Wingdings 2', 'P\uf052\uf0a3\uf054', '✓☑☐☒'],
  ['Wingdings 3', '\uf067\uf07d\uf022', '→▶→'],
  ['Webdings', '\uf061a', '✔✔'],
])('converts the symbols of %s', (letters, text, expected) => {
  const reader = new SymbolReader();
  expect(reader.read(text, { letters })).toBe(expected);
  expect(reader.unread).toBe(0);
});

it('converts private-use symbols and keeps letters', () => {
  expect(new SymbolReader().read('if \uf0de à', { letters: 'Calibri', symbols: 'Symbol' })).toBe('if ⇒ à');
});

it('drops and counts symbols that common fonts lack', () => {
  const reader = new SymbolReader();
  expect(reader.read('a\ue001b\uf8ff', { letters: 'Arial' })).toBe('a b ');
  expect(reader.read('\uf061', {})).toBe(' ');
  expect(reader.read('\uf0f0', { letters: 'Symbol' })).toBe(' ');
  expect(reader.unread).toBe(4);
});

it('only writes characters that common fonts have', () => {
  const places = Array.from({ length: 0xe0 }, (_, index) => String.fromCharCode(0xf020 + index));
  const written = ['Symbol', 'Webdings', 'Wingdings', 'Wingdings 2', 'Wingdings 3'].map((letters) => {
    const reader = new SymbolReader();
    const text = reader.read(places.join(''), { letters });
    return { unusual: text.replace(/[ -\u2b59]|\p{Emoji}/gu, ''), unread: reader.unread };
  });
  expect(written.map(({ unusual }) => unusual)).toEqual(['', '', '', '', '']);
  // Wingdings 2 has ornaments that common fonts lack.
  expect(Math.max(...written.map(({ unread }) => unread))).toBeLessThan(50);
});
