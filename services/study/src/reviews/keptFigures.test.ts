import type { ReviewRating } from '@lectern/contracts';
import { decksCollection } from '../store.ts';
import { createStudyFake, creation } from '../testing.ts';
import { randomFrom } from '@lectern/contracts';
import { reviewItemsCollection } from './reviewCollections.ts';
import { knownDecksCollection, reviewDaysCollection, reviewLearnersCollection } from './reviewFigures.ts';

const ada = 'u1';
const dayMs = 86_400_000;

const setUp = () => {
  const study = createStudyFake();
  study.isPremium = true;
  return {
    study,
    items: study.store.collection(reviewItemsCollection),
    known: study.store.collection(knownDecksCollection),
    days: study.store.collection(reviewDaysCollection),
    learners: study.store.collection(reviewLearnersCollection),
    decks: study.store.collection(decksCollection),
    deckOf: (count: number) =>
      study.decks.createOwn(
        ada,
        { title: 'Valves', cards: Array.from({ length: count }, (_, index) => ({ front: `Front ${index}`, back: 'Back' })) },
        creation(),
      ),
  };
};

describe('cards', () => {
  it('are items with their content when the deck is stored, and follow its changes', async () => {
    const { study, items, deckOf, known } = setUp();
    const deck = await deckOf(3);
    const stored = async () => (await items.find('byParent', { equals: { userId: ada, parentId: deck._id } })).map((item) => item.content);
    expect(await stored()).toEqual([0, 1, 2].map((index) => ({ front: `Front ${index}`, back: 'Back' })));
    await study.decks.updateCard(ada, deck._id, deck.cards[1]!._id, { front: 'Better', back: 'Best' });
    await study.decks.removeCard(ada, deck._id, deck.cards[0]!._id);
    await study.decks.addCard(ada, deck._id, { front: 'More', back: 'Of it' }, creation());
    expect((await stored()).map((content) => content?.front)).toEqual(['Better', 'Front 2', 'More']);
    await study.decks.update(ada, deck._id, { title: 'Heart valves' });
    const [queued] = await study.reviews.listQueue(ada, {});
    expect(queued).toMatchObject({ title: 'Heart valves', front: 'Better', back: 'Best' });
    expect(await known.get({ userId: ada, _id: deck._id })).toMatchObject({ isBehind: false, title: 'Heart valves' });
    await study.decks.remove(ada, deck._id);
    expect([await items.find('_id'), await known.find('_id')]).toEqual([[], []]);
  });

  it('of a deck whose change was cut off follow it at the next queue, and one that never came is forgotten', async () => {
    const { study, items, deckOf, known, decks } = setUp();
    const deck = await deckOf(2);
    await study.reviews.announceCards(ada, deck._id);
    await study.reviews.announceCards(ada, 'never-stored');
    // As if the process had ended after the deck was written.
    const { cards } = (await decks.get({ userId: ada, _id: deck._id }))!;
    await decks.update(
      { userId: ada, _id: deck._id },
      {
        set: { cards: [{ _id: 'new-card', front: 'a', back: 'b' }, ...cards.slice(1)] },
        increment: { revision: 1 },
      },
    );
    expect((await study.reviews.listQueue(ada, {})).map(({ itemId }) => itemId).sort()).toEqual([cards[1]!._id, 'new-card'].sort());
    expect((await items.find('_id')).map(({ _id }) => _id).sort()).toEqual([cards[1]!._id, 'new-card'].sort());
    expect(await known.get({ userId: ada, _id: 'never-stored' })).toMatchObject({ isBehind: true });
    study.now = new Date(study.now.getTime() + 61_000);
    await study.reviews.listQueue(ada, {});
    expect(await known.get({ userId: ada, _id: 'never-stored' })).toBeUndefined();
    expect(await known.get({ userId: ada, _id: deck._id })).toMatchObject({ isBehind: false });
  });

  it('of decks from before they were announced become items at the first queue', async () => {
    const { study, items, deckOf, known, learners, decks } = setUp();
    const deck = await deckOf(2);
    const stored = (await decks.get({ userId: ada, _id: deck._id }))!;
    await known.delete({ userId: ada, _id: deck._id });
    await learners.delete({ userId: ada, _id: ada });
    for (const { _id } of stored.cards) await items.delete({ userId: ada, _id });
    const [first] = stored.cards;
    expect(await study.reviews.create(ada, { itemId: first!._id, kind: 'card', rating: 'good' }, creation())).toMatchObject({
      rating: 'good',
    });
    expect(await study.reviews.listQueue(ada, {})).toHaveLength(2);
    expect((await study.reviews.getSummary(ada)).decks).toMatchObject([{ deckId: deck._id, title: 'Valves' }]);
  });

  it('come from the first 1,000 new ones that are no siblings, however many are', async () => {
    const { study, items, deckOf } = setUp();
    const { cards } = await deckOf(200);
    for (const { _id } of cards.slice(0, 190)) await items.update({ userId: ada, _id }, { set: { passage: 'the same' } });
    expect(await study.reviews.listQueue(ada, { limit: 100 })).toHaveLength(11);
  });
});

it('are the same as if they were counted anew, after any reviews, undone and late ones, and changes', async () => {
  const { study, deckOf, days, learners, known } = setUp();
  const random = randomFrom(17);
  const decks = [await deckOf(6), await deckOf(4)];
  const ids = decks.flatMap(({ cards }) => cards.map(({ _id }) => _id));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const ratings: readonly ReviewRating[] = ['again', 'hard', 'good', 'good', 'easy'];
  const made: string[] = [];
  /** Another review of the item may be newer by now, or there is none. */
  const undo = async (reviewId: string): Promise<void> => {
    try {
      await study.reviews.undo(ada, reviewId);
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:conflict|not_found)$/) });
    }
  };
  const act = async (): Promise<unknown> => {
    const [itemId, dice] = [pick(ids), random()];
    if (dice < 0.7) {
      const late = random() < 0.3 ? { answeredAt: new Date(study.now.getTime() - random() * 20 * dayMs).toISOString() } : {};
      const review = await study.reviews.create(ada, { itemId, kind: 'card', rating: pick(ratings), ...late }, creation());
      return made.push(review._id);
    }
    if (dice < 0.85) return undo(made.pop() ?? '');
    if (dice < 0.9) return study.reviews.updateItem(ada, 'card', itemId, { due: null });
    if (dice < 0.95) return study.reviews.updateItem(ada, 'card', itemId, { suspended: random() < 0.5 });
    return study.decks.updateCard(ada, decks.find(({ cards }) => cards.some(({ _id }) => _id === itemId))!._id, itemId, {
      front: 'a',
      back: 'b',
    });
  };
  let compared = 0;
  for (let day = 0; day < 45; day += 1) {
    study.now = new Date(Date.parse('2026-03-05T10:00:00Z') + day * dayMs);
    for (let step = Math.floor(random() * 6); step > 0; step -= 1) await act();
    const kept = await study.reviews.getSummary(ada);
    for (const { _id } of await days.find('_id', { limit: 1000 })) await days.delete({ userId: ada, _id });
    for (const { _id } of await known.find('_id')) await known.update({ userId: ada, _id }, { increment: { version: 1 } });
    await learners.update({ userId: ada, _id: ada }, { increment: { version: 1 } });
    const counted = await study.reviews.getSummary(ada);
    expect(kept).toEqual(counted);
    compared += counted.retention30d === null ? 0 : 1;
  }
  expect(compared).toBeGreaterThan(20);
});

it('are the same as if they were counted anew, after reviews and summaries at the same time', async () => {
  const { study, deckOf, known } = setUp();
  const random = randomFrom(23);
  const ids = (await deckOf(12)).cards.map(({ _id }) => _id);
  const answer = async (): Promise<void> => {
    const itemId = ids[Math.floor(random() * ids.length)] ?? '';
    // Other calls go on between this one's steps, at another step each time.
    for (let turn = Math.floor(random() * 40); turn > 0; turn -= 1) await Promise.resolve();
    await study.reviews.create(ada, { itemId, kind: 'card', rating: random() < 0.3 ? 'again' : 'good' }, creation());
  };
  const look = async (): Promise<void> => {
    for (let turn = Math.floor(random() * 200); turn > 0; turn -= 1) await Promise.resolve();
    await study.reviews.getSummary(ada);
  };
  let kept = 0;
  for (let round = 0; round < 60; round += 1) {
    study.now = new Date(Date.parse('2026-03-05T10:00:00Z') + round * 3_600_000 * 5);
    await study.reviews.getSummary(ada);
    const [before] = await known.find('_id');
    // Half of the time the figures are out of date, so that they are counted while reviews change them.
    if (round % 2 === 0) await known.update({ userId: ada, _id: before?._id ?? '' }, { increment: { version: 1 } });
    await Promise.all([answer(), answer(), answer(), look(), look(), look()]);
    const [deck] = await known.find('_id');
    kept += deck?.todayFigures?.version === deck?.version ? 1 : 0;
    const shown = await study.reviews.getSummary(ada);
    await known.update({ userId: ada, _id: deck?._id ?? '' }, { increment: { version: 1 } });
    expect(shown.decks).toEqual((await study.reviews.getSummary(ada)).decks);
  }
  // What is compared are figures that reviews have changed, not ones that were counted just now.
  expect(kept).toBeGreaterThan(20);
});

it('of a deck are not kept while a review of one of its cards is under way', async () => {
  const { study, deckOf, known, items } = setUp();
  const { _id: deckId, cards } = await deckOf(2);
  const isKept = async () => {
    const deck = await known.get({ userId: ada, _id: deckId });
    return deck?.todayFigures?.version === deck?.version;
  };
  await study.reviews.getSummary(ada);
  expect(await isKept()).toBe(true);
  await known.update({ userId: ada, _id: deckId }, { increment: { version: 1 } });
  const pending = [{ _id: 'a-review', since: study.now.toISOString() }];
  await items.update({ userId: ada, _id: cards[0]!._id }, { set: { isBehind: true, pending } });
  expect((await study.reviews.getSummary(ada)).decks).toMatchObject([{ new: 2, known: 0 }]);
  expect(await isKept()).toBe(false);
  study.now = new Date(study.now.getTime() + 61_000);
  await study.reviews.getSummary(ada);
  expect(await isKept()).toBe(true);
});
