import * as z from 'zod/mini';
import { networkLimitNames, rateLimits, type RateLimitName } from '@lectern/contracts';
import { defineCollection } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { takeShare, type ShareCounts } from './takeShare.ts';

const countsCollection = defineCollection({
  name: 'counts',
  schema: z.object({ _id: z.string(), count: z.int(), resetAt: z.string() }),
  expires: 'resetAt',
});

/** Two processes on one store. */
const start = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const store = memoryStore([countsCollection]);
  const process = (): ShareCounts => ({
    counts: store.collection(countsCollection),
    secret: 'a secret of the tests',
    clock: () => time.now,
  });
  return { time, one: process(), other: process(), rows: () => store.collection(countsCollection).find('_id', { limit: 100 }) };
};

it('two processes grant a learner 600 calls a minute together, and others their own', async () => {
  const { time, one, other } = start();
  const ann = { limit: 'calls', subject: 'ann', ageMs: 0 } as const;
  const ben = { limit: 'calls', subject: 'ben', ageMs: 0 } as const;
  const take = (index: number) => takeShare(index % 2 ? one : other, { ...ann, used: index < 2 ? 30 : 0, wanted: 30 });
  // Calls that were already let through are counted while there is room for them.
  const first = [await take(0), await take(1)];
  const shares = [...first, ...(await Promise.all(Array.from({ length: 38 }, (_, index) => take(index + 2))))];
  expect(shares.reduce((sum, { granted }) => sum + granted, 0)).toBe(540);
  time.now = new Date(time.now.getTime() + 20_000);
  expect(await takeShare(one, { ...ann, used: 0, wanted: 30 })).toEqual({ granted: 0, taken: 600, resetInMs: 40_000 });
  expect(await takeShare(one, { ...ben, used: 30, wanted: 30 })).toEqual({ granted: 30, taken: 60, resetInMs: 60_000 });
  time.now = new Date(time.now.getTime() + 40_000);
  expect(await takeShare(other, { ...ann, used: 30, wanted: 30 })).toEqual({ granted: 30, taken: 60, resetInMs: 60_000 });
});

it('each limit of a network has its own count and window', async () => {
  const { one } = start();
  for (const limit of networkLimitNames) {
    const { most, windowMs } = rateLimits[limit];
    const asked = { limit, subject: '203.0.113.7', used: 0, wanted: most + 50, ageMs: 0 };
    expect(await takeShare(one, asked)).toEqual({ granted: most, taken: most, resetInMs: windowMs });
  }
});

it('a window began with the first call at the gateway that asks first', async () => {
  const { one, other } = start();
  const of = (ageMs: number) => ({ limit: 'registrations' as const, subject: '203.0.113.7', used: 3, wanted: 3, ageMs });
  expect((await takeShare(one, of(600_000))).resetInMs).toBe(3_000_000);
  expect((await takeShare(other, of(0))).resetInMs).toBe(3_000_000);
});

it('what is given back can be granted again, and nothing beyond', async () => {
  const { one, other } = start();
  const of = (used: number, wanted: number) => ({
    limit: 'registrations' as RateLimitName,
    subject: '203.0.113.7',
    used,
    wanted,
    ageMs: 0,
  });
  expect((await takeShare(one, of(3, 57))).granted).toBe(57);
  expect((await takeShare(other, of(0, 3))).granted).toBe(0);
  await takeShare(one, of(-50, 0));
  expect(await takeShare(other, of(0, 100))).toMatchObject({ granted: 50, taken: 60 });
  await takeShare(one, of(-1_000, 0));
  expect(await takeShare(other, of(0, 100))).toMatchObject({ granted: 60, taken: 60 });
});

it('stores no address and no learner', async () => {
  const { one, rows } = start();
  await takeShare(one, { limit: 'registrations', subject: '203.0.113.7', used: 1, wanted: 3, ageMs: 0 });
  await takeShare(one, { limit: 'calls', subject: 'ann', used: 1, wanted: 3, ageMs: 0 });
  const stored = JSON.stringify(await rows());
  expect(await rows()).toHaveLength(2);
  expect(stored).not.toMatch(/203\.0\.113\.7|ann/);
});
