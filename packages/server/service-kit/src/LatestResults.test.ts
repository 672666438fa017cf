import { LatestResults } from './LatestResults.ts';

const start = (mostOwners = 3) => {
  const time = { now: 1_000_000 };
  const results = new LatestResults<number>({ keptMs: 60_000, mostOwners, clock: () => new Date(time.now) });
  let computed = 0;
  const get = (owner: string) => results.get(owner, async () => ++computed);
  return { time, get };
};

it('drops the oldest results when there are too many, and the expired ones', async () => {
  const { time, get } = start();
  for (const owner of ['a', 'b', 'c']) await get(owner);
  expect(await Promise.all(['a', 'b', 'c'].map(get))).toEqual([1, 2, 3]);
  expect(await get('d')).toBe(4);
  expect(await Promise.all(['b', 'c', 'd'].map(get))).toEqual([2, 3, 4]);
  expect(await get('a')).toBe(5);
  time.now += 60_000;
  expect(await Promise.all(['c', 'd', 'a'].map(get))).toEqual([6, 7, 8]);
});

it('keeps nothing longer after the clock was set back', async () => {
  const { time, get } = start();
  await get('a');
  time.now -= 3_600_000;
  expect(await get('a')).toBe(2);
});
