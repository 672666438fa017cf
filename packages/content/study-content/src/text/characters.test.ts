import { hasSameSymbols, symbolsOf } from './characters.ts';

it.each([
  ['The symbol of Co in a table', ['Co']],
  ['An area of 5 cm² or 5 cm2', ['5', 'cm²', '5', 'cm2']],
  ['mRNA of p53, and x₁ = -5', ['mRNA', 'p53', 'x₁', '=', '-5']],
  ['Valves open when PRESSURE rises', []],
  ['Co', ['Co']],
  ['“Heart.”', []],
])('finds the symbols in “%s”', (text, symbols) => {
  expect(symbolsOf(text)).toEqual(symbols);
});

it('compares the symbols of two texts, unless one of them is all capitals', () => {
  expect(hasSameSymbols('An ion of Co', 'An ion of CO')).toBe(false);
  expect(hasSameSymbols('Give it to the nurse', 'GIVE IT TO THE NURSE')).toBe(true);
});
