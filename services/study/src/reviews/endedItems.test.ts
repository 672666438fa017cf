import { DomainError } from '@lectern/service-kit';
import { collectionsOf, type DocumentStore } from '@lectern/document-store';
import type { ReviewRating } from '@lectern/contracts';
import { createStudyFake, creation } from '../testing.ts';
import { readHistories } from '../parameters/histories.ts';
import { collections } from '../store.ts';
import { endItemsOf } from './endItems.ts';
import { endedItemsCollection, reviewItemsCollection, reviewsCollection } from './reviewCollections.ts';
import { reviewDaysCollection } from './reviewFigures.ts';

const ada = 'u1';
const dayMs = 86_400_000;
const firstDay = Date.parse('2026-03-05T10:00:00Z');

/** A deck of six cards and a quiz with two missed questions, reviewed on five days in a row. */
const setUp = async () => {
  const study = createStudyFake();
  study.isPremium = true;
  const cards = Array.from({ length: 6 }, (_, index) => ({ front: `Secret front ${index}`, back: 'Secret back' }));
  const deck = await study.decks.createOwn(ada, { title: 'Valves', cards }, creation());
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  await study.quizzes.submit(ada, quiz._id, { answers: quiz.questions.map(() => 'wrong') }, creation());
  const review = (itemId: string, kind: 'card' | 'question', rating: ReviewRating) =>
    study.reviews.create(ada, { itemId, kind, rating }, creation());
  for (let day = 0; day < 5; day += 1) {
    study.now = new Date(firstDay + day * dayMs);
    for (const [index, { _id }] of deck.cards.entries())
      if (index <= day + 1) await review(_id, 'card', index % 3 === day % 3 ? 'again' : 'good');
    for (const { _id } of quiz.questions.slice(0, 2)) await review(_id, 'question', day % 2 === 0 ? 'again' : 'good');
  }
  const days = study.store.collection(reviewDaysCollection);
  /** What was done, counted anew. */
  const history = async () => {
    for (const { _id } of await days.find('_id')) await days.delete({ userId: ada, _id });
    const { reviewedToday, retention30d, streakDays } = await study.reviews.getSummary(ada);
    const year = await study.reviews.getYear(ada);
    return { reviewedToday, retention30d, streakDays, year: year.filter(({ reviews }) => reviews > 0) };
  };
  return { study, deck, quiz, review, history };
};

/** A store whose process ends before its write number `writes`, counted from 0. */
const endingAt = (store: DocumentStore, writes: number): DocumentStore => {
  let left = writes;
  const counted = new Set<string | symbol>(['insert', 'update', 'upsert', 'delete', 'deleteWhere']);
  const ending = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name) {
        const value: unknown = Reflect.get(from, name);
        if (typeof value !== 'function') return value;
        if (name === 'collection') return (definition: unknown) => ending(value.call(from, definition) as object);
        return async (...given: unknown[]): Promise<unknown> => {
          if (counted.has(name) && left-- <= 0) throw new Error('The process has ended.');
          return value.apply(from, given) as unknown;
        };
      },
    });
  return ending(store);
};

describe('what was done stays in the calendar, in the figures of today, in the streak and in retention', () => {
  it('after cards, questions, decks and quizzes are deleted, and after a quiz is generated anew', async () => {
    const { study, deck, quiz, history } = await setUp();
    const before = await history();
    expect(before).toMatchObject({ reviewedToday: 8, streakDays: 5, retention30d: expect.closeTo(0.545, 3) });
    await study.decks.removeCard(ada, deck._id, deck.cards[0]!._id);
    expect(await history()).toEqual(before);
    await study.quizzes.removeQuestion(ada, quiz._id, quiz.questions[0]!._id);
    expect(await history()).toEqual(before);
    await study.quizzes.regenerate(ada, quiz._id, { studyMaterialId: 'm1' }, creation(), 'r1');
    expect(await history()).toEqual(before);
    await study.decks.update(ada, deck._id, { cards: [{ front: 'Another', back: 'One' }] });
    expect(await history()).toEqual(before);
    await study.decks.remove(ada, deck._id);
    await study.quizzes.remove(ada, quiz._id);
    expect(await history()).toEqual(before);
    study.now = new Date(firstDay + 5 * dayMs);
    expect(await history()).toMatchObject({ reviewedToday: 0, streakDays: 5, retention30d: before.retention30d, year: before.year });
  });

  it('after a deletion that a crash cut off before any of its writes, and when it is repeated', async () => {
    for (let writes = 0; writes < 20; writes += 1) {
      const { study, deck, history } = await setUp();
      const before = await history();
      const cutOff = endItemsOf({ ...study.study, store: collectionsOf(endingAt(study.store, writes), collections) }, ada, deck._id);
      const hasEnded = await cutOff.then(
        () => false,
        () => true,
      );
      expect(await history()).toEqual(before);
      for (let times = 0; times < 2; times += 1) {
        await endItemsOf(study.study, ada, deck._id);
        expect(await history()).toEqual(before);
      }
      if (!hasEnded) {
        expect(writes).toBeGreaterThan(6);
        return;
      }
    }
    throw new Error('The deletion has too many writes.');
  });

  it('after an undo that was cut off before its card was deleted', async () => {
    const { study, deck, review, history } = await setUp();
    const before = await history();
    const { _id } = deck.cards[0]!;
    const made = await review(_id, 'card', 'good');
    const items = study.store.collection(reviewItemsCollection);
    const pending = { _id: `undo-${made._id}`, since: study.now.toISOString() };
    await items.update({ userId: ada, _id }, { append: { pending }, set: { isBehind: true }, increment: { revision: 1 } });
    await study.store.collection(reviewsCollection).delete({ userId: ada, _id: made._id });
    await study.decks.removeCard(ada, deck._id, _id);
    expect(await history()).toEqual(before);
    await expect(study.reviews.undo(ada, made._id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a deleted card', () => {
  it('is not shown, not asked and cannot be undone; what is kept of it says nothing about its content', async () => {
    const { study, deck, review, history } = await setUp();
    const { _id } = deck.cards[0]!;
    const { _id: reviewId } = await review(_id, 'card', 'again');
    const before = await history();
    await study.decks.remove(ada, deck._id);
    await expect(study.reviews.undo(ada, reviewId)).rejects.toBeInstanceOf(DomainError);
    await expect(study.reviews.getItem(ada, 'card', _id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await study.reviews.listItems(ada, { list: 'hardest' })).items.map(({ kind }) => kind)).not.toContain('card');
    expect((await study.reviews.listQueue(ada, {})).map(({ kind }) => kind)).not.toContain('card');
    expect(await history()).toEqual(before);
    const kept = [
      await study.store.collection(reviewsCollection).find('byItem', { equals: { userId: ada, itemId: _id } }),
      await study.store.collection(endedItemsCollection).find('_id'),
    ];
    expect(JSON.stringify(kept)).not.toMatch(/secret|valves/i);
    expect(JSON.stringify(kept)).not.toContain(deck._id);
  });

  it('leaves no more room under the limits of its day', async () => {
    const { study, deck } = await setUp();
    await study.reviews.updateSettings(ada, { newPerDay: 1 });
    const cards = [1, 2, 3].map((name) => ({ front: `Front ${name}`, back: 'Back' }));
    await study.decks.createOwn(ada, { title: 'More', cards }, creation());
    const freshOf = async () =>
      (await study.reviews.listQueue(ada, {})).filter(({ state }) => state === 'new').filter(({ kind }) => kind === 'card').length;
    // One card was met today.
    expect(await freshOf()).toBe(0);
    await study.decks.remove(ada, deck._id);
    expect(await freshOf()).toBe(0);
  });

  it('stays in the export of the account and in the fit of parameters', async () => {
    const { study, deck } = await setUp();
    const read = async () => {
      const { histories, count } = await readHistories(study.study, ada, new AbortController().signal);
      return { count, histories: histories.map((history) => JSON.stringify(history)).sort() };
    };
    const before = await read();
    await study.decks.remove(ada, deck._id);
    expect(await read()).toEqual(before);
    const ended = [];
    for await (const item of study.reviews.eachEndedItem(ada)) ended.push(item);
    expect(ended.map(({ itemId }) => itemId).sort()).toEqual(deck.cards.map(({ _id }) => _id).sort());
    expect(ended.flatMap(({ reviews }) => reviews)).toHaveLength(2 + 3 + 4 + 5 + 6);
  });
});

it('an import that does not finish leaves no reviews', async () => {
  const { study, history } = await setUp();
  const before = await history();
  const deck = await study.decks.get(ada, (await study.decks.list(ada, {})).items[0]!._id);
  const unstored = { ...deck, _id: 'unstored', userId: ada, studyMaterialId: '', cards: [{ _id: 'c1', front: 'a', back: 'b' }] };
  const reviews = [{ answeredAt: new Date(firstDay), rating: 'good' as const, durationMs: 1 }];
  await study.reviews.storeHistories(unstored as never, [{ cardId: 'c1', isSuspended: false, schedule: undefined, reviews }]);
  expect(await study.store.collection(reviewsCollection).count('byItem', { userId: ada, itemId: 'c1' })).toBe(1);
  study.now = new Date(study.now.getTime() + 61_000);
  await study.reviews.listQueue(ada, {});
  expect(await study.store.collection(reviewsCollection).count('byItem', { userId: ada, itemId: 'c1' })).toBe(0);
  expect(await history()).toEqual(before);
});
