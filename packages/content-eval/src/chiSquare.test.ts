import { chiSquareOfEqual, chiSquareTail } from './chiSquare.ts';

it.each([
  // From the printed tables of the distribution.
  [3.841, 1, 0.05],
  [6.635, 1, 0.01],
  [5.991, 2, 0.05],
  [7.815, 3, 0.05],
  [16.266, 3, 0.001],
  [0.352, 3, 0.95],
  [18.307, 10, 0.05],
  [124.342, 100, 0.05],
])('the chance of at least %s with %s degrees of freedom is %s', (statistic, degrees, p) => {
  expect(chiSquareTail(statistic, degrees)).toBeCloseTo(p, 4);
});

it('distinguishes even counts from uneven ones', () => {
  expect(chiSquareOfEqual([50, 50, 50, 50])).toEqual({ statistic: 0, p: 1 });
  expect(chiSquareOfEqual([60, 40])).toEqual({ statistic: 4, p: expect.closeTo(0.0455, 4) as number });
  expect(chiSquareOfEqual([200, 0, 0, 0]).p).toBeLessThan(1e-9);
  expect(chiSquareOfEqual([0, 0])).toEqual({ statistic: 0, p: 1 });
});
