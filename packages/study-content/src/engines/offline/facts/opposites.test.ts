import { areOpposite } from './opposites.ts';

it.each([
  ['acute fever', 'chronic fever', true],
  ['taxed goods', 'untaxed goods', true],
  ['non-rival goods', 'rival goods', true],
  ['public goods', 'rival goods', false],
  ['fever', '', false],
])('%s and %s', (one, other, expected) => {
  expect(areOpposite(one, other)).toBe(expected);
});
