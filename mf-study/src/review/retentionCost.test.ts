import { reviewsPerDayAt } from './retentionCost';

const present = { retention: 0.9, reviewsPerDay: 40 };

test('the present retention costs what it costs', () => {
  expect(reviewsPerDayAt(0.9, present)).toBe(40);
  expect(reviewsPerDayAt(0.9, { retention: 0.9, reviewsPerDay: 0 })).toBe(0);
});

test('more retention costs more reviews, and each further percent more than the one before', () => {
  const costs = [0.8, 0.85, 0.9, 0.95, 0.97].map((retention) => reviewsPerDayAt(retention, present));
  expect(costs).toEqual([...costs].sort((one, other) => one - other));
  expect(costs[3]! - costs[2]!).toBeGreaterThan(costs[2]! - costs[1]!);
});

test('intervals follow the curve of FSRS-6: at 0.97 they are 4.5 times shorter than at 0.9', () => {
  const reviewsAlone = reviewsPerDayAt(0.97, { retention: 0.9, reviewsPerDay: 1_000 }) / (1.03 / 1.1);
  expect(reviewsAlone / 1_000).toBeCloseTo(4.49, 1);
});
