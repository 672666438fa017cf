import { createStudyFake, creation } from '../testing.ts';
import { rebuildSchedules } from './rebuildSchedules.ts';
import { reviewItemsCollection, reviewsCollection } from './reviewCollections.ts';

const ada = 'u1';

const setUp = async (count: number) => {
  const study = createStudyFake();
  study.isPremium = true;
  const cards = Array.from({ length: count }, (_, index) => ({ front: `Front ${index}`, back: 'Back' }));
  const deck = await study.decks.createOwn(ada, { title: 'Valves', cards }, creation());
  const answer = (itemId: string, answeredAt?: string) =>
    study.reviews.create(ada, { itemId, kind: 'card', rating: 'easy', ...(answeredAt && { answeredAt }) }, creation());
  const items = study.store.collection(reviewItemsCollection);
  const dueOf = async () => (await items.find('_id')).map(({ due }) => due.slice(0, 10));
  return { study, ids: deck.cards.map(({ _id }) => _id), answer, items, dueOf, log: study.store.collection(reviewsCollection) };
};

it('puts items that are learned on one day on the days that their interval allows, about as many on each', async () => {
  const { ids, answer, dueOf } = await setUp(30);
  for (const id of ids) await answer(id);
  const perDay = [...Map.groupBy(await dueOf(), (date) => date).values()].map(({ length }) => length);
  expect(perDay.length).toBeGreaterThanOrEqual(4);
  expect(Math.max(...perDay) - Math.min(...perDay)).toBeLessThanOrEqual(1);
});

it('is kept with the review, so that the schedule can be worked out again', async () => {
  const { study, ids, answer, items, dueOf } = await setUp(10);
  for (const id of ids) await answer(id);
  const before = await dueOf();
  for (const id of ids) await items.update({ userId: ada, _id: id }, { set: { due: '2020-01-01T00:00:00.000Z' } });
  expect(await rebuildSchedules(study.store, () => study.now)).toEqual({ items: 10, changed: 10 });
  expect(await dueOf()).toEqual(before);
});

it('leaves alone reviews that come late, which give the same end in any order', async () => {
  const { ids, answer, log } = await setUp(3);
  const [first = '', second = ''] = ids;
  await answer(first, '2026-03-01T10:00:00Z');
  await answer(second);
  await answer(second, '2026-03-04T10:00:00Z');
  expect((await log.find('_id')).map(({ spread }) => spread)).toEqual([undefined, expect.any(Number), undefined]);
});
