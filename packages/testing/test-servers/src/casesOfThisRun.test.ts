import { casesOfThisRun } from './casesOfThisRun.ts';

const cases = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

it('shares the cases so that runs with following numbers try each of them once', () => {
  const shares = ['40', '41', '42'].map((number) => casesOfThisRun(cases, 3, number));
  expect(shares.flat().sort()).toEqual(cases);
  expect(shares.map(({ length }) => length)).toEqual([2, 2, 3]);
  expect(casesOfThisRun(cases, 3, '43')).toEqual(shares[0]);
});

it('tries every case when asked for all', () => {
  expect(casesOfThisRun(cases, 3, 'all')).toEqual(cases);
});

it.each(['', '-1', '1/3', 'x'])('refuses another value: "%s"', (number) => {
  expect(() => casesOfThisRun(cases, 3, number)).toThrow(RangeError);
});
