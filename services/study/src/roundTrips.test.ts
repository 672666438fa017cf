import { calls, internalPaths, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import { learner, startServiceFake } from './testingService.ts';

// The numbers are requests to the store, which are round trips on a cluster. `docs/architecture.md` lists them.

const cards = [
  { front: 'a', back: 'b' },
  { front: 'c', back: 'd' },
];
const dayMs = 24 * 60 * 60 * 1000;

/** A learner with a quiz, a deck and an exam on a guide. */
const setUp = async () => {
  const { fake, store, ask, askInternally, idle } = await startServiceFake();
  const ownDeck = () => ask<FlashcardDeck>(calls.createOwnDeck, { body: { title: 'Heart', studyMaterialId: 'm1', cards } });
  const generatedQuiz = () => ask<Quiz>(calls.generateQuiz, { body: { studyMaterialId: 'm1', questionCount: 5 } });
  const [deck, quiz] = [await ownDeck(), await generatedQuiz()];
  await ask(calls.createExam, { body: { name: 'Anatomy', date: '2026-05-05', studyMaterialIds: ['m1'] } });
  await ask(calls.listReviewQueue);
  await ask(calls.getReviewSummary);
  /** Returns the requests of some work and of the background work that it starts. */
  const requestsOf = (work: () => Promise<unknown>): Promise<string[]> =>
    store.requestsOf(async () => {
      await work();
      await idle();
    });
  const rate = (rating: 'good' | 'again', card = 0) =>
    ask(calls.createReview, { body: { itemId: deck.cards[card]?._id, kind: 'card', rating } });
  const submit = (more: object = {}) =>
    ask(calls.submitQuiz, { params: { id: quiz._id }, body: { answers: quiz.questions.map(() => 'wrong'), ...more } });
  const start = [
    () => ask(calls.listQuizzes, { query: '?limit=100' }),
    () => ask(calls.listDecks, { query: '?limit=3' }),
    () => ask(calls.getReviewSummary),
    () => ask(calls.listExams),
    () => askInternally(internalPaths.usage(learner)),
  ];
  /** The calls that need the answers of the first ones. */
  const next = [
    () => ask(calls.listMastery, { query: '?studyMaterialId=m1,m2,m3' }),
    () => ask(calls.listQuizzes, { query: '?studyMaterialId=m1,m2,m3' }),
    () => ask(calls.listDecks, { query: '?studyMaterialId=m1,m2,m3' }),
  ];
  const openDashboard = async () => {
    await Promise.all(start.map((call) => call()));
    await Promise.all(next.map((call) => call()));
  };
  /** Like `openDashboard`, if its calls arrive one after the other. */
  const openSlowly = async () => {
    for (const call of [...start, ...next]) await call();
  };
  return { fake, ask, ownDeck, generatedQuiz, deck, quiz, requestsOf, rate, submit, openDashboard, openSlowly };
};

it('rates a card or question in 6', async () => {
  const { requestsOf, rate, submit, ask, quiz, fake } = await setUp();
  expect(await requestsOf(() => rate('good'))).toHaveLength(6);
  expect(await requestsOf(() => rate('again'))).toHaveLength(6);
  fake.now = new Date(fake.now.getTime() + 9 * dayMs);
  expect(await requestsOf(() => rate('good'))).toHaveLength(6);
  await submit();
  const body = { itemId: quiz.questions[0]?._id, kind: 'question', rating: 'good' };
  expect(await requestsOf(() => ask(calls.createReview, { body }))).toHaveLength(6);
});

it('shows the queue in 3', async () => {
  const { requestsOf, ask, rate, submit } = await setUp();
  await rate('good');
  await submit();
  for (const query of ['', '?studyMaterialId=m1', '?limit=100'])
    expect((await requestsOf(() => ask(calls.listReviewQueue, { query }))).length).toBeLessThanOrEqual(3);
});

it('opens a quiz or a deck in 1', async () => {
  const { requestsOf, ask, quiz, deck } = await setUp();
  expect(await requestsOf(() => ask(calls.getQuiz, { params: { id: quiz._id } }))).toHaveLength(1);
  expect(await requestsOf(() => ask(calls.getDeck, { params: { id: deck._id } }))).toHaveLength(1);
});

it('submits a quiz in 6, and an exercise in 7', async () => {
  const { requestsOf, submit, quiz } = await setUp();
  expect(await requestsOf(() => submit())).toHaveLength(6);
  expect(await requestsOf(() => submit())).toHaveLength(6);
  const [first] = quiz.questions;
  expect(await requestsOf(() => submit({ answers: ['right'], questionIds: [first?._id] }))).toHaveLength(7);
});

it('creates a quiz or a deck in 6, and generates one in 8', async () => {
  const { requestsOf, ask, ownDeck, generatedQuiz, quiz, deck } = await setUp();
  const options = [
    { text: 'a', isCorrect: true },
    { text: 'b', isCorrect: false },
  ];
  const question = { question: 'Which?', options };
  expect(await requestsOf(ownDeck)).toHaveLength(6);
  expect(await requestsOf(() => ask(calls.createOwnQuiz, { body: { title: 'Heart', studyMaterialId: 'm1', question } }))).toHaveLength(6);
  expect(await requestsOf(generatedQuiz)).toHaveLength(8);
  expect(await requestsOf(() => ask(calls.createDeck, { body: { studyMaterialId: 'm1', cardCount: 5 } }))).toHaveLength(8);
  expect(await requestsOf(() => ask(calls.copyQuiz, { params: { id: quiz._id } }))).toHaveLength(8);
  expect((await requestsOf(() => ask(calls.copyDeck, { params: { id: deck._id } }))).length).toBeLessThanOrEqual(8);
});

it('creates the first deck of a learner in 7', async () => {
  const { store, ask } = await startServiceFake();
  expect(await store.requestsOf(() => ask(calls.createOwnDeck, { body: { title: 'Heart', studyMaterialId: 'm1', cards } }))).toHaveLength(
    7,
  );
});

it('lists in 1, and by guides or by a search in 2', async () => {
  const { requestsOf, ask } = await setUp();
  for (const call of [calls.listQuizzes, calls.listDecks]) {
    expect(await requestsOf(() => ask(call, { query: '?limit=3' }))).toHaveLength(1);
    expect(await requestsOf(() => ask(call, { query: '?studyMaterialId=m1,m2' }))).toHaveLength(2);
  }
});

it('opens the dashboard in 4, or 13 if its calls come one after the other', async () => {
  const { requestsOf, openDashboard, openSlowly } = await setUp();
  expect(await requestsOf(openDashboard)).toHaveLength(4);
  expect(await requestsOf(openSlowly)).toHaveLength(13);
});

it('opens the first dashboard of a day, which counts the day before, in 9', async () => {
  const { requestsOf, openDashboard, rate, fake } = await setUp();
  expect(await requestsOf(openDashboard)).toHaveLength(4);
  await rate('good');
  expect(await requestsOf(openDashboard)).toHaveLength(4);
  fake.now = new Date(fake.now.getTime() + dayMs);
  expect(await requestsOf(openDashboard)).toHaveLength(9);
  expect(await requestsOf(openDashboard)).toHaveLength(4);
});
