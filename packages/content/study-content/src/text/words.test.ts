import { upperFirst } from './words.ts';

it.each([
  ['valves', 'Valves'],
  ['élan', 'Élan'],
  ['κύκλος', 'Κύκλος'],
  ['pH of blood', 'pH of blood'],
  ['mRNA', 'mRNA'],
  ['p53', 'p53'],
  ['α-helix', 'α-helix'],
])('capitalises “%s”, unless it starts with a symbol', (text, begun) => {
  expect(upperFirst(text)).toBe(begun);
});
