import { mutate, seededNumbers } from './mutate.ts';

const seeds = Array.from({ length: 2_000 }, (_, index) => index + 1);

it('draws the first number of neighbouring seeds evenly, and the same ones each time', () => {
  const counts = [0, 0, 0, 0];
  for (const seed of seeds) {
    const drawn = seededNumbers(seed)(4);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  // 500 each; three times the standard deviation is 58.
  for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(58);
  expect(seededNumbers(7)(1_000_000)).toBe(seededNumbers(7)(1_000_000));
});

it('damages what it gets, and leaves the original', () => {
  const original = new TextEncoder().encode('The heart pumps the blood through the body.');
  const copy = original.slice();
  const damaged = seeds.map((seed) => Buffer.from(mutate(original, seededNumbers(seed), ['<', '>'])).toString('latin1'));
  expect(original).toEqual(copy);
  // A few changes write what was there already.
  expect(new Set(damaged).size).toBeGreaterThan(1_800);
});
