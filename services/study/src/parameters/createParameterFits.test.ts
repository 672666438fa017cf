import { createStudyFake, creation } from '../testing.ts';
import { parametersCollection, reviewItemsCollection } from '../reviews/reviewCollections.ts';
import { rebuildSchedules } from '../reviews/rebuildSchedules.ts';
import { fitBounds } from './packedHistories.ts';
import { fitInProcess, type FitProcess } from './fitInProcess.ts';
import { defaultWeights } from './predictionLoss.ts';

const ada = 'u1';
const dayMs = 86_400_000;
const better = { weights: defaultWeights.map((weight) => weight * 0.9), lossOfDefault: 0.4, lossOfOwn: 0.3 };

/** Forty cards with ten reviews each, or as many as asked for. */
const setUp = async (reviewsEach = 10) => {
  const study = createStudyFake();
  study.isPremium = true;
  const cards = Array.from({ length: 40 }, (_, index) => ({ front: `Front ${index}`, back: 'Back' }));
  const deck = await study.decks.createOwn(ada, { title: 'Valves', cards }, creation());
  for (const { _id } of deck.cards)
    for (let number = 0; number < reviewsEach; number += 1) {
      const answeredAt = new Date(study.now.getTime() - (reviewsEach - number) * 3 * dayMs).toISOString();
      await study.reviews.create(ada, { itemId: _id, kind: 'card', rating: 'good', answeredAt }, creation());
    }
  const queue = async () => {
    await study.reviews.listQueue(ada, {});
    await study.reviews.fits.idle();
  };
  const items = study.store.collection(reviewItemsCollection);
  const stabilities = async () => (await items.find('_id')).map(({ stability }) => stability);
  return { study, queue, stabilities, items, parameters: study.store.collection(parametersCollection) };
};

it('fits from 400 reviews on, once a day, on whole histories', async () => {
  const { study, queue } = await setUp();
  await queue();
  expect(study.fitted).toHaveLength(1);
  expect(study.fitted[0]).toHaveLength(40);
  expect(study.fitted[0]?.[0]?.reviews.map(({ day }) => day)).toEqual(Array.from({ length: 10 }, (_, index) => 20_517 - 30 + index * 3));
  await queue();
  expect(study.fitted).toHaveLength(1);
  study.now = new Date(study.now.getTime() + dayMs);
  await queue();
  expect(study.fitted).toHaveLength(2);
  const few = await setUp(9);
  await few.queue();
  expect(few.study.fitted).toHaveLength(0);
});

it('keeps parameters that predict better, and works out all schedules again; else the default ones stay', async () => {
  const { study, queue, stabilities } = await setUp();
  const before = await stabilities();
  study.fit = { ...better, lossOfOwn: 0.5 };
  await queue();
  expect(await stabilities()).toEqual(before);
  expect(await study.reviews.getSettings(ada)).toMatchObject({
    parameters: { areOwn: false, reviews: 400, lossOfDefault: 0.4, lossOfOwn: 0.5, fittedAt: study.now.toISOString() },
  });
  study.now = new Date(study.now.getTime() + dayMs);
  study.fit = better;
  await queue();
  expect(await stabilities()).not.toEqual(before);
  expect(await study.reviews.getSettings(ada)).toMatchObject({ parameters: { areOwn: true, lossOfOwn: 0.3 }, newPerDay: 20 });
  expect(await rebuildSchedules(study.store, () => study.now)).toEqual({ items: 40, changed: 0 });
  study.now = new Date(study.now.getTime() + dayMs);
  study.fit = { ...better, lossOfOwn: 0.6 };
  await queue();
  expect(await stabilities()).toEqual(before);
});

it('goes on after a crash, and is logged when it fails', async () => {
  const { study, queue, stabilities, parameters } = await setUp();
  await queue();
  const before = await stabilities();
  await parameters.update({ userId: ada, _id: ada }, { set: { weights: better.weights, isApplied: false } });
  await queue();
  expect(await stabilities()).not.toEqual(before);
  expect(await parameters.get({ userId: ada, _id: ada })).toMatchObject({ isApplied: true });
  study.now = new Date(study.now.getTime() + dayMs);
  Object.defineProperty(study, 'fit', {
    get: () => {
      throw new Error('No thread.');
    },
  });
  await queue();
  expect(study.logged).toEqual([{ event: 'parameters.failed', error: new Error('No thread.') }]);
  await study.reviews.eraseAll(ada);
  expect(await parameters.find('_id')).toEqual([]);
});

it.each<[string, string, NonNullable<FitProcess['limits']>]>([
  ['memory', 'hungry', { residentBytes: 200_000_000 }],
  ['time', 'endless', { milliseconds: 200 }],
])(
  'ends and logs a fit that passes its limit of %s, and keeps the default parameters',
  async (limit, name, limits) => {
    const { study, queue, stabilities } = await setUp();
    const before = await stabilities();
    const module = new URL(`../../testing/parameters/${name}.process.ts`, `file://${__filename}`);
    Object.defineProperty(study, 'fit', {
      get: () => fitInProcess(study.fitted.at(-1) ?? [], new AbortController().signal, { module, limits }),
    });
    await queue();
    expect(study.logged).toEqual([
      { event: 'parameters.failed', error: new Error(`The process that fits parameters passed its limit of ${limit}.`) },
    ]);
    expect(await stabilities()).toEqual(before);
    expect(await study.reviews.getSettings(ada)).not.toHaveProperty('parameters');
  },
  60_000,
);

it('takes the first reviews of an item, as many as a fit may have', async () => {
  const { study, queue } = await setUp(fitBounds.reviewsPerItem + 6);
  await queue();
  const [histories = []] = study.fitted;
  expect(histories.map(({ reviews }) => reviews.length)).toEqual(Array.from({ length: 40 }, () => fitBounds.reviewsPerItem));
  expect(histories[0]?.reviews[0]?.day).toBe(20_517 - (fitBounds.reviewsPerItem + 6) * 3);
});
