import * as z from 'zod/mini';
import { coalesceReads, defineCollection, readTogether } from './index.ts';
import { countingStore, flakyStore, memoryStore } from './testing/index.ts';

const things = defineCollection({ name: 'things', schema: z.object({ _id: z.string(), size: z.number() }) });
const others = defineCollection({ name: 'others', schema: z.object({ _id: z.string() }) });

const make = () => {
  const flaky = flakyStore(memoryStore([things, others]));
  const counting = countingStore(flaky);
  const store = coalesceReads(counting);
  return { flaky, requestsOf: counting.requestsOf, things: store.collection(things), others: store.collection(others) };
};

describe('coalesceReads', () => {
  it('sends the reads of one turn together, and later ones in a later request', async () => {
    const { requestsOf, ...store } = make();
    await store.things.insert({ _id: 'a', size: 1 });
    let found: unknown;
    const requests = await requestsOf(async () => {
      found = await readTogether('ann', () =>
        Promise.all([
          store.things.get('a'),
          Promise.resolve().then(() => store.others.find('_id')),
          store.things.count('_id', { _id: 'a' }).then((count) => store.things.getMany(count > 0 ? ['a'] : [])),
        ]),
      );
    });
    expect(found).toEqual([{ _id: 'a', size: 1 }, [], [{ _id: 'a', size: 1 }]]);
    expect(requests).toEqual(['read things.get, things.count, others.find', 'things.getMany']);
  });

  it('does not join the reads of others', async () => {
    const { requestsOf, ...store } = make();
    const requests = await requestsOf(() =>
      Promise.all([
        store.things.get('a'),
        readTogether('ann', () => store.things.get('b')),
        readTogether('ben', () => store.things.get('c')),
      ]),
    );
    expect(requests).toEqual(['things.get', 'things.get', 'things.get']);
  });

  it('joins the reads of calls of one learner, also those that come while a request runs', async () => {
    const { requestsOf, ...store } = make();
    const requests = await requestsOf(() =>
      Promise.all([
        readTogether('ann', () => store.things.get('a').then(() => store.things.get('b'))),
        readTogether('ann', () => store.others.get('a').then(() => store.others.get('b'))),
      ]),
    );
    expect(requests).toEqual(['read things.get, others.get', 'read things.get, others.get']);
  });

  it('divides many reads', async () => {
    const { requestsOf, ...store } = make();
    const readMany = () => readTogether('ann', () => Promise.all(Array.from({ length: 600 }, (_, index) => store.things.get(`${index}`))));
    expect(await requestsOf(readMany)).toHaveLength(3);
  });

  it('fails the reads of a failed request, and only the invalid one of others', async () => {
    const { flaky, ...store } = make();
    const readBoth = (_id: string) => readTogether('ann', () => Promise.allSettled([store.things.get(_id), store.others.get('b')]));
    expect(await readBoth('')).toMatchObject([{ status: 'rejected', reason: { name: 'StoreUsageError' } }, { status: 'fulfilled' }]);
    flaky.failAt(1);
    const failed = { status: 'rejected', reason: { name: 'StoreUnavailableError' } };
    expect(await readBoth('a')).toMatchObject([failed, failed]);
    expect(await readBoth('a')).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  });
});
