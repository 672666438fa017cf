import { backoff } from './backoff.ts';

test('the pause doubles with every failure up to the longest', () => {
  const pauseMs = backoff({ firstMs: 1_000, longestMs: 30_000 });
  expect([1, 2, 3, 4, 5, 6, 7, 5_000].map(pauseMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});
