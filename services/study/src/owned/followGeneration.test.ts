import type { Flashcard, QuizQuestion } from '@lectern/contracts';
import { creationOf, Latest } from '@lectern/service-kit/testing';
import { createStudyFake, creation, questionOf } from '../testing.ts';

const ada = 'u1';
type Made = { questions: Omit<QuizQuestion, '_id'>[]; cards: Omit<Flashcard, '_id'>[] };

const upTo = (count: number): Made => {
  const names = Array.from({ length: count }, (_, index) => `${index + 1}`);
  return { questions: names.map(questionOf), cards: names.map((name) => ({ front: `Front ${name}`, back: `Back ${name}` })) };
};

/** A learner whose quizzes and decks are still being made after three items. */
const setUp = () => {
  const study = createStudyFake();
  study.supported = 3;
  const states = new Latest<{ result: Made; isWhole: boolean }>();
  const run = { isStopped: false };
  const rest = {
    states: states.values() as AsyncIterable<never>,
    stop: () => {
      run.isStopped = true;
      states.end();
    },
  };
  study.told = () => ({ rest });
  const add = async (count: number, isWhole = false): Promise<void> => {
    states.put({ result: upTo(count), isWhole });
    if (isWhole) states.end();
    // The follower takes it in a few turns of the event loop.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  return { study, run, add, end: () => states.end() };
};

it('a quiz grows to what was asked for, and its description and list with it', async () => {
  const { study, add } = setUp();
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1', questionCount: 5 }, creation(), 'r1');
  expect(quiz.generation).toEqual({ state: 'running', asked: 5, made: 3 });
  await add(4);
  expect((await study.quizzes.list(ada, {})).items[0]).toMatchObject({
    questionCount: 4,
    description: '4 questions on Heart',
    generation: { state: 'running', asked: 5, made: 4 },
  });
  await add(9, true);
  const whole = await study.quizzes.get(ada, quiz._id);
  expect(whole.questions.map(({ question }) => question)).toEqual(upTo(5).questions.map(({ question }) => question));
  expect(whole.generation).toEqual({ state: 'complete', asked: 5, made: 5 });
});

it('is complete with the last item that was asked for, and asks the model for no more', async () => {
  const { study, run, add } = setUp();
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1', questionCount: 5 }, creation(), 'r1');
  await add(5);
  expect((await study.quizzes.get(ada, quiz._id)).generation).toEqual({ state: 'complete', asked: 5, made: 5 });
  expect(run.isStopped).toBe(true);
});

it('a question that the learner deleted meanwhile does not come back, nor does a deleted quiz', async () => {
  const { study, run, add } = setUp();
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1', questionCount: 6 }, creation(), 'r1');
  await add(4);
  const fourth = (await study.quizzes.get(ada, quiz._id)).questions[3]?._id ?? '';
  await study.quizzes.removeQuestion(ada, quiz._id, fourth, undefined);
  await add(5);
  expect((await study.quizzes.get(ada, quiz._id)).questions.map(({ question }) => question)).toEqual(
    ['1', '2', '3', '5'].map((name) => `Question ${name}?`),
  );
  await study.quizzes.remove(ada, quiz._id);
  await add(6, true);
  expect(run.isStopped).toBe(true);
  await expect(study.quizzes.get(ada, quiz._id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await study.quizzes.list(ada, {})).items).toEqual([]);
});

it('ends where the learner stops it, and keeps what is there', async () => {
  const { study, add } = setUp();
  const deck = await study.decks.create(ada, { studyMaterialId: 'm1', cardCount: 6 }, creation(), 'r1');
  await add(4);
  const stopped = await study.decks.stop(ada, deck._id);
  expect(stopped).toMatchObject({ cardCount: 4, generation: { state: 'stopped', asked: 6, made: 4 } });
  await add(6, true);
  expect(await study.decks.get(ada, deck._id)).toEqual(stopped);
  // Stopping what does not run changes nothing.
  expect((await study.decks.stop(ada, deck._id)).generation).toEqual(stopped.generation);
});

it('has stopped where its process says nothing more, or ends it', async () => {
  const { study, add, end } = setUp();
  const deck = await study.decks.create(ada, { studyMaterialId: 'm1', cardCount: 6 }, creation(), 'r1');
  expect(deck.generation?.state).toBe('running');
  const { now } = study;
  study.now = new Date(now.getTime() + 121_000);
  expect((await study.decks.get(ada, deck._id)).generation).toEqual({ state: 'stopped', asked: 6, made: 3 });
  study.now = now;
  await add(4);
  end();
  await study.followed;
  expect((await study.decks.get(ada, deck._id)).generation).toEqual({ state: 'stopped', asked: 6, made: 4 });
});

it('an attempt that was begun before the quiz grew counts its own questions', async () => {
  const { study, add } = setUp();
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1', questionCount: 5 }, creation(), 'r1');
  await add(5, true);
  const results = await study.quizzes.submit(ada, quiz._id, { answers: ['right', 'right', 'wrong'] }, creation());
  expect(results).toMatchObject({ totalQuestions: 3, correctAnswers: 2 });
  const [attempt] = await study.quizzes.listAttempts(ada, quiz._id);
  expect((await study.quizzes.getAttempt(ada, quiz._id, attempt?._id ?? '')).attempt.questions).toHaveLength(3);
  await expect(study.quizzes.submit(ada, quiz._id, { answers: ['right', 'right'] }, creation())).rejects.toMatchObject({ code: 'invalid' });
});

it('a retry that finds the stored quiz follows nothing a second time, and a copy is complete', async () => {
  const { study, add } = setUp();
  const by = creationOf('q1');
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1', questionCount: 5 }, by, 'r1');
  expect(await study.quizzes.generate(ada, { studyMaterialId: 'm1', questionCount: 5 }, { ...by, resumed: true }, 'r1')).toEqual(quiz);
  study.isPremium = true;
  const copied = await study.quizzes.copy(ada, quiz._id, creation());
  expect(copied.generation).toEqual({ state: 'complete', asked: 3, made: 3 });
  await add(5, true);
  expect((await study.quizzes.get(ada, quiz._id)).questions).toHaveLength(5);
  expect((await study.quizzes.get(ada, copied._id)).questions).toHaveLength(3);
});

it('further cards of a deck follow as well', async () => {
  const { study, add } = setUp();
  study.isPremium = true;
  const { told } = study;
  study.told = () => ({});
  const deck = await study.decks.create(ada, { studyMaterialId: 'm1', cardCount: 3 }, creation(), 'r1');
  expect(deck.generation).toEqual({ state: 'complete', asked: 3, made: 3 });
  study.told = told;
  const { newCards, shortfall } = await study.decks.generateMore(ada, deck._id, undefined, creation(), 'r2');
  expect([newCards.map(({ front }) => front), shortfall]).toEqual([['Front 4', 'Front 5', 'Front 6'], undefined]);
  // The first three are in the deck already.
  await add(8, true);
  const grown = await study.decks.get(ada, deck._id);
  expect(grown.cards.map(({ front }) => front)).toEqual(upTo(8).cards.map(({ front }) => front));
  expect(grown.generation).toEqual({ state: 'complete', asked: 10, made: 5 });
});
