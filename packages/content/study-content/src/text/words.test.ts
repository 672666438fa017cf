import { upperFirst } from './words.ts';

it.each([
  ['valves', 'Valves'],
  ['élan', 'Élan'],
  ['κύκλος', 'Κύκλος'],
  ['pH of blood', 'pH of blood'],
  ['mRNA', 'mRNA'],
  ['p53', 'p53'],
  ['α-helix', 'α-helix'],
])('begins “%s” with a capital, unless it is a symbol', (text, begun) => {
  expect(upperFirst(text)).toBe(begun);
});
