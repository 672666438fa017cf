import type { AuthContext } from '../AuthContext.ts';
import { authOn } from '../testing/authOn.ts';
import { revocationsAfter } from './revocations.ts';
import { beginSession, endSession } from './sessions.ts';

const everything = async (auth: AuthContext, after?: string) =>
  (await revocationsAfter(auth, after)).sessions.map(({ sessionId }) => sessionId);

describe('the feed of ended sessions', () => {
  it('appends a session that ends after the clock was set back', async () => {
    const { auth, time } = authOn();
    const first = (await beginSession(auth, 'u1')).sessionId;
    await endSession(auth, 'u1', first);
    const read = (await revocationsAfter(auth, undefined)).sessions.at(-1)?._id;
    time.now = new Date(time.now.getTime() - 3_600_000);
    const second = (await beginSession(auth, 'u1')).sessionId;
    await endSession(auth, 'u1', second);
    expect(await everything(auth, read)).toEqual([second]);
    expect(await everything(auth)).toEqual([first, second]);
  });

  it('gives entries of two processes with different clocks different sequence numbers', async () => {
    const { auth: one, time } = authOn();
    const late = new Date(time.now.getTime() - 30_000);
    const two = { ...one, clock: () => late };
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await beginSession(index % 2 ? one : two, 'u1')).sessionId),
    );
    await Promise.all(ids.map((id, index) => endSession(index % 2 ? one : two, 'u1', id)));
    const { sessions, latest } = await revocationsAfter(one, undefined);
    expect(sessions.map(({ _id }) => _id)).toEqual(Array.from({ length: 20 }, (_, index) => `s${String(index + 1).padStart(15, '0')}`));
    expect(new Set(sessions.map(({ sessionId }) => sessionId))).toEqual(new Set(ids));
    expect(latest).toBe(sessions.at(-1)?._id);
  });

  it('continues the numbers when all entries have expired', async () => {
    const { auth, time, documents } = authOn();
    await endSession(auth, 'u1', (await beginSession(auth, 'u1')).sessionId);
    time.now = new Date(time.now.getTime() + 31 * 24 * 3_600_000);
    await documents.purgeExpired(time.now);
    const next = (await beginSession(auth, 'u1')).sessionId;
    await endSession(auth, 'u1', next);
    expect((await revocationsAfter(auth, 's000000000000001')).sessions).toEqual([{ _id: 's000000000000002', sessionId: next }]);
  });

  it('continues after a crash before the number was stored', async () => {
    const { auth } = authOn();
    await auth.store.revocations.insert({ _id: 's000000000000007', sessionId: 'x', expiresAt: '2027-01-01T00:00:00.000Z' });
    await endSession(auth, 'u1', (await beginSession(auth, 'u1')).sessionId);
    expect((await revocationsAfter(auth, 's000000000000007')).sessions).toMatchObject([{ _id: 's000000000000008' }]);
  });

  it('sorts entries of earlier versions first', async () => {
    const { auth } = authOn();
    const old = '0195649a-0000-7000-8000-000000000001';
    await auth.store.revocations.insert({ _id: old, sessionId: 'old', expiresAt: '2027-01-01T00:00:00.000Z' });
    const ended = (await beginSession(auth, 'u1')).sessionId;
    await endSession(auth, 'u1', ended);
    expect(await everything(auth)).toEqual(['old', ended]);
    expect(await everything(auth, old)).toEqual([ended]);
  });
});
