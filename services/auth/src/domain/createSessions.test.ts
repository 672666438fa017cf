import { memoryStore } from '@lectern/document-store/testing';
import { feedPlacesCollection, revocationsCollection, sessionsCollection } from '../store.ts';
import { createSessions } from './createSessions.ts';

const collections = [sessionsCollection, revocationsCollection, feedPlacesCollection] as const;
const secret = 'a secret of sixteen characters or more';
const start = (now = { at: new Date('2026-03-05T10:00:00Z') }, store = memoryStore(collections)) => ({
  store,
  now,
  sessions: createSessions(store, secret, () => now.at),
});
const everything = async (sessions: ReturnType<typeof createSessions>, after?: string) =>
  (await sessions.revocationsAfter(after)).sessions.map(({ sessionId }) => sessionId);

describe('the feed of ended sessions', () => {
  it('appends a session that ends after the clock was set back', async () => {
    const { sessions, now, store } = start();
    const first = (await sessions.start('u1')).sessionId;
    await sessions.endOne('u1', first);
    const read = (await sessions.revocationsAfter(undefined)).sessions.at(-1)?._id;
    now.at = new Date(now.at.getTime() - 3_600_000);
    const restarted = createSessions(store, secret, () => now.at);
    const second = (await restarted.start('u1')).sessionId;
    await restarted.endOne('u1', second);
    expect(await everything(restarted, read)).toEqual([second]);
    expect(await everything(restarted)).toEqual([first, second]);
  });

  it('gives entries of two processes with different clocks different sequence numbers', async () => {
    const one = start();
    const two = start({ at: new Date(one.now.at.getTime() - 30_000) }, one.store);
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await (index % 2 ? one : two).sessions.start('u1')).sessionId),
    );
    await Promise.all(ids.map((id, index) => (index % 2 ? one : two).sessions.endOne('u1', id)));
    const { sessions, latest } = await one.sessions.revocationsAfter(undefined);
    expect(sessions.map(({ _id }) => _id)).toEqual(Array.from({ length: 20 }, (_, index) => `s${String(index + 1).padStart(15, '0')}`));
    expect(new Set(sessions.map(({ sessionId }) => sessionId))).toEqual(new Set(ids));
    expect(latest).toBe(sessions.at(-1)?._id);
  });

  it('continues the numbers when all entries have expired', async () => {
    const { sessions, now, store } = start();
    await sessions.endOne('u1', (await sessions.start('u1')).sessionId);
    now.at = new Date(now.at.getTime() + 31 * 24 * 3_600_000);
    await store.purgeExpired(now.at);
    const next = (await sessions.start('u1')).sessionId;
    await sessions.endOne('u1', next);
    expect((await sessions.revocationsAfter('s000000000000001')).sessions).toEqual([{ _id: 's000000000000002', sessionId: next }]);
  });

  it('continues after a crash before the number was stored', async () => {
    const { sessions, store } = start();
    await store
      .collection(revocationsCollection)
      .insert({ _id: 's000000000000007', sessionId: 'x', expiresAt: '2027-01-01T00:00:00.000Z' });
    await sessions.endOne('u1', (await sessions.start('u1')).sessionId);
    expect((await sessions.revocationsAfter('s000000000000007')).sessions).toMatchObject([{ _id: 's000000000000008' }]);
  });

  it('sorts entries of earlier versions first', async () => {
    const { sessions, store } = start();
    const old = '0195649a-0000-7000-8000-000000000001';
    await store.collection(revocationsCollection).insert({ _id: old, sessionId: 'old', expiresAt: '2027-01-01T00:00:00.000Z' });
    const ended = (await sessions.start('u1')).sessionId;
    await sessions.endOne('u1', ended);
    expect(await everything(sessions)).toEqual(['old', ended]);
    expect(await everything(sessions, old)).toEqual([ended]);
  });
});
