import { randomFrom, type ReviewRating } from '@lectern/contracts';
import { recallOn } from './scheduleOf.ts';
import { dayOf } from './learnerDay.ts';
import { rebuildSchedules } from './rebuildSchedules.ts';
import { creation, createStudyFake } from '../testing.ts';

const ada = 'ada';
const dayMs = 86_400_000;
const start = Date.parse('2026-03-02T09:00:00Z');

type Study = ReturnType<typeof createStudyFake>;

const answersOf = (questions: readonly { _id: string }[], isRight: (index: number) => boolean): string[] =>
  questions.map((_, index) => (isRight(index) ? 'right' : 'wrong'));

const reviewsOf = async (study: Study, kind: 'card' | 'question', itemId: string) =>
  (await study.reviews.getItem(ada, kind, itemId)).reviews;

/** A guide with a deck and a quiz. */
const setUp = async () => {
  const study = createStudyFake();
  study.isPremium = true;
  study.now = new Date(start);
  const deck = await study.decks.create(ada, { studyMaterialId: 'heart', cardCount: 5 }, creation(), 'r1');
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'heart', questionCount: 5 }, creation(), 'r2');
  const mastery = async () => (await study.reviews.listMastery(ada, ['heart']))[0]!;
  const submit = (isRight: (index: number) => boolean) =>
    study.quizzes.submit(ada, quiz._id, { answers: answersOf(quiz.questions, isRight) }, creation());
  const mark = (itemId: string, rating: ReviewRating, evidence: 'mark' | 'typed' | 'review' = 'mark') =>
    study.reviews.create(ada, { itemId, kind: 'card', rating, evidence }, creation());
  return { study, deck, quiz, mastery, submit, mark };
};

it('is the mean recall of all cards and questions; those without an answer count as 0', async () => {
  const { study, deck, mastery, submit, mark } = await setUp();
  expect(await mastery()).toEqual({ studyMaterialId: 'heart', mastery: 0, items: 10, seen: 0, due: 0 });
  await submit(() => true);
  expect(await mastery()).toMatchObject({ mastery: 0.5, items: 10, seen: 5, due: 0 });
  for (const { _id } of deck.cards) await mark(_id, 'good');
  expect(await mastery()).toMatchObject({ mastery: 1, seen: 10, due: 5 });
  study.now = new Date(start + 30 * dayMs);
  const own = await study.reviews.getSettings(ada);
  const recalls = await Promise.all(
    (await study.study.store.reviewItems.find('byUser', { equals: { userId: ada } })).map(async ({ stability, lastDay }) =>
      recallOn(dayOf(study.now, own), { stability: stability!, lastDay: lastDay! }),
    ),
  );
  const mean = recalls.reduce((sum, recall) => sum + recall, 0) / 10;
  expect((await mastery()).mastery).toBeCloseTo(mean, 12);
  expect(mean).toBeLessThan(0.9);
});

it('omits guides without items and of other learners, suspended items, and deleted ones', async () => {
  const { study, deck, quiz, mastery, submit } = await setUp();
  expect(await study.reviews.listMastery(ada, ['lung'])).toEqual([]);
  expect(await study.reviews.listMastery('eve', ['heart'])).toEqual([]);
  await study.reviews.updateItem(ada, 'card', deck.cards[0]!._id, { suspended: true });
  await study.quizzes.removeQuestion(ada, quiz._id, quiz.questions[0]!._id);
  expect(await mastery()).toMatchObject({ items: 8, seen: 0 });
  await study.quizzes.submit(ada, quiz._id, { answers: answersOf(quiz.questions.slice(1), () => true) }, creation());
  await study.quizzes.removeQuestion(ada, quiz._id, quiz.questions[1]!._id);
  expect(await mastery()).toMatchObject({ items: 7, seen: 3 });
  await study.reviews.updateItem(ada, 'question', quiz.questions[2]!._id, { suspended: true });
  expect(await mastery()).toMatchObject({ items: 6, seen: 2 });
  await study.quizzes.remove(ada, quiz._id);
  expect(await mastery()).toMatchObject({ items: 4, seen: 0 });
  await submit(() => true).catch((error: unknown) => expect(error).toMatchObject({ code: 'not_found' }));
  expect(await mastery()).toMatchObject({ items: 4, seen: 0 });
});

it('counts a question of a quiz on several guides for its own guide, from its first answer on', async () => {
  const { study } = await setUp();
  const both = await study.quizzes.generate(ada, { studyMaterialIds: ['lung', 'liver'], questionCount: 5 }, creation(), 'r3');
  expect(await study.reviews.listMastery(ada, ['lung', 'liver'])).toEqual([]);
  await study.quizzes.submit(ada, both._id, { answers: answersOf(both.questions, () => true) }, creation());
  const found = await study.reviews.listMastery(ada, ['lung', 'liver']);
  const guides = both.questions.map(({ source }) => source?.studyMaterialId);
  expect(found.map(({ studyMaterialId, items }) => [studyMaterialId, items])).toEqual(
    ['lung', 'liver'].map((id) => [id, guides.filter((guide) => guide === id).length]).filter(([, count]) => count !== 0),
  );
});

it('every kind of answer is a review with its evidence, and a retry stores none twice', async () => {
  const { study, deck, quiz, mark } = await setUp();
  const [card] = deck.cards;
  const [question] = quiz.questions;
  await mark(card!._id, 'again');
  await mark(card!._id, 'good', 'typed');
  await mark(card!._id, 'good', 'review');
  expect((await reviewsOf(study, 'card', card!._id)).map(({ rating, evidence }) => [rating, evidence])).toEqual([
    ['again', 'mark'],
    ['good', 'typed'],
    ['good', undefined],
  ]);
  const whole = creation();
  const part = creation();
  const answers = answersOf(quiz.questions, (index) => index > 0);
  for (const resumed of [false, true]) {
    await study.quizzes.submit(ada, quiz._id, { answers, mode: 'test' }, { ...whole, resumed });
    await study.quizzes.submit(ada, quiz._id, { answers: ['right'], questionIds: [question!._id] }, { ...part, resumed });
  }
  expect((await reviewsOf(study, 'question', question!._id)).map(({ rating, evidence }) => [rating, evidence])).toEqual([
    ['again', 'quiz'],
    ['good', 'practice'],
  ]);
  expect((await study.quizzes.get(ada, quiz._id)).attempts).toBe(1);
});

it('is not raised by repeating what is known within one day', async () => {
  const { study, deck, mark } = await setUp();
  const [card, other] = deck.cards;
  for (const { _id } of [card!, other!]) {
    await mark(_id, 'good');
    await mark(_id, 'good');
  }
  const { stability } = await study.reviews.getItem(ada, 'card', card!._id);
  for (let round = 0; round < 20; round += 1) await mark(card!._id, 'good');
  expect((await study.reviews.getItem(ada, 'card', card!._id)).stability).toBe(stability);
  study.now = new Date(start + 5 * dayMs);
  await mark(card!._id, 'good');
  await mark(other!._id, 'good');
  const [first, second] = await Promise.all([card!, other!].map(({ _id }) => study.reviews.getItem(ada, 'card', _id)));
  // Each "good" also lowers the difficulty a little.
  expect(first!.stability! / second!.stability!).toBeLessThan(1.02);
});

it('is the same after twelve weeks of all kinds of answers and a rebuild from the log', async () => {
  const { study, deck, quiz, mastery, submit, mark } = await setUp();
  const random = randomFrom(46);
  const isRight = () => random() < 0.7;
  let answers = 0;
  for (let day = 0; day < 84; day += 1) {
    study.now = new Date(start + day * dayMs);
    for (const { itemId, kind } of (await study.reviews.listQueue(ada, { studyMaterialId: 'heart' })).slice(0, 3)) {
      await study.reviews.create(ada, { itemId, kind, rating: isRight() ? 'good' : 'again' }, creation());
      answers += 1;
    }
    for (const { _id } of deck.cards.filter(() => random() < 0.1)) {
      await mark(_id, isRight() ? 'good' : 'again', random() < 0.5 ? 'mark' : 'typed');
      answers += 1;
    }
    if (day % 10 === 0) {
      await submit(isRight);
      answers += quiz.questions.length;
    }
    if (day % 10 === 5) {
      const questionIds = quiz.questions.slice(0, 2).map(({ _id }) => _id);
      await study.quizzes.submit(
        ada,
        quiz._id,
        {
          answers: answersOf(
            questionIds.map((_id) => ({ _id })),
            isRight,
          ),
          questionIds,
        },
        creation(),
      );
      answers += 2;
    }
  }
  expect(await study.study.store.reviews.count('byItem', { userId: ada })).toBe(answers);
  const before = await mastery();
  expect(before).toMatchObject({ items: 10, seen: 10 });
  expect(await rebuildSchedules(study.store, () => study.now)).toEqual({ items: 10, changed: 0 });
  expect(await mastery()).toEqual(before);
});
