import { calls } from '@lectern/contracts';
import { deletedAccountsCollection } from '@lectern/service-kit';
import { creationOf } from '@lectern/service-kit/testing';
import { countTurns } from '@lectern/test-servers';
import { createStudyFake, creation } from '../testing.ts';
import { allCollections, quizzesCollection } from '../store.ts';
import { learner, startServiceFake } from '../testingService.ts';

const ada = 'u1';
const setUp = async ({ isPremium = false } = {}) => {
  const study = createStudyFake();
  study.isPremium = isPremium;
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  /** Submits an attempt with this number of right answers. */
  const attempt = (right: number, by = creation()) =>
    study.quizzes.submit(ada, quiz._id, { answers: quiz.questions.map((_question, index) => (index < right ? 'right' : 'wrong')) }, by);
  return { study, quiz, attempt };
};

describe('quizzes', () => {
  it("§3 Quiz: has title, description, questions, 'currentScore', 'running_average', 'studyMaterialId', 'difficultyLevel' and 'createdAt'", async () => {
    const { quiz } = await setUp();
    expect(quiz).toMatchObject({
      _id: expect.any(String),
      title: 'Quiz: Heart',
      description: '10 questions on Heart',
      currentScore: 0,
      running_average: 0,
      recentScores: [],
      studyMaterialId: 'm1',
      difficultyLevel: 'medium',
      createdAt: '2026-03-05T10:00:00.000Z',
    });
    expect(quiz.questions[0]).toMatchObject({ question: 'Question 1?', explanation: 'because' });
    expect(quiz.questions[0]?.options[0]).toMatchObject({ text: 'right', isCorrect: true });
  });

  it("§3 Quiz: 'currentScore' is the best percent, 'running_average' the mean of all attempts", async () => {
    const { study, quiz, attempt } = await setUp();
    await attempt(8);
    await attempt(5);
    expect(await study.quizzes.get(ada, quiz._id)).toMatchObject({ currentScore: 80, running_average: 65, attempts: 2 });
  });

  it('§3 Quiz results: score in percent, totalQuestions, correctAnswers, and weakAreas with topic and concept', async () => {
    const { study, quiz, attempt } = await setUp({ isPremium: true });
    expect(await attempt(18)).toEqual({
      score: 90,
      totalQuestions: 20,
      correctAnswers: 18,
      weakAreas: [
        { topic: 'Heart', concept: 'Concept 19' },
        { topic: 'Heart', concept: 'Concept 20' },
      ],
    });
    expect((await study.quizzes.get(ada, quiz._id)).results?.score).toBe(90);
  });

  it('keeps the scores of the latest 20 attempts, oldest first, in the quiz and in lists', async () => {
    const { study, quiz, attempt } = await setUp();
    for (let round = 0; round < 22; round++) await attempt(round % 10);
    const scores = Array.from({ length: 20 }, (_, index) => ((index + 2) % 10) * 10);
    expect((await study.quizzes.get(ada, quiz._id)).recentScores).toEqual(scores);
    expect((await study.quizzes.list(ada, {})).items[0]?.recentScores).toEqual(scores);
  });

  it('counts two concurrent attempts', async () => {
    const { study, quiz, attempt } = await setUp();
    await Promise.all([attempt(4), attempt(6)]);
    const { attempts, recentScores } = await study.quizzes.get(ada, quiz._id);
    expect(attempts).toBe(2);
    expect([...(recentScores ?? [])].sort()).toEqual([40, 60]);
  });

  it('reads a quiz of an earlier version as one without scores', async () => {
    const { study, quiz, attempt } = await setUp();
    const stored = study.store.collection(quizzesCollection);
    const { recentScores: _recentScores, ...before } = (await stored.get({ userId: ada, _id: quiz._id }))!;
    await stored.upsert(before as never);
    expect((await study.quizzes.get(ada, quiz._id)).recentScores).toEqual([]);
    await attempt(7);
    expect((await study.quizzes.get(ada, quiz._id)).recentScores).toEqual([70]);
  });

  it('§4 Quiz taking: regenerating replaces the questions and keeps best score, attempts and their scores', async () => {
    const { study, quiz, attempt } = await setUp({ isPremium: true });
    await attempt(10);
    const weakAreas = [{ topic: 'Heart', concept: 'Concept 11' }];
    const next = await study.quizzes.regenerate(ada, quiz._id, { studyMaterialId: 'm1', weakAreas, questionCount: 12 }, creation(), 'r2');
    expect(next).toMatchObject({ currentScore: 50, running_average: 50, attempts: 1, recentScores: [50], questionCount: 12 });
    expect(next.results).toBeUndefined();
    expect(next.questions.map((question) => question._id)).not.toContain(quiz.questions[0]?._id);
    expect(study.asked.at(-1)).toMatchObject({ count: 12, options: { weakAreas }, avoid: quiz.questions.map(({ question }) => question) });
    expect((await study.quizzes.list(ada, { q: '12 QUESTIONS' })).items).toHaveLength(1);
  });

  it('§6 Quiz taking: a free learner may not regenerate and gets no weak areas', async () => {
    const { study, quiz, attempt } = await setUp();
    expect((await attempt(3)).weakAreas).toEqual([]);
    await expect(study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r2')).rejects.toMatchObject({ code: 'premium_required' });
  });

  it('stores an attempt and new questions once, also when the first try was interrupted before its answer', async () => {
    const { study, quiz, attempt } = await setUp({ isPremium: true });
    const one = creation();
    const results = await attempt(5, one);
    expect(await attempt(5, { ...one, resumed: true })).toEqual(results);
    expect(await study.quizzes.get(ada, quiz._id)).toMatchObject({ attempts: 1, recentScores: [25] });
    const first = creation();
    const next = await study.quizzes.regenerate(ada, quiz._id, {}, first, 'r2');
    expect(await study.quizzes.regenerate(ada, quiz._id, {}, { ...first, resumed: true }, 'r3')).toEqual(next);
  });

  it('stays deleted when it is changed at the same time', async () => {
    const { study, quiz, attempt } = await setUp({ isPremium: true });
    await Promise.allSettled([...Array.from({ length: 5 }, () => attempt(5)), study.quizzes.remove(ada, quiz._id), attempt(5)]);
    await expect(study.quizzes.get(ada, quiz._id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('§9 Limits: a free learner has 5 quizzes of 10 questions; premium is unlimited', async () => {
    const { study, quiz } = await setUp();
    expect(quiz.questions).toHaveLength(10);
    const generate = () => study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r2');
    for (let count = 1; count < 5; count++) await generate();
    await expect(generate()).rejects.toMatchObject({ code: 'limit_reached' });
    await study.quizzes.remove(ada, quiz._id);
    await generate();
    study.isPremium = true;
    await generate();
    expect(await study.quota.current('quizzes', ada)).toBe(6);
  });

  it('counts nothing when the engine finds fewer than 3 questions', async () => {
    const study = createStudyFake();
    study.supported = 2;
    await expect(study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1')).rejects.toMatchObject({
      code: 'too_little_material',
    });
    expect(await study.quota.current('quizzes', ada)).toBe(0);
  });

  it('a retry finds the result of an interrupted attempt', async () => {
    const { study, quiz } = await setUp();
    const again = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creationOf(quiz._id, true), 'r2');
    expect(again).toEqual(quiz);
    expect(await study.quota.current('quizzes', ada)).toBe(1);
  });

  it('lists quizzes with the current number of questions, without reading the questions', async () => {
    const { study, quiz } = await setUp();
    await study.quizzes.removeQuestion(ada, quiz._id, quiz.questions[0]?._id ?? '');
    const quizzes = study.store.collection(quizzesCollection);
    const whole = [jest.spyOn(quizzes, 'get'), jest.spyOn(quizzes, 'getMany'), jest.spyOn(quizzes, 'find')];
    expect((await study.quizzes.list(ada, {})).items).toMatchObject([{ _id: quiz._id, questionCount: 9 }]);
    for (const each of whole) expect(each).not.toHaveBeenCalled();
    jest.restoreAllMocks();
    await quizzes.update({ userId: ada, _id: quiz._id }, { unset: ['itemCount'] });
    expect((await study.quizzes.list(ada, {})).items).toMatchObject([{ questionCount: 9 }]);
  });

  it('stores the newest title of a guide when two arrive at once, in any order', async () => {
    const { study, quiz } = await setUp();
    await Promise.all([
      study.quizzes.sourceChanged(ada, 'm1', { title: 'Newest', version: 3 }),
      study.quizzes.sourceChanged(ada, 'm1', { title: 'Newest', version: 3 }),
      study.quizzes.sourceChanged(ada, 'm1', { title: 'Older', version: 2 }),
    ]);
    const stored = await study.store.collection(quizzesCollection).get({ userId: ada, _id: quiz._id });
    expect(stored).toMatchObject({ studyMaterialTitle: 'Newest', revision: 2 });
    await Promise.all([study.quizzes.sourceChanged(ada, 'm1', 'deleted'), study.quizzes.sourceChanged(ada, 'm1', 'deleted')]);
    expect(await study.store.collection(quizzesCollection).get({ userId: ada, _id: quiz._id })).toMatchObject({
      isSourceDeleted: true,
      revision: 3,
    });
  });

  it('applies a guide’s change in steps, so that other requests run in between', async () => {
    const { study } = await setUp();
    for (let index = 0; index < 4; index += 1) await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
    const turns = countTurns();
    await study.quizzes.sourceChanged(ada, 'm1', { title: 'The heart', version: 2 });
    // The first step may come before the first count.
    expect(turns()).toBeGreaterThanOrEqual(4);
  });

  it("belongs to its learner only, and follows its guide's title", async () => {
    const { study, quiz } = await setUp();
    for (const attempted of [study.quizzes.get('u2', quiz._id), study.quizzes.remove('u2', quiz._id)])
      await expect(attempted).rejects.toMatchObject({ code: 'not_found', message: 'Quiz not found.' });
    await study.quizzes.sourceChanged(ada, 'm1', { title: 'The heart', version: 2 });
    await study.quizzes.sourceChanged(ada, 'm1', { title: 'Older', version: 1 });
    expect((await study.quizzes.get(ada, quiz._id)).studyMaterialTitle).toBe('The heart');
    expect((await study.quizzes.list(ada, { studyMaterialId: 'm1,m2' })).items).toHaveLength(1);
    expect((await study.quizzes.list(ada, { studyMaterialId: 'm2', q: 'heart' })).items).toHaveLength(0);
  });

  it('leaves nothing of an account that was deleted while the engine worked', async () => {
    const { store, send } = await startServiceFake(() => store.collection(deletedAccountsCollection).upsert({ _id: learner }));
    const { status } = await send(calls.generateQuiz, { body: { studyMaterialId: 'm1' } });
    expect(status).toBe(401);
    const left = await Promise.all(
      allCollections.map(async (collection) => ((await store.collection(collection).find('_id')).length > 0 ? collection.name : [])),
    );
    expect(left.flat()).toEqual(['leases', 'deletedAccounts']);
  });

  describe('as the learner wants it', () => {
    it('has the number of questions and the difficulty that were asked for, within the plan', async () => {
      const { study } = await setUp();
      const generate = (wish: { questionCount?: number; difficultyLevel?: 'hard' }) =>
        study.quizzes.generate(ada, { studyMaterialId: 'm1', ...wish }, creation(), 'r1');
      expect(await generate({ questionCount: 5, difficultyLevel: 'hard' })).toMatchObject({ questionCount: 5, difficultyLevel: 'hard' });
      expect(study.asked.at(-1)).toMatchObject({ count: 5, options: { difficultyLevel: 'hard' } });
      await expect(generate({ questionCount: 11 })).rejects.toMatchObject({
        code: 'limit_reached',
        message: 'Your plan makes up to 10 questions at once. Upgrade to premium for more.',
      });
      study.isPremium = true;
      expect(await generate({ questionCount: 11 })).toMatchObject({ questionCount: 11, difficultyLevel: 'medium' });
    });

    it('comes from several guides, which stay with it through changes and deletions', async () => {
      const { study } = await setUp({ isPremium: true });
      study.titles.set('m2', 'Lungs').set('m3', 'Liver');
      const studyMaterialIds = ['m1', 'm2', 'm3'];
      const quiz = await study.quizzes.generate(ada, { studyMaterialIds }, creation(), 'r1');
      const title = 'Heart, Lungs and 1 more';
      expect(quiz).toMatchObject({ title: `Quiz: ${title}`, studyMaterialId: null, studyMaterialIds, studyMaterialTitle: title });
      expect(study.asked.at(-1)?.materials).toEqual(studyMaterialIds);
      expect((await study.quizzes.list(ada, { q: 'lungs' })).items).toMatchObject([{ studyMaterialId: null, studyMaterialIds }]);
      study.deletedMaterials.add('m2');
      await study.quizzes.sourceChanged(ada, 'm2', 'deleted');
      await study.quizzes.regenerate(ada, quiz._id, { studyMaterialId: null }, creation(), 'r2');
      expect(study.asked.at(-1)?.materials).toEqual(['m1', 'm3']);
      for (const id of studyMaterialIds) study.deletedMaterials.add(id);
      await expect(study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r3')).rejects.toMatchObject({
        code: 'conflict',
        message: 'The study guides of this quiz were deleted.',
      });
    });

    it('is refused when one of its guides is absent, or when they are too large together', async () => {
      const { study } = await setUp();
      const generate = (studyMaterialIds: string[]) => study.quizzes.generate(ada, { studyMaterialIds }, creation(), 'r1');
      study.deletedMaterials.add('m2');
      await expect(generate(['m1', 'm2'])).rejects.toMatchObject({ code: 'not_found' });
      for (const id of ['m3', 'm4']) study.texts.set(id, 'x'.repeat(600_000));
      await expect(generate(['m3', 'm4'])).rejects.toMatchObject({ code: 'too_large' });
      expect(await study.quota.current('quizzes', ada)).toBe(1);
      expect(await generate(['m1'])).toMatchObject({ studyMaterialId: 'm1', studyMaterialIds: ['m1'] });
    });

    it('gets a number when a quiz of its guide has its title', async () => {
      const { study, quiz } = await setUp();
      const generate = async (studyMaterialId = 'm1') => (await study.quizzes.generate(ada, { studyMaterialId }, creation(), 'r1')).title;
      expect([quiz.title, await generate(), await generate(), await generate('m2')]).toEqual([
        'Quiz: Heart',
        'Quiz: Heart 2',
        'Quiz: Heart 3',
        'Quiz: Heart',
      ]);
    });
  });

  it('is copied without its attempts, under new ids, once, and counts', async () => {
    const { study, quiz, attempt } = await setUp();
    await attempt(5);
    const once = creation();
    const copied = await study.quizzes.copy(ada, quiz._id, once);
    expect(copied).toEqual({
      ...quiz,
      _id: once.newId,
      title: 'Quiz: Heart (copy)',
      questions: quiz.questions.map((question) => ({ ...question, _id: expect.any(String) })),
    });
    expect(copied.questions.map(({ _id }) => _id)).not.toEqual(expect.arrayContaining([quiz.questions[0]?._id]));
    expect(await study.quizzes.copy(ada, quiz._id, { ...once, resumed: true })).toEqual(copied);
    expect(await study.quizzes.listAttempts(ada, copied._id)).toEqual([]);
    expect((await study.quizzes.copy(ada, copied._id, creation())).title).toBe('Quiz: Heart (copy) 2');
    await expect(study.quizzes.copy('u2', quiz._id, creation())).rejects.toMatchObject({ code: 'not_found' });
    for (let count = 3; count < 5; count += 1) await study.quizzes.copy(ada, quiz._id, creation());
    await expect(study.quizzes.copy(ada, quiz._id, creation())).rejects.toMatchObject({ code: 'limit_reached' });
  });

  it('is not copied when it has more questions than the plan', async () => {
    const { study, quiz } = await setUp({ isPremium: true });
    study.isPremium = false;
    await expect(study.quizzes.copy(ada, quiz._id, creation())).rejects.toMatchObject({ code: 'limit_reached' });
    expect(await study.quota.current('quizzes', ada)).toBe(1);
  });

  it('is deleted with others, each on its own', async () => {
    const { study, quiz } = await setUp();
    const other = await study.quizzes.generate('u2', { studyMaterialId: 'm1' }, creation(), 'r1');
    expect(await study.quizzes.removeMany(ada, [other._id, quiz._id, 'nothing'], 'r2')).toEqual({
      done: [quiz._id],
      failed: [
        { _id: other._id, msg: 'Quiz not found.' },
        { _id: 'nothing', msg: 'Quiz not found.' },
      ],
    });
    expect(await study.quota.current('quizzes', ada)).toBe(0);
    expect(await study.quizzes.get('u2', other._id)).toMatchObject({ _id: other._id });
  });

  describe('a quiz of the learner’s own', () => {
    const written = {
      question: 'Which valve is on the left?',
      options: [
        { text: 'Mitral', isCorrect: true },
        { text: 'Tricuspid', isCorrect: false },
      ],
    };

    it('has the title and description that the learner gave it, also after a regeneration', async () => {
      const { study, quiz } = await setUp({ isPremium: true });
      expect(await study.quizzes.update(ada, quiz._id, { title: 'Valves' })).toMatchObject({
        title: 'Valves',
        description: quiz.description,
      });
      expect(await study.quizzes.update(ada, quiz._id, { description: 'For Friday' })).toMatchObject({
        title: 'Valves',
        description: 'For Friday',
      });
      await study.quizzes.removeQuestion(ada, quiz._id, quiz.questions[0]!._id);
      const next = await study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r2');
      expect(next).toMatchObject({ title: 'Valves', description: 'For Friday' });
      expect((await study.quizzes.list(ada, { q: 'friday' })).items).toHaveLength(1);
      await expect(study.quizzes.update('u2', quiz._id, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    });

    it('takes a question without a source as its last one, once', async () => {
      const { study, quiz, attempt } = await setUp({ isPremium: true });
      await attempt(10);
      const once = creation();
      const made = await study.quizzes.addQuestion(ada, quiz._id, written, once);
      expect(made).toEqual({
        _id: once.newId,
        question: 'Which valve is on the left?',
        options: written.options.map((option) => ({ ...option, rationale: '' })),
        explanation: '',
        topic: 'Heart',
        concept: 'Which valve is on the left?',
        edited: true,
      });
      expect(await study.quizzes.addQuestion(ada, quiz._id, written, { ...once, resumed: true })).toEqual(made);
      const after = await study.quizzes.get(ada, quiz._id);
      expect(after).toMatchObject({ questionCount: 21, description: '21 questions on Heart', attempts: 1, currentScore: 50 });
      expect(after.questions.at(-1)).toEqual(made);
    });

    it('is edited without an explanation, which generated questions need', async () => {
      const { study, quiz } = await setUp({ isPremium: true });
      const made = await study.quizzes.addQuestion(ada, quiz._id, written, creation());
      const edit = { ...written, question: 'Which valve has two leaflets?' };
      const changed = await study.quizzes.updateQuestion(ada, quiz._id, made._id, edit);
      expect(changed.questions.at(-1)).toMatchObject({ question: edit.question, explanation: '' });
      const options = quiz.questions[0]!.options.map(({ text, isCorrect }) => ({ text, isCorrect }));
      await expect(study.quizzes.updateQuestion(ada, quiz._id, quiz.questions[0]!._id, { ...edit, options })).rejects.toMatchObject({
        code: 'invalid',
        message: 'An explanation is needed',
      });
    });

    it('keeps the questions that the learner wrote when the others are regenerated, and their number', async () => {
      const { study, quiz } = await setUp({ isPremium: true });
      const made = await study.quizzes.addQuestion(ada, quiz._id, written, creation());
      const next = await study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r2');
      expect(next.questionCount).toBe(21);
      expect(next.questions.at(-1)).toEqual(made);
      expect(study.asked.at(-1)).toMatchObject({ count: 20 });
      expect(study.asked.at(-1)?.avoid).toContain(written.question);
    });

    it('has no more questions than the plan allows', async () => {
      const { study, quiz } = await setUp();
      const add = () => study.quizzes.addQuestion(ada, quiz._id, written, creation());
      await expect(add()).rejects.toMatchObject({
        code: 'limit_reached',
        message: 'A quiz holds at most 10 questions on your plan. Upgrade to premium for more.',
      });
      await study.quizzes.removeQuestion(ada, quiz._id, quiz.questions[0]!._id);
      await add();
      await expect(add()).rejects.toMatchObject({ code: 'limit_reached' });
      study.isPremium = true;
      for (let count = 10; count < 100; count += 1) await add();
      await expect(add()).rejects.toMatchObject({ code: 'conflict', message: 'A quiz holds at most 100 questions.' });
      await expect(study.quizzes.addQuestion('u2', quiz._id, written, creation())).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('single questions', () => {
    const edit = (right: number, change = {}) => ({
      question: 'What is a valve?',
      options: ['right', 'new words', 'other'].map((text, index) => ({ text, isCorrect: index === right })),
      explanation: 'It lets blood through one way.',
      ...change,
    });

    it('changes a question; unchanged options keep their rationale, and the old question is not generated again', async () => {
      const { study, quiz, attempt } = await setUp({ isPremium: true });
      await attempt(10);
      const [first] = quiz.questions;
      const changed = await study.quizzes.updateQuestion(ada, quiz._id, first!._id, edit(0));
      expect(changed.questions[0]).toMatchObject({
        _id: first!._id,
        question: 'What is a valve?',
        explanation: 'It lets blood through one way.',
        options: [
          { text: 'right', isCorrect: true, rationale: 'why' },
          { text: 'new words', isCorrect: false, rationale: '' },
          { text: 'other', isCorrect: false, rationale: 'why' },
        ],
        edited: true,
        topic: first!.topic,
        source: first!.source,
      });
      expect(changed.questions.slice(1)).toEqual(quiz.questions.slice(1));
      expect(changed.results?.score).toBe(50);
      await study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r2');
      expect(study.asked.at(-1)?.avoid).toEqual([...quiz.questions.map(({ question }) => question), 'What is a valve?']);
    });

    it('another right option drops the latest results and old rationales, and keeps the scores', async () => {
      const { study, quiz, attempt } = await setUp();
      await attempt(5);
      const changed = await study.quizzes.updateQuestion(ada, quiz._id, quiz.questions[0]!._id, edit(2));
      expect(changed).toMatchObject({ currentScore: 50, attempts: 1 });
      expect(changed.results).toBeUndefined();
      expect(changed.questions[0]?.options.map(({ rationale }) => rationale)).toEqual(['', '', '']);
    });

    it('keeps the number of options', async () => {
      const { study, quiz } = await setUp();
      const four = edit(0);
      four.options.push({ text: 'fourth', isCorrect: false });
      await expect(study.quizzes.updateQuestion(ada, quiz._id, quiz.questions[0]!._id, four)).rejects.toMatchObject({ code: 'invalid' });
    });

    it('removes a question for good: scores stay, the latest results are dropped', async () => {
      const { study, quiz, attempt } = await setUp({ isPremium: true });
      await attempt(10);
      const gone = quiz.questions[3]!;
      expect(await study.quizzes.removeQuestion(ada, quiz._id, gone._id)).toEqual({ _id: gone._id });
      const left = await study.quizzes.get(ada, quiz._id);
      expect(left).toMatchObject({ questionCount: 19, description: '19 questions on Heart', currentScore: 50, attempts: 1 });
      expect(left.results).toBeUndefined();
      expect(left.questions).toEqual(quiz.questions.filter(({ _id }) => _id !== gone._id));
      await study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r2');
      expect(study.asked.at(-1)?.avoid).toContain(gone.question);
      await expect(study.quizzes.removeQuestion(ada, quiz._id, gone._id)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('refuses to delete the last question, also when all are deleted at once', async () => {
      const { study, quiz } = await setUp();
      const outcomes = await Promise.allSettled(quiz.questions.map(({ _id }) => study.quizzes.removeQuestion(ada, quiz._id, _id)));
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason as unknown);
      expect(refused).toMatchObject([{ code: 'conflict', message: "This is the quiz's last question. Delete the quiz instead." }]);
      expect(await study.quizzes.get(ada, quiz._id)).toMatchObject({ questionCount: 1, description: '1 question on Heart' });
    });

    it('stores a report, counts it once, and logs none of its text', async () => {
      const { study, quiz } = await setUp();
      const { _id } = quiz.questions[1]!;
      const report = (comment?: string) => study.quizzes.reportQuestion(ada, quiz._id, _id, { reason: 'wrong', comment }, 'r9');
      expect(await report('My lecturer says otherwise.')).toEqual({ message: expect.stringMatching(/\S/) });
      expect((await study.quizzes.get(ada, quiz._id)).questions[1]?.reported).toEqual({
        reason: 'wrong',
        comment: 'My lecturer says otherwise.',
        at: '2026-03-05T10:00:00.000Z',
      });
      await report();
      expect((await study.quizzes.get(ada, quiz._id)).questions[1]?.reported).not.toHaveProperty('comment');
      expect(study.reports).toEqual([{ content: 'question', reason: 'wrong', engine: 'fake' }]);
      expect(study.logged).toHaveLength(2);
      expect(JSON.stringify(study.logged)).not.toMatch(/lecturer|Question 2/);
    });

    it('belong to their learner only', async () => {
      const { study, quiz } = await setUp();
      const { _id } = quiz.questions[0]!;
      for (const attempted of [
        study.quizzes.updateQuestion('u2', quiz._id, _id, edit(0)),
        study.quizzes.removeQuestion('u2', quiz._id, _id),
        study.quizzes.reportQuestion('u2', quiz._id, _id, { reason: 'other' }, 'r2'),
      ])
        await expect(attempted).rejects.toMatchObject({ code: 'not_found', message: 'Quiz not found.' });
      await expect(study.quizzes.updateQuestion(ada, quiz._id, 'none', edit(0))).rejects.toMatchObject({ message: 'Question not found.' });
    });
  });

  it('stores the model usage over all regenerations, and never answers it', async () => {
    const study = createStudyFake();
    study.isPremium = true;
    study.usage = { model: 'm', calls: 1, inputTokens: 100, outputTokens: 10, costUsd: 0.5 };
    const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
    expect(quiz).not.toHaveProperty('usage');
    await study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r2');
    expect((await study.store.collection(quizzesCollection).get({ userId: ada, _id: quiz._id }))?.usage).toEqual([
      { model: 'm', calls: 2, inputTokens: 200, outputTokens: 20, costUsd: 1 },
    ]);
  });
});
