import { numbersBeside } from './numbersBeside.ts';

it('offers values on both sides, and how many are smaller is random', () => {
  const offered = [0, 0.3, 0.6, 0.99].map((draw) => numbersBeside('48 hours', () => draw) ?? []);
  expect(offered.map((options) => options.filter((option) => Number.parseInt(option, 10) < 48).length)).toEqual([0, 1, 2, 3]);
});

it.each([
  ['$1,000', ['$1,250', '$1,500', '$1,750']],
  ['95 %', ['90 %', '85 %', '80 %']],
  ['0.5 mg', ['0.6 mg', '0.7 mg', '0.8 mg']],
])('keeps the notation of %s', (value, expected) => {
  expect(numbersBeside(value, () => 0)).toEqual(expected);
});
