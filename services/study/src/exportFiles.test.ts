import type { QuizAttemptDetail, FlashcardDeck, Quiz } from '@lectern/contracts';
import { DomainError, type AccountExportFile } from '@lectern/service-kit';
import { createStudyFake, creation } from './testing.ts';
import { exportFiles } from './exportFiles.ts';
import type { StudyContext } from './StudyContext.ts';

const ada = 'u1';
const read = async (files: AsyncIterable<AccountExportFile>): Promise<Record<string, string>> => {
  const all: Record<string, string> = {};
  for await (const { name, content } of files) {
    expect(all).not.toHaveProperty([name]);
    let text = '';
    if (typeof content === 'string') text = content;
    else if (content instanceof Uint8Array) throw new Error(`${name} is not text.`);
    else for await (const part of content) text += part;
    all[name] = text;
  }
  return all;
};
/** A learner with a quiz that was taken, one of the same title that was not, a deck, a review and an exam. */
const setUp = async () => {
  const study = createStudyFake();
  study.isPremium = true;
  const generate = () => study.quizzes.generate(ada, { studyMaterialId: 'm1', questionCount: 5 }, creation(), 'r1');
  const [quiz, other] = [await generate(), await generate()];
  await study.quizzes.update(ada, other._id, { title: quiz.title });
  await study.quizzes.submit(ada, quiz._id, { answers: quiz.questions.map(() => 'wrong') }, creation());
  const deck = await study.decks.create(ada, { studyMaterialId: 'm1', cardCount: 5 }, creation(), 'r1');
  const review = { itemId: deck.cards[0]!._id, kind: 'card', rating: 'good', durationMs: 4_000 } as const;
  await study.reviews.create(ada, review, creation());
  await study.reviews.exams.create(ada, { name: 'Cardiology', date: '2026-04-01', studyMaterialIds: ['m1'] }, creation());
  return { study, quiz, deck, review };
};

test('has quizzes with their attempts, decks, the log of reviews, settings and exams', async () => {
  const { study, quiz, deck, review } = await setUp();
  const files = await read(exportFiles(study.study)(ada));
  const json = <T>(name: string): T => JSON.parse(files[name] ?? '') as T;
  expect(Object.keys(files).sort()).toEqual(
    [
      'quizzes/Quiz Heart.csv',
      'quizzes/Quiz Heart.json',
      'quizzes/Quiz Heart  (2).csv',
      'quizzes/Quiz Heart  (2).json',
      'quizzes/Quiz Heart  (2) (attempts).json',
      'flashcards/Flashcards Heart.csv',
      'flashcards/Flashcards Heart.json',
      'reviews.csv',
      'reviews.json',
      'review-settings.json',
      'exams.json',
      'links-to-quizzes-and-decks.json',
    ].sort(),
  );
  // Lists are newest first, so the quiz that was taken is the second of the title.
  expect(json<Quiz>('quizzes/Quiz Heart  (2).json')).toMatchObject({ _id: quiz._id, questions: quiz.questions });
  expect(json<QuizAttemptDetail[]>('quizzes/Quiz Heart  (2) (attempts).json')).toMatchObject([{ totalQuestions: quiz.questions.length }]);
  expect(json<FlashcardDeck>('flashcards/Flashcards Heart.json').cards).toEqual(deck.cards);
  expect(files['flashcards/Flashcards Heart.csv']).toContain(deck.cards[0]!.front);
  const answered = study.now.toISOString();
  expect(files['reviews.csv']!.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Item,Kind,Deck or quiz,Answered at,Rating,Duration in ms,Evidence',
    ...quiz.questions.map((question) => `${question._id},question,${quiz._id},${answered},again,,quiz`),
    `${review.itemId},card,${deck._id},${answered},good,4000,review`,
  ]);
  expect(json<{ itemId: string; reviews: unknown[] }[]>('reviews.json').find(({ itemId }) => itemId === review.itemId)).toMatchObject({
    ...{ kind: 'card', parentId: deck._id, state: 'learning' },
    reviews: [{ rating: 'good', answeredAt: answered, durationMs: 4_000 }],
  });
  expect(json('review-settings.json')).toMatchObject({ desiredRetention: 0.9 });
  expect(json('exams.json')).toMatchObject([{ name: 'Cardiology' }]);
});

test('of somebody without anything it has empty lists, and nothing of others', async () => {
  const { study } = await setUp();
  const files = await read(exportFiles(study.study)('u2'));
  expect(Object.keys(files)).toEqual([
    'reviews.csv',
    'reviews.json',
    'review-settings.json',
    'exams.json',
    'links-to-quizzes-and-decks.json',
  ]);
  expect([JSON.parse(files['reviews.json']!), JSON.parse(files['exams.json']!)]).toEqual([[], []]);
  expect(files['reviews.csv']!.trim().split('\r\n')).toHaveLength(1);
});

test('leaves out what was deleted meanwhile, and fails with any other error', async () => {
  const { study } = await setUp();
  const context = study.study;
  const exported = (store: Partial<StudyContext['store']>) => read(exportFiles({ ...context, store: { ...context.store, ...store } })(ada));
  const { quizzes, decks, attempts, reviewItems } = context.store;
  /** A collection whose documents are deleted after they were listed. */
  const withGet = <C extends { get: unknown }>(collection: C, get: () => Promise<undefined>): C =>
    new Proxy(collection, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name === 'get') return get;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const gone = () => Promise.resolve(undefined);
  const files = await exported({ quizzes: withGet(quizzes, gone), decks: withGet(decks, gone), reviewItems: withGet(reviewItems, gone) });
  expect(Object.keys(files)).toEqual([
    'reviews.csv',
    'reviews.json',
    'review-settings.json',
    'exams.json',
    'links-to-quizzes-and-decks.json',
  ]);
  expect(JSON.parse(files['reviews.json']!)).toEqual([]);
  const noAttempts = await exported({ attempts: withGet(attempts, gone) });
  expect(noAttempts['quizzes/Quiz Heart  (2) (attempts).json']).toBe('[]\n');
  const failure = new DomainError('unavailable', 'The store is away.', { retryAfterSeconds: 2 });
  await expect(exported({ decks: withGet(decks, () => Promise.reject(failure)) })).rejects.toBe(failure);
});
