import { numbersBeside } from './quantityQuestions.ts';

it.each([
  ['a year long past', '1928', ['1887', '1902', '1916', '1939', '1951', '1966']],
  ['a recent year', '2023', ['2010', '2015', '2018', '2026', '2029', '2032']],
  ['a year to come', '2031', ['2018', '2023', '2026', '2034', '2037', '2040']],
])('offers years on both sides of %s', (_, value, possible) => {
  const offered = [0, 0.3, 0.6, 0.99].map((draw) => numbersBeside(value, () => draw) ?? []);
  for (const options of offered) {
    expect(options).toHaveLength(3);
    expect(possible).toEqual(expect.arrayContaining(options));
  }
  expect(offered.map((options) => options.filter((option) => option < value).length)).toEqual([0, 1, 2, 3]);
});

it.each([
  ['$1,000', ['$1,250', '$1,500', '$1,750']],
  ['95 %', ['90 %', '85 %', '80 %']],
  ['0.5 mg', ['0.6 mg', '0.7 mg', '0.8 mg']],
])('keeps the notation of %s', (value, expected) => {
  expect(numbersBeside(value, () => 0)).toEqual(expected);
});
