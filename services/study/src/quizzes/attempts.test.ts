import { attemptsCollection, quizzesCollection } from '../store.ts';
import { createStudyFake, creation } from '../testing.ts';

const ada = 'u1';
const setUp = async ({ isPremium = false } = {}) => {
  const study = createStudyFake();
  study.isPremium = isPremium;
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  const answers = (right: number) => quiz.questions.map((_question, index) => (index < right ? 'right' : 'wrong'));
  const submit = (right: number, more = {}, by = creation()) =>
    study.quizzes.submit(ada, quiz._id, { answers: answers(right), ...more }, by);
  const stored = study.store.collection(attemptsCollection);
  return { study, quiz, submit, stored };
};

describe('attempts', () => {
  it('are listed newest first, with their mode and duration', async () => {
    const { study, quiz, submit } = await setUp();
    await submit(4);
    await submit(9, { mode: 'test', durationMs: 61_000 });
    const attempts = await study.quizzes.listAttempts(ada, quiz._id);
    const finishedAt = '2026-03-05T10:00:00.000Z';
    expect(attempts).toEqual([
      { _id: expect.any(String), finishedAt, score: 90, correctAnswers: 9, totalQuestions: 10, mode: 'test', durationMs: 61_000 },
      { _id: expect.any(String), finishedAt, score: 40, correctAnswers: 4, totalQuestions: 10, mode: 'practice' },
    ]);
  });

  it('show each question as it was, the answer given and the right one, also after changes of the quiz', async () => {
    const { study, quiz, submit } = await setUp({ isPremium: true });
    await submit(1);
    const [first, second] = quiz.questions;
    await study.quizzes.removeQuestion(ada, quiz._id, first!._id);
    await study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r2');
    const [{ _id } = { _id: '' }] = await study.quizzes.listAttempts(ada, quiz._id);
    const { attempt, studyMaterialId } = await study.quizzes.getAttempt(ada, quiz._id, _id);
    expect(studyMaterialId).toBe('m1');
    expect(attempt.questions).toHaveLength(20);
    expect(attempt.questions[0]).toEqual({ ...first, answer: 'right', correctAnswer: 'right' });
    expect(attempt.questions[1]).toEqual({ ...second, answer: 'wrong', correctAnswer: 'right' });
    expect(attempt).not.toHaveProperty('weakAreas');
  });

  it('of a part of the quiz count as review: they are scored, and nothing is stored', async () => {
    const { study, quiz, submit, stored } = await setUp({ isPremium: true });
    await submit(5);
    const before = await study.store.collection(quizzesCollection).get({ userId: ada, _id: quiz._id });
    const questionIds = quiz.questions.slice(5, 8).map(({ _id }) => _id);
    const part = await study.quizzes.submit(ada, quiz._id, { answers: ['right', 'wrong', 'right'], questionIds }, creation());
    expect(part).toEqual({ score: 67, totalQuestions: 3, correctAnswers: 2, weakAreas: [{ topic: 'Heart', concept: 'Concept 7' }] });
    expect(await study.store.collection(quizzesCollection).get({ userId: ada, _id: quiz._id })).toEqual(before);
    expect(await stored.count('byQuiz', { userId: ada })).toBe(1);
    study.isPremium = false;
    expect(
      (await study.quizzes.submit(ada, quiz._id, { answers: ['wrong'], questionIds: questionIds.slice(1, 2) }, creation())).weakAreas,
    ).toEqual([]);
    for (const [answers, ids, code] of [
      [['right'], questionIds, 'invalid'],
      [['right'], ['nothing'], 'not_found'],
    ] as const)
      await expect(study.quizzes.submit(ada, quiz._id, { answers, questionIds: ids }, creation())).rejects.toMatchObject({ code });
  });

  it('are kept up to a hundred, the oldest go first; the mean counts all', async () => {
    const { study, quiz, submit, stored } = await setUp();
    for (let count = 0; count < 103; count += 1) await submit(count < 3 ? 0 : 10);
    const attempts = await study.quizzes.listAttempts(ada, quiz._id);
    expect(attempts).toHaveLength(100);
    expect(attempts.every(({ score }) => score === 100)).toBe(true);
    expect((await stored.findIds('byQuiz', { equals: { userId: ada, quizId: quiz._id } })).sort()).toEqual(
      attempts.map(({ _id }) => _id).sort(),
    );
    expect((await study.quizzes.get(ada, quiz._id)).attempts).toBe(103);
  });

  it('are stored once, also when the first try was interrupted before its answer', async () => {
    const { study, quiz, submit } = await setUp();
    const once = creation();
    const results = await submit(5, {}, once);
    await study.quizzes.removeQuestion(ada, quiz._id, quiz.questions[0]!._id);
    expect(await submit(5, {}, { ...once, resumed: true })).toEqual(results);
    expect(await study.quizzes.listAttempts(ada, quiz._id)).toHaveLength(1);
  });

  it('are all listed when two are submitted at once', async () => {
    const { study, quiz, submit, stored } = await setUp();
    await Promise.all([submit(4), submit(6)]);
    const attempts = await study.quizzes.listAttempts(ada, quiz._id);
    expect(attempts.map(({ score }) => score).sort()).toEqual([40, 60]);
    for (const { _id, correctAnswers } of attempts)
      expect((await stored.get({ userId: ada, _id }))?.questions.filter(({ answer }) => answer === 'right')).toHaveLength(correctAnswers);
  });

  it('leave nothing behind when they are refused, and go with their quiz and with the account', async () => {
    const { study, quiz, submit, stored } = await setUp();
    await expect(study.quizzes.submit(ada, quiz._id, { answers: ['right'] }, creation())).rejects.toMatchObject({ code: 'invalid' });
    expect(await stored.count('byQuiz', { userId: ada })).toBe(0);
    await Promise.allSettled([submit(5), study.quizzes.remove(ada, quiz._id), submit(5)]);
    expect(await stored.count('byQuiz', { userId: ada })).toBe(0);

    const other = await setUp();
    await other.submit(5);
    await other.study.quizzes.eraseAll(ada);
    expect(await other.stored.count('byQuiz', { userId: ada })).toBe(0);
  });

  it('belong to their learner and their quiz only', async () => {
    const { study, quiz, submit } = await setUp();
    await submit(5);
    const [{ _id } = { _id: '' }] = await study.quizzes.listAttempts(ada, quiz._id);
    const other = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r2');
    for (const attempted of [
      study.quizzes.listAttempts('u2', quiz._id),
      study.quizzes.getAttempt('u2', quiz._id, _id),
      study.quizzes.getAttempt(ada, other._id, _id),
      study.quizzes.getAttempt(ada, quiz._id, 'nothing'),
    ])
      await expect(attempted).rejects.toMatchObject({ code: 'not_found' });
  });
});
