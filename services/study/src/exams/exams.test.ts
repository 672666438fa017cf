import { creationOf } from '@lectern/service-kit/testing';
import { examBounds, type ReviewRating } from '@lectern/contracts';
import { createStudyFake, creation } from '../testing.ts';
import { rebuildSchedules } from '../reviews/rebuildSchedules.ts';
import { examsCollection } from './examsCollection.ts';
import { reviewItemsCollection } from '../reviews/reviewCollections.ts';

const ada = 'u1';
const eve = 'u2';
const dayMs = 86_400_000;

/** A deck of 30 cards on the guide m1, on a Thursday at ten. */
const setUp = async () => {
  const study = createStudyFake();
  study.isPremium = true;
  const deck = await study.decks.create(ada, { studyMaterialId: 'm1', cardCount: 30 }, creation(), 'r1');
  const { exams } = study.reviews;
  const plan = (date: string, more: { name?: string; studyMaterialIds?: string[] } = {}) =>
    exams.create(ada, { name: 'Anatomy', date, studyMaterialIds: ['m1'], ...more }, creation());
  const at = (day: number, time = '10:00') => {
    study.now = new Date(`${new Date(Date.parse('2026-03-05') + day * dayMs).toISOString().slice(0, 10)}T${time}:00Z`);
  };
  const review = (itemId: string, rating: ReviewRating) => study.reviews.create(ada, { itemId, kind: 'card', rating }, creation());
  /** Answers everything that the queue has today. @returns the items that were shown */
  const session = async (rating: ReviewRating = 'good') => {
    const shown = new Set<string>();
    for (let queue = await study.reviews.listQueue(ada, { limit: 100 }); queue.length > 0;) {
      for (const { itemId } of queue) {
        shown.add(itemId);
        await review(itemId, rating);
      }
      queue = await study.reviews.listQueue(ada, { limit: 100 });
    }
    return [...shown];
  };
  const items = study.store.collection(reviewItemsCollection);
  return { study, deck, ids: deck.cards.map(({ _id }) => _id), exams, plan, at, review, session, items };
};

it('shows an exam with its cards, its plan and no readiness before any review', async () => {
  const { exams, plan } = await setUp();
  const exam = await plan('2026-04-16');
  expect(exam).toEqual({
    ...{ _id: exam._id, name: 'Anatomy', date: '2026-04-16', studyMaterialIds: ['m1'], daysLeft: 42, isOver: false, afterwards: null },
    ...{ cards: 30, seen: 0, perDay: expect.any(Number), readiness: null },
  });
  const detail = await exams.get(ada, exam._id);
  expect(detail).toMatchObject(exam);
  expect(detail.plan).toHaveLength(42);
  expect(detail.plan[0]).toEqual({ date: '2026-03-05', new: 20, reviews: 0 });
  expect(detail.plan[41]?.date).toBe('2026-04-15');
  expect(detail.plan.reduce((sum, day) => sum + day.new, 0)).toBe(30);
  expect(detail.plan.slice(-5).reduce((sum, day) => sum + day.reviews, 0)).toBeGreaterThanOrEqual(30);
  expect(await exams.list(ada)).toEqual([exam]);
  expect(await exams.list(eve)).toEqual([]);
  await expect(exams.get(eve, exam._id)).rejects.toMatchObject({ code: 'not_found' });
});

it('does not slow the pace of new cards: a far exam asks for one a day, and the others come as usual', async () => {
  const { study, plan, exams } = await setUp();
  const before = await study.reviews.listQueue(ada, {});
  const exam = await plan('2099-12-31');
  expect(await study.reviews.listQueue(ada, {})).toHaveLength(before.length);
  expect((await exams.get(ada, exam._id)).plan).toHaveLength(366);
});

it('has nothing due after the day before the exam, and shows every item once more in the last five days', async () => {
  const { study, plan, at, session, items, ids, exams } = await setUp();
  await session('easy');
  at(1);
  await session('easy');
  const exam = await plan('2026-03-20');
  const due = async () => (await items.find('_id')).map((item) => item.due.slice(0, 10));
  for (const date of await due()) expect(date <= '2026-03-19').toBe(true);
  const lookedAt = new Set<string>();
  for (let day = 2; day < 15; day += 1) {
    at(day);
    const [today] = (await exams.get(ada, exam._id)).plan;
    const shown = await session();
    expect(shown).toHaveLength((today?.new ?? 0) + (today?.reviews ?? 0));
    if (day >= 10) for (const id of shown) lookedAt.add(id);
  }
  expect(lookedAt.size).toBe(30);
  expect(await due()).toEqual(ids.map(() => '2026-03-20'));
  const { readiness, seen } = await exams.get(ada, exam._id);
  expect(seen).toBe(30);
  expect(readiness).toBeGreaterThan(0.9);
  at(15);
  expect(await study.reviews.listQueue(ada, {})).toEqual([]);
});

it('brings new cards above the daily limit when they would not be met in time, and says so', async () => {
  const { study, plan, at, session, exams } = await setUp();
  await study.reviews.updateSettings(ada, { newPerDay: 2 });
  const exam = await plan('2026-03-17');
  expect(exam.shortfall).toBe('30 new cards in 6 days means 5 per day, above your limit of 2, which leaves time for 12 cards.');
  expect(await study.reviews.listQueue(ada, {})).toHaveLength(5);
  expect(await session()).toHaveLength(5);
  expect((await exams.get(ada, exam._id)).plan[0]).toEqual({ date: '2026-03-05', new: 0, reviews: 0 });
  for (let day = 1; day <= 5; day += 1) {
    at(day);
    await session();
  }
  expect(await exams.get(ada, exam._id)).toMatchObject({ seen: 30, cards: 30 });
  expect((await exams.get(ada, exam._id)).shortfall).toBeUndefined();
});

it('meets cards in the first half of the time when less than a week is left', async () => {
  const { study, plan } = await setUp();
  await study.reviews.updateSettings(ada, { newPerDay: 5 });
  const exam = await plan('2026-03-09');
  expect(exam.shortfall).toContain('30 new cards in 2 days means 15 per day');
  expect(await study.reviews.listQueue(ada, { examId: exam._id })).toHaveLength(15);
  expect(await study.reviews.listQueue(ada, { examId: exam._id, studyMaterialId: 'm2' })).toEqual([]);
  await expect(study.reviews.listQueue(ada, { examId: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
});

it('says when the last five days need more reviews than the daily limit, and shows them all the same', async () => {
  const { study, plan, at, session } = await setUp();
  await session('easy');
  at(1);
  await session('easy');
  await study.reviews.updateSettings(ada, { reviewsPerDay: 1 });
  const { shortfall } = await plan('2026-03-12');
  expect(shortfall).toMatch(
    /^\d+ reviews are planned for Mar \d+, above your limit of 1, which leaves time for 5 cards in the last five days\.$/,
  );
  const shown = new Set<string>();
  for (let day = 2; day < 7; day += 1) {
    at(day);
    for (const id of await session()) shown.add(id);
  }
  expect(shown.size).toBe(30);
});

it('lets items go on as usual after it, or rest when the learner says so, until another exam', async () => {
  const { exams, plan, at, session, items, study } = await setUp();
  await session('easy');
  at(1);
  await session('easy');
  const usual = (await items.find('_id')).map(({ due }) => due);
  const { _id } = await plan('2026-03-07');
  expect((await items.find('_id')).map(({ due }) => due)).not.toEqual(usual);
  at(3);
  expect(await exams.list(ada)).toMatchObject([{ isOver: true, daysLeft: 0, afterwards: null, perDay: 0 }]);
  expect((await items.find('_id')).map(({ due }) => due)).toEqual(usual);
  expect(await exams.update(ada, _id, { afterwards: 'rest' })).toMatchObject({ afterwards: 'rest' });
  at(60);
  expect(await study.reviews.listQueue(ada, {})).toEqual([]);
  const again = await plan('2026-06-01');
  expect((await study.reviews.listQueue(ada, { limit: 100 })).length).toBeGreaterThan(20);
  await exams.remove(ada, again._id);
  expect(await study.reviews.listQueue(ada, {})).toEqual([]);
  await exams.update(ada, _id, { afterwards: 'continue' });
  expect((await items.find('_id')).map(({ due }) => due)).toEqual(usual);
});

it('is moved, renamed and given other guides; a change of the date asks again', async () => {
  const { exams, plan, at, items, session } = await setUp();
  await session('easy');
  const { _id } = await plan('2026-03-07');
  at(4);
  await exams.update(ada, _id, { afterwards: 'rest' });
  const moved = await exams.update(ada, _id, { date: '2026-03-12', name: 'Resit', studyMaterialIds: ['m1', 'm2'] });
  expect(moved).toMatchObject({ date: '2026-03-12', name: 'Resit', isOver: false, afterwards: null, daysLeft: 3, cards: 30 });
  for (const item of await items.find('_id')) if (item.state === 'review') expect(item.due < '2026-03-12').toBe(true);
  await expect(exams.update(eve, _id, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(exams.update(ada, _id, { date: '2026-03-08' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(exams.remove(eve, _id)).rejects.toMatchObject({ code: 'not_found' });
  await exams.remove(ada, _id);
  expect(await exams.list(ada)).toEqual([]);
});

it.each([
  ['in the past', '2026-03-04', 'The date of an exam cannot be in the past.'],
  ['more than a hundred years ahead', '2126-03-06', 'An exam can be at most 100 years ahead.'],
])('%s is refused', async (_what, date, message) => {
  const { plan } = await setUp();
  await expect(plan(date)).rejects.toMatchObject({ code: 'invalid', message });
});

it('is refused for guides that the learner does not have', async () => {
  const { study, plan, exams } = await setUp();
  study.deletedMaterials.add('m2');
  await expect(plan('2026-04-01', { studyMaterialIds: ['m1', 'm2'] })).rejects.toMatchObject({ code: 'not_found' });
  expect(await exams.list(ada)).toEqual([]);
});

it('is one of twenty at most, also when many are planned at once, and a retry finds it', async () => {
  const { exams, plan } = await setUp();
  const made = await Promise.allSettled(Array.from({ length: examBounds.exams + 3 }, () => plan('2026-04-01')));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(examBounds.exams);
  const [last] = await exams.list(ada);
  const body = { name: 'Again', date: '2026-04-01', studyMaterialIds: ['m1'] };
  expect((await exams.create(ada, body, creationOf(last?._id ?? '', true)))._id).toBe(last?._id);
  await expect(exams.create(ada, body, creation())).rejects.toMatchObject({ code: 'conflict' });
  expect(await exams.list(ada)).toHaveLength(examBounds.exams);
});

it('reaches items that a crash left behind, and gives the same after schedules are rebuilt', async () => {
  const { study, plan, at, session, items, exams } = await setUp();
  await session('easy');
  at(1);
  await session('easy');
  await plan('2026-03-10');
  const stored = async () => (await items.find('_id')).map(({ revision: _revision, ...item }) => item);
  const expected = await stored();
  expect(await rebuildSchedules(study.store, () => study.now)).toEqual({ items: 30, changed: 0 });
  // As if the process had ended after the exam was stored.
  for (const { _id, unplanned } of expected) await items.update({ userId: ada, _id }, { set: { ...unplanned! } });
  await study.store.collection(examsCollection).update({ userId: ada, _id: ada }, { set: { behind: ['m1'] } });
  await exams.list(ada);
  expect(await stored()).toEqual(expected);
});

it('goes with its account', async () => {
  const { study, plan } = await setUp();
  await plan('2026-03-10');
  await study.reviews.eraseAll(ada);
  expect(await study.store.collection(examsCollection).find('_id')).toEqual([]);
});
