import { memoryStore } from '@lectern/document-store/testing';
import { attemptsCollection } from '../store.ts';
import { createCallShares } from './createCallShares.ts';

const start = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const store = memoryStore([attemptsCollection]);
  const of = () => createCallShares(store, () => time.now);
  return { time, one: of(), other: of() };
};

it('two processes grant a learner 600 calls a minute together, and others their own', async () => {
  const { time, one, other } = start();
  const take = (index: number) => (index % 2 ? one : other).take({ userId: 'ann', used: index < 2 ? 30 : 0, wanted: 30 });
  const shares = await Promise.all(Array.from({ length: 40 }, (_, index) => take(index)));
  expect(shares.reduce((sum, { granted }) => sum + granted, 0)).toBe(540);
  time.now = new Date(time.now.getTime() + 20_000);
  expect(await one.take({ userId: 'ann', used: 0, wanted: 30 })).toEqual({ granted: 0, resetInMs: 40_000 });
  expect(await one.take({ userId: 'ben', used: 30, wanted: 30 })).toEqual({ granted: 30, resetInMs: 60_000 });
  time.now = new Date(time.now.getTime() + 40_000);
  expect(await other.take({ userId: 'ann', used: 30, wanted: 30 })).toEqual({ granted: 30, resetInMs: 60_000 });
});
