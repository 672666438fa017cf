import { cohortOf, cohorts, isCohort, placeFor } from './cohort.ts';

/** Ids as the services create them (UUIDv7): the time, then random bits. */
const ids = Array.from({ length: 10_000 }, (_, index) => {
  const time = (1_767_225_600_000 + index * 61_007).toString(16).padStart(12, '0');
  const rest = (BigInt(index + 1) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.toString(16).padStart(16, '0').slice(0, 3)}-8abc-${rest.toString(16).padStart(16, '0').slice(4)}`;
});
const people = ids.map(cohortOf);
const remotes = ['mf-auth', 'mf-library', 'mf-study', 'mf-billing'];
const isIn = (remote: string, cohort: number, percent: number) => placeFor(remote, cohort) < (percent / 100) * cohorts;

test('a person’s share is always the same, and one of ten thousand', () => {
  for (const id of ids.slice(0, 100)) {
    expect(cohortOf(id)).toBe(cohortOf(id));
    expect(isCohort(cohortOf(id))).toBe(true);
  }
  expect([-1, 0, 0.5, 9_999, 10_000, Number.NaN].map(isCohort)).toEqual([false, true, false, true, false, false]);
});

describe.each([1, 5, 10, 50])('a share of %d %% among 10,000 people', (percent) => {
  test.each(remotes)('is accurate to one in a hundred for %s', (remote) => {
    const share = people.filter((cohort) => isIn(remote, cohort, percent)).length / 100;
    expect(Math.abs(share - percent)).toBeLessThanOrEqual(1);
  });

  test.each(remotes)('is exact over all cohorts for %s', (remote) => {
    expect(Array.from({ length: cohorts }, (_, cohort) => cohort).filter((cohort) => isIn(remote, cohort, percent))).toHaveLength(
      percent * 100,
    );
  });
});

test('visitors in a share stay in it when it grows', () => {
  const few = people.filter((cohort) => isIn('mf-study', cohort, 5));
  expect(few.filter((cohort) => !isIn('mf-study', cohort, 10))).toEqual([]);
});

test('consecutive names are spread evenly, too', () => {
  const counted = Array.from({ length: 10_000 }, (_, index) => cohortOf(`user${index}`));
  const tenths = Array.from({ length: 10 }, (_, tenth) => counted.filter((cohort) => Math.floor(cohort / 1_000) === tenth).length);
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThanOrEqual(100);
});

test('canaries of different remotes get different people', () => {
  const places = remotes.map((remote) => placeFor(remote, 0)).sort((one, other) => one - other);
  const gaps = places.map((place, index) => ((places[index + 1] ?? (places[0] ?? 0) + cohorts) - place) / (cohorts / 100));
  // Distances between the first cohorts of neighbouring remotes, in percent: canaries below the smallest one never overlap.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5);
});
