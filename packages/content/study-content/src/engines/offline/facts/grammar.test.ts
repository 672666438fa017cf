import { nameOfTerm } from './grammar.ts';

it.each([
  ['2. The heart', 'heart'],
  ['1.3 Valves', 'Valves'],
  ['iv) valves', 'valves'],
  ['b. An artery', 'artery'],
  ['C. Veins.', 'Veins'],
  ['e.g. online lessons', 'e.g. online lessons'],
  ['i.e. Local shops', 'i.e. Local shops'],
  ['D.C. Circuit', 'D.C. Circuit'],
  ['E. coli', 'E. coli'],
])('strips the numbering of “%s”', (line, name) => {
  expect(nameOfTerm(line)).toBe(name);
});
