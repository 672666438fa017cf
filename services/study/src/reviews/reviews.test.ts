import type { ReviewRating } from '@lectern/contracts';
import { createStudyFake, creation } from '../testing.ts';
import { rebuildSchedules } from './rebuildSchedules.ts';
import { endedItemsCollection, reviewItemsCollection, reviewsCollection } from './reviewCollections.ts';

const ada = 'u1';
const eve = 'u2';

/** Two cards of the learner's own, on a Thursday at ten. */
const setUp = async (count = 2) => {
  const study = createStudyFake();
  study.isPremium = true;
  const cards = Array.from({ length: count }, (_, index) => ({ front: `Front ${index}`, back: `Back ${index}` }));
  const deck = await study.decks.createOwn(ada, { title: 'Valves', cards }, creation());
  const ids = deck.cards.map(({ _id }) => _id);
  const [first = '', second = ''] = ids;
  const at = (time: string) => {
    study.now = new Date(time);
  };
  const review = (rating: ReviewRating, more: { itemId?: string; answeredAt?: string } = {}, by = creation()) =>
    study.reviews.create(ada, { itemId: first, kind: 'card', rating, ...more }, by);
  const item = (id = first) => study.reviews.getItem(ada, 'card', id);
  const queue = async (query = {}) => (await study.reviews.listQueue(ada, query)).map(({ itemId }) => itemId);
  const items = study.store.collection(reviewItemsCollection);
  const log = study.store.collection(reviewsCollection);
  return { study, deck, ids, first, second, at, review, item, queue, items, log };
};

describe('the queue', () => {
  it('has new cards in the order of their deck, with what is needed to review them', async () => {
    const { study, deck, ids } = await setUp(3);
    const queue = await study.reviews.listQueue(ada, {});
    expect(queue.map(({ itemId }) => itemId)).toEqual(ids);
    expect(queue[0]).toEqual({
      ...{ kind: 'card', itemId: ids[0], parentId: deck._id, title: 'Valves', studyMaterialId: null, state: 'new' },
      ...{ due: '2026-03-05T10:00:00.000Z', front: 'Front 0', back: 'Back 0' },
      preview: {
        again: '2026-03-05T10:01:00.000Z',
        hard: '2026-03-05T10:06:00.000Z',
        good: '2026-03-05T10:10:00.000Z',
        easy: expect.stringMatching(/^2026-03-1\dT04:00:00.000Z$/),
      },
    });
    expect(await study.reviews.listQueue(eve, {})).toEqual([]);
  });

  it('has relearning and learning that is due, then reviews by predicted recall, then new cards, then later steps', async () => {
    const { ids, at, review, queue } = await setUp(6);
    const [strong = '', weak = '', lapsed = '', started = '', later = '', fresh = ''] = ids;
    await review('easy', { itemId: strong });
    await review('good', { itemId: weak });
    await review('good', { itemId: weak });
    await review('easy', { itemId: lapsed });
    at('2026-04-20T09:00:00Z');
    await review('again', { itemId: lapsed });
    await review('again', { itemId: started });
    at('2026-04-20T09:55:00Z');
    await review('good', { itemId: later });
    at('2026-04-20T10:00:00Z');
    expect(await queue()).toEqual([lapsed, started, weak, strong, fresh, later]);
    expect(await queue({ limit: 2 })).toEqual([lapsed, started]);
  });

  it('keeps the daily limits, and begins again when the learner’s day does', async () => {
    const { study, ids, at, review, queue } = await setUp(5);
    const [one = '', two = '', three = ''] = ids;
    await study.reviews.updateSettings(ada, { newPerDay: 2, timeZone: 'Europe/Berlin' });
    expect(await queue()).toEqual([one, two]);
    await review('easy', { itemId: one });
    expect(await queue()).toEqual([two]);
    await review('easy', { itemId: two });
    expect(await queue()).toEqual([]);
    at('2026-03-06T02:59:00Z');
    expect(await queue()).toEqual([]);
    at('2026-03-06T03:00:00Z');
    expect(await queue()).toHaveLength(2);
    at('2026-06-06T03:00:00Z');
    await study.reviews.updateSettings(ada, { newPerDay: 0, reviewsPerDay: 1 });
    const [due = ''] = await queue();
    expect([one, two]).toContain(due);
    await review('good', { itemId: due });
    expect(await queue()).toEqual([]);
    expect(three).not.toBe('');
  });

  it('is of one deck or guide, where that is asked for', async () => {
    const { study, ids, deck, queue } = await setUp();
    const other = await study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
    expect(await queue({ deckId: deck._id })).toEqual(ids);
    expect(await queue({ studyMaterialId: 'm1' })).toEqual(other.cards.slice(0, 20).map(({ _id }) => _id));
    expect(await queue({ studyMaterialId: 'm1', deckId: deck._id })).toEqual([]);
    expect(await queue({ deckId: 'nothing' })).toEqual([]);
  });

  it('shows items of one passage on different days', async () => {
    const { study, at } = await setUp(0);
    const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
    await study.quizzes.submit(ada, quiz._id, { answers: quiz.questions.map(() => 'wrong') }, creation());
    const today = await study.reviews.listQueue(ada, {});
    expect(today).toHaveLength(1);
    await study.reviews.create(ada, { itemId: today[0]?.itemId ?? '', kind: 'question', rating: 'good' }, creation());
    expect((await study.reviews.listQueue(ada, {})).map(({ itemId }) => itemId)).toEqual([today[0]?.itemId]);
    at('2026-03-06T10:00:00Z');
    expect((await study.reviews.listQueue(ada, {})).map(({ state }) => state)).toEqual(['learning']);
  });

  it('takes cards that are added later, and leaves out those that are gone', async () => {
    const { study, deck, first, second, queue } = await setUp();
    expect(await queue()).toEqual([first, second]);
    const added = await study.decks.addCard(ada, deck._id, { front: 'a', back: 'b' }, creation());
    await study.decks.removeCard(ada, deck._id, first);
    expect(await queue()).toEqual([second, added._id]);
  });
});

describe('a review', () => {
  it('is answered with the schedule after it, and stored once', async () => {
    const { review, item, first } = await setUp();
    const by = creation();
    const made = await review('good', {}, by);
    expect(made).toMatchObject({ _id: by.newId, itemId: first, kind: 'card', rating: 'good', state: 'learning' });
    expect(made).toMatchObject({ due: '2026-03-05T10:10:00.000Z', answeredAt: '2026-03-05T10:00:00.000Z' });
    expect(await review('good', {}, { ...by, resumed: true })).toEqual(made);
    expect((await item()).reviews).toEqual([{ _id: by.newId, rating: 'good', answeredAt: made.answeredAt }]);
  });

  it('is put in its place in time: two devices give the same end in any order', async () => {
    const answers = [
      ['good', '2026-03-05T10:00:00.000Z'],
      ['good', '2026-03-05T10:10:00.000Z'],
      ['hard', '2026-03-07T10:10:00.000Z'],
      ['again', '2026-03-20T10:10:00.000Z'],
      ['good', '2026-03-20T10:25:00.000Z'],
    ] as const;
    const ends = [];
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
    ]) {
      const { at, review, items, first } = await setUp();
      at('2026-04-01T10:00:00Z');
      for (const index of order) await review(answers[index]?.[0] ?? 'good', { answeredAt: answers[index]?.[1] ?? '' });
      const { revision: _revision, _id, parentId: _parentId, ...end } = (await items.get({ userId: ada, _id: first }))!;
      // Fuzz follows from the id of the card, which is another one in each store.
      ends.push({ ...end, due: '' });
    }
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  });

  it.each([
    ['of another learner', eve, {}, 'not_found'],
    ['of nothing', ada, { itemId: 'nothing' }, 'not_found'],
    ['of another kind', ada, { kind: 'question' as const }, 'not_found'],
    ['in the future', ada, { answeredAt: '2026-03-05T10:05:01Z' }, 'invalid'],
    ['of the last century', ada, { answeredAt: '1999-12-31T23:59:59Z' }, 'invalid'],
  ])('%s is refused, and nothing is kept', async (_what, userId, more, code) => {
    const { study, first, log } = await setUp();
    const body = { itemId: first, kind: 'card' as const, rating: 'good' as const, ...more };
    await expect(study.reviews.create(userId, body, creation())).rejects.toMatchObject({ code });
    expect(await log.find('_id')).toEqual([]);
  });

  it('by a clock that is a little ahead is taken', async () => {
    const { review } = await setUp();
    expect((await review('good', { answeredAt: '2026-03-05T10:04:59Z' })).answeredAt).toBe('2026-03-05T10:04:59.000Z');
  });
});

describe('undo', () => {
  it('gives back exactly the former state, also that of a new card', async () => {
    const { study, at, review, items, first } = await setUp();
    await study.reviews.listQueue(ada, {});
    const states = [];
    const stored = [];
    for (const [index, rating] of (['good', 'good', 'again', 'easy'] as const).entries()) {
      at(new Date(Date.parse('2026-03-05T10:00:00Z') + index * 3 * 86_400_000).toISOString());
      const { revision: _revision, ...state } = (await items.get({ userId: ada, _id: first }))!;
      states.push(state);
      stored.push(await review(rating));
    }
    for (const [index, { _id }] of [...stored.entries()].toReversed()) {
      if (index > 0) await expect(study.reviews.undo(ada, stored[0]!._id)).rejects.toMatchObject({ code: 'conflict' });
      await expect(study.reviews.undo(eve, _id)).rejects.toMatchObject({ code: 'not_found' });
      expect(await study.reviews.undo(ada, _id)).toEqual({ _id });
      const { revision: _revision, ...state } = (await items.get({ userId: ada, _id: first }))!;
      expect(state).toEqual(states[index]);
    }
    await expect(study.reviews.undo(ada, stored[0]!._id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a crash', () => {
  it('between the log and the item is made good by the next call that reads the queue', async () => {
    const { study, at, review, item, items, log, first, queue } = await setUp();
    await review('easy');
    const expected = await item();
    // As if the process had ended after the log was written.
    const [entry] = await log.find('_id');
    await study.reviews.undo(ada, entry!._id);
    const before = (await items.get({ userId: ada, _id: first }))!;
    await items.update(
      { userId: ada, _id: first },
      { append: { pending: { _id: entry!._id, since: study.now.toISOString() } }, set: { isBehind: true } },
    );
    await log.insert(entry!);
    expect(await queue()).not.toContain(first);
    expect(await item()).toEqual(expected);
    expect((await items.get({ userId: ada, _id: first }))?.isBehind).toBe(true);
    at('2026-03-05T10:01:01Z');
    await queue();
    expect(await items.get({ userId: ada, _id: first })).toMatchObject({ isBehind: false, pending: [] });
    expect((await items.get({ userId: ada, _id: first }))!.revision).toBeGreaterThan(before.revision);
  });

  it('before the log was written leaves the item as it was', async () => {
    const { study, at, items, first, queue, item } = await setUp();
    const before = await item();
    await items.update(
      { userId: ada, _id: first },
      { append: { pending: { _id: 'lost', since: study.now.toISOString() } }, set: { isBehind: true } },
    );
    at('2026-03-05T10:01:01Z');
    expect(await queue()).toContain(first);
    expect(await item()).toEqual(before);
    expect(await items.get({ userId: ada, _id: first })).toMatchObject({ isBehind: false, pending: [] });
  });
});

describe('rebuilding', () => {
  it('gives the same schedules to the bit, and puts right those that were spoiled', async () => {
    const { study, ids, at, review, items } = await setUp(4);
    for (const [index, itemId] of ids.entries())
      for (const [time, rating] of (['good', 'easy', 'again', 'hard'] as const).slice(index).entries()) {
        at(new Date(Date.parse('2026-03-05T10:00:00Z') + time * 5 * 86_400_000).toISOString());
        await review(rating, { itemId });
      }
    await study.reviews.updateItem(ada, 'card', ids[1] ?? '', { suspended: true, due: '2026-07-01T00:00:00Z' });
    await study.reviews.updateItem(ada, 'card', ids[2] ?? '', { due: null });
    await study.reviews.updateSettings(ada, { timeZone: 'Asia/Tokyo', desiredRetention: 0.8 });
    const stored = async () => (await items.find('_id')).map(({ revision: _revision, ...item }) => item);
    const before = await stored();
    const clock = () => study.now;
    expect(await rebuildSchedules(study.store, clock)).toEqual({ items: 4, changed: 0 });
    expect(await stored()).toEqual(before);
    for (const id of ids.slice(0, 3))
      await items.update(
        { userId: ada, _id: id },
        { set: { stability: 1, due: '2020-01-01T00:00:00.000Z', place: 'none', reps: 99, lastDay: 1 } },
      );
    expect(await rebuildSchedules(study.store, clock)).toEqual({ items: 4, changed: 3 });
    expect(await stored()).toEqual(before);
  });
});

describe('a learner’s choices', () => {
  it('suspend an item, put it off, and forget its schedule', async () => {
    const { study, at, review, first, second, queue, item } = await setUp();
    const choose = (edit: { suspended?: boolean; due?: string | null }) => study.reviews.updateItem(ada, 'card', first, edit);
    expect(await choose({ suspended: true })).toMatchObject({ suspended: true, state: 'new' });
    expect(await queue()).toEqual([second]);
    await choose({ suspended: false, due: '2026-03-08T10:00:00Z' });
    expect(await queue()).toEqual([second]);
    at('2026-03-08T06:00:00Z');
    expect(await queue()).toEqual([second, first]);
    await review('easy');
    expect((await item()).due > '2026-03-10').toBe(true);
    expect(await choose({ due: '2026-03-08T06:00:00Z' })).toMatchObject({ due: '2026-03-08T06:00:00.000Z', state: 'review' });
    at('2026-03-08T07:00:00Z');
    const forgotten = await choose({ due: null });
    expect(forgotten).toMatchObject({ state: 'new', reps: 0, stability: null });
    expect(forgotten.reviews).toHaveLength(1);
    expect(await queue()).toContain(first);
    await expect(choose({ due: '2200-01-01T00:00:00Z' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(study.reviews.updateItem(eve, 'card', first, {})).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a missed question', () => {
  const missing = async () => {
    const parts = await setUp(0);
    const { study } = parts;
    const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
    const submit = () =>
      study.quizzes.submit(ada, quiz._id, { answers: quiz.questions.map((_, index) => (index === 0 ? 'wrong' : 'right')) }, creation());
    await submit();
    const [question] = quiz.questions;
    const answer = (rating: ReviewRating) => study.reviews.create(ada, { itemId: question!._id, kind: 'question', rating }, creation());
    return { ...parts, quiz, question: question!, submit, answer };
  };

  it('comes back with its options in a new order, until it is right on two different days', async () => {
    const { study, at, question, submit, answer, queue } = await missing();
    const [queued] = await study.reviews.listQueue(ada, {});
    expect(queued).toMatchObject({ kind: 'question', itemId: question._id, state: 'learning', question: question.question });
    const options = queued?.kind === 'question' ? queued.options : [];
    expect(options).not.toEqual(question.options);
    expect(options.toSorted((a, b) => (a.text < b.text ? -1 : 1))).toEqual(question.options.toSorted((a, b) => (a.text < b.text ? -1 : 1)));
    await answer('good');
    await answer('good');
    at('2026-03-09T10:00:00Z');
    expect(await queue()).toEqual([question._id]);
    await answer('good');
    at('2026-12-01T10:00:00Z');
    expect(await queue()).toEqual([]);
    const { reviews } = await study.reviews.getItem(ada, 'question', question._id);
    expect(reviews.map(({ rating, evidence }) => [rating, evidence])).toEqual([
      ['again', 'quiz'],
      ...Array.from({ length: 3 }, () => ['good', undefined]),
    ]);
    await submit();
    expect(await queue()).toEqual([question._id]);
  });

  it('goes with its question, and with its quiz; its reviews stay', async () => {
    const { study, quiz, question, answer, items, log } = await missing();
    await answer('again');
    await study.quizzes.removeQuestion(ada, quiz._id, question._id);
    const counts = async () => [
      (await items.getMany({ userId: ada, ids: [question._id] })).length,
      await log.count('byItem', { userId: ada, itemId: question._id }),
    ];
    expect(await counts()).toEqual([0, 2]);
    await expect(answer('good')).rejects.toMatchObject({ code: 'not_found' });
    const other = await missing();
    await other.answer('again');
    await other.study.quizzes.remove(ada, other.quiz._id);
    expect([await other.items.count('_id', {}), await other.log.count('_id', {})]).toEqual([0, other.quiz.questions.length + 1]);
  });
});

describe('deletion', () => {
  it('of a card or a deck ends its schedule and keeps its reviews; an edited card keeps both', async () => {
    const { study, deck, first, second, review, items, log } = await setUp();
    await review('good');
    await review('good', { itemId: second });
    await study.decks.updateCard(ada, deck._id, first, { front: 'Better', back: 'Best' });
    expect(await log.count('byItem', { userId: ada, itemId: first })).toBe(1);
    await study.decks.update(ada, deck._id, { cards: [{ _id: second, front: 'x', back: 'y' }] });
    expect((await items.find('_id')).map(({ _id }) => _id)).toEqual([second]);
    await expect(review('good')).rejects.toMatchObject({ code: 'not_found' });
    await study.decks.remove(ada, deck._id);
    expect(await items.find('_id')).toEqual([]);
    expect((await log.find('_id')).map(({ itemId }) => itemId).sort()).toEqual([first, second].sort());
  });

  it('of the account takes everything along', async () => {
    const { study, deck, second, review, items, log } = await setUp();
    await review('good');
    await review('good', { itemId: second });
    await study.decks.removeCard(ada, deck._id, second);
    const ended = study.store.collection(endedItemsCollection);
    expect(await ended.count('_id', {})).toBe(1);
    await study.reviews.updateSettings(ada, { newPerDay: 5 });
    await study.reviews.eraseAll(ada);
    expect([await items.find('_id'), await log.find('_id'), await ended.find('_id')]).toEqual([[], [], []]);
    expect((await study.reviews.getSettings(ada)).newPerDay).toBe(20);
  });
});

describe('the summary', () => {
  it('counts what is due, known, reviewed and kept', async () => {
    const { study, deck, first, second, at, review } = await setUp(3);
    expect(await study.reviews.getSummary(ada)).toMatchObject({ due: 0, new: 3, reviewedToday: 0, retention30d: null, streakDays: 0 });
    await review('easy');
    await review('good', { itemId: second });
    const today = await study.reviews.getSummary(ada);
    expect(today).toMatchObject({
      due: 1,
      new: 1,
      reviewedToday: 2,
      retention30d: null,
      streakDays: 1,
      dayEndsAt: '2026-03-06T04:00:00.000Z',
    });
    expect(today.forecast).toHaveLength(30);
    expect(today.forecast.filter(({ due }) => due > 0).map(({ date, due }) => [date, due])).toEqual([
      ['2026-03-05', 1],
      [expect.stringMatching(/^2026-03-1/), 1],
    ]);
    expect(today.decks).toEqual([{ deckId: deck._id, title: 'Valves', due: 1, new: 1, known: expect.closeTo(2 / 3, 6) }]);
    at('2026-03-06T10:00:00Z');
    await review('again', { itemId: second });
    await review('good');
    expect(await study.reviews.getSummary(ada)).toMatchObject({ reviewedToday: 2, retention30d: 0.5, streakDays: 2 });
    at('2026-03-08T10:00:00Z');
    expect((await study.reviews.getSummary(ada)).streakDays).toBe(0);
    expect(first).not.toBe(second);
  });
});

describe('settings', () => {
  it('are defaults until they are changed, and each keeps its value', async () => {
    const { study } = await setUp();
    const defaults = {
      desiredRetention: 0.9,
      newPerDay: 20,
      reviewsPerDay: 200,
      timeZone: 'UTC',
      dayStartsAt: 4,
    };
    expect(await study.reviews.getSettings(ada)).toEqual(defaults);
    expect(await study.reviews.updateSettings(ada, { timeZone: 'Asia/Seoul' })).toEqual({ ...defaults, timeZone: 'Asia/Seoul' });
    expect(await study.reviews.updateSettings(ada, { newPerDay: 0 })).toEqual({ ...defaults, timeZone: 'Asia/Seoul', newPerDay: 0 });
    expect(await study.reviews.updateSettings(ada, {})).toEqual({ ...defaults, timeZone: 'Asia/Seoul', newPerDay: 0 });
    expect(await study.reviews.getSettings(eve)).toEqual(defaults);
  });
});
