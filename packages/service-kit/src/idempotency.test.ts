import { memoryStore } from '@lectern/document-store/testing';
import { holder } from './holder.ts';
import { createIdempotency, idempotencyCollection } from './idempotency.ts';

const clock = () => new Date('2026-03-05T10:00:00Z');
const request = { key: 'k1', scope: 'createFolder', userId: 'u1', bodyHash: 'h1' };
const make = () => {
  const store = memoryStore([idempotencyCollection]);
  return { store, idempotency: createIdempotency(store, clock) };
};

describe('idempotency', () => {
  it('gives the first answer again, also to one that comes while the first is under way', async () => {
    const { idempotency } = make();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await Promise.resolve();
      return { made: runs };
    };
    const [first, second] = await Promise.all([idempotency.run(request, work), idempotency.run(request, work)]);
    expect([first, second, await idempotency.run(request, work)]).toEqual([{ made: 1 }, { made: 1 }, { made: 1 }]);
  });

  it('refuses another body under the same key', async () => {
    const { idempotency } = make();
    await idempotency.run(request, async () => 1);
    await expect(idempotency.run({ ...request, bodyHash: 'h2' }, async () => 2)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('keeps keys of two learners and two calls apart', async () => {
    const { idempotency } = make();
    await idempotency.run(request, async () => 1);
    expect(await idempotency.run({ ...request, userId: 'u2', bodyHash: 'h2' }, async () => 2)).toBe(2);
    expect(await idempotency.run({ ...request, scope: 'createDeck', bodyHash: 'h2' }, async () => 3)).toBe(3);
  });

  it('forgets a failed try', async () => {
    const { idempotency } = make();
    await expect(
      idempotency.run(request, async () => {
        throw new Error('lost');
      }),
    ).rejects.toThrow('lost');
    expect(await idempotency.run(request, async () => 'made')).toBe('made');
  });

  it('goes on under the same id where a process died in the middle', async () => {
    const { store, idempotency } = make();
    let first = '';
    void idempotency.run(request, ({ newId }) => {
      first = newId;
      return new Promise(() => undefined);
    });
    const attempts = store.collection(idempotencyCollection);
    let attempt = (await attempts.find('byUser', { equals: { userId: 'u1' } }))[0];
    while (!attempt || !first) attempt = (await attempts.find('byUser', { equals: { userId: 'u1' } }))[0];
    await attempts.update(attempt._id, { set: { holder: holder.split('/').with(1, '999999999').join('/') } });
    const answer = await createIdempotency(store, clock).run(request, async (creation) => creation);
    expect(answer).toEqual({ newId: first, resumed: true });
  });
});
