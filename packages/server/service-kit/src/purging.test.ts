import { openEmbeddedStore, newId } from '@lectern/document-store';
import { idempotencyCollection } from './idempotencyCollection.ts';
import { startPurging } from './purging.ts';

const at = new Date('2026-03-05T10:00:00.000Z');
const attempt = (expiresAt: string) => ({ _id: newId(), userId: 'ann', bodyHash: '', newId: '', leaseOwner: '', since: '', expiresAt });
const open = () => {
  const store = openEmbeddedStore({ file: ':memory:', collections: [idempotencyCollection] });
  return { store, attempts: store.collection(idempotencyCollection), scrub: jest.spyOn(store, 'scrub') };
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

test('deleted data is scrubbed within seconds, and nothing is scrubbed without a deletion', async () => {
  const { store, attempts, scrub } = open();
  const log = jest.fn();
  const stop = startPurging(store, () => at, log);
  // At the start it is unknown whether an earlier process has scrubbed.
  await jest.advanceTimersByTimeAsync(5_000);
  expect(scrub).toHaveBeenCalledTimes(1);
  const { _id } = await attempts.insert(attempt('2027-01-01T00:00:00.000Z'));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(scrub).toHaveBeenCalledTimes(1);
  await attempts.delete({ userId: 'ann', _id });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(scrub).toHaveBeenCalledTimes(2);
  // A failed scrub is retried, and logged once.
  await attempts.insert(attempt('2027-01-01T00:00:00.000Z'));
  expect(await attempts.deleteWhere('byUser', { userId: 'ann' })).toBe(1);
  scrub.mockRejectedValueOnce(new Error('read')).mockRejectedValueOnce(new Error('read'));
  await jest.advanceTimersByTimeAsync(15_000);
  expect(scrub).toHaveBeenCalledTimes(5);
  expect(log.mock.calls.map(([, event]: unknown[]) => event)).toEqual(['scrub.failed']);
  expect(store.isScrubDue()).toBe(false);
  stop();
  await attempts.insert(attempt('2027-01-01T00:00:00.000Z'));
  await attempts.deleteWhere('byUser', { userId: 'ann' });
  await jest.advanceTimersByTimeAsync(20 * 60_000);
  expect(scrub).toHaveBeenCalledTimes(5);
  await store.close();
});

test('purging deletes expired documents and scrubs them', async () => {
  const { store, attempts, scrub } = open();
  const stop = startPurging(store, () => at, jest.fn());
  const [due, later] = [await attempts.insert(attempt(at.toISOString())), await attempts.insert(attempt('2027-01-01T00:00:00.000Z'))];
  await jest.advanceTimersByTimeAsync(9 * 60_000);
  expect(await attempts.get({ userId: 'ann', _id: due._id })).toBeDefined();
  scrub.mockClear();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await attempts.get({ userId: 'ann', _id: due._id })).toBeUndefined();
  expect(await attempts.get({ userId: 'ann', _id: later._id })).toBeDefined();
  expect(scrub).toHaveBeenCalledTimes(1);
  expect(store.isScrubDue()).toBe(false);
  // The former content of a changed document is in the write-ahead log, too.
  await attempts.update({ userId: 'ann', _id: later._id }, { set: { answer: 'other' } });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(scrub).toHaveBeenCalledTimes(2);
  stop();
  await store.close();
});
