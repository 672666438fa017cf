import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { asPremium, call, makePremium, newLearner, textForm, untilStudyKnowsPremium, type Learner } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';

interface Option {
  text: string;
  isCorrect: boolean;
  rationale: string;
}
interface Question {
  _id: string;
  question: string;
  options: Option[];
  explanation: string;
  topic: string;
  concept: string;
  source: { pointer: object; quote: string };
}

const guideOf = async (learner: Learner, text = lecture): Promise<string> =>
  (await call('POST', '/study-materials/unified', { token: learner.token, form: textForm(text) })).body._id as string;
const answersOf = (questions: Question[], isRight: (index: number) => boolean): string[] =>
  questions.map(({ options }, index) => options.find((option) => option.isCorrect === isRight(index))?.text ?? '');

test.describe('quizzes', () => {
  test('generated, read, taken, scored, deleted', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const { token } = learner;
    const studyMaterialId = await guideOf(learner);
    const made = await call('POST', '/quizzes/generate', { token, body: { studyMaterialId, stylePreference: null } });
    expect(made.status).toBe(201);
    const questions = made.body.questions as Question[];
    expect(questions.length).toBeGreaterThanOrEqual(5);
    if (questions.length < 10) expect(made.body.shortfall).toMatchObject({ asked: 10, made: questions.length, reason: expect.any(String) });
    for (const question of questions) {
      expect(question.options.filter((option) => option.isCorrect)).toHaveLength(1);
      expect(question.options.length).toBeGreaterThanOrEqual(3);
      expect(new Set(question.options.map((option) => option.text)).size).toBe(question.options.length);
      for (const option of question.options) expect(option.rationale).not.toBe('');
      expect(question.explanation.length).toBeGreaterThanOrEqual(60);
      expect(lecture).toContain(question.source.quote);
    }
    const id = made.body._id as string;
    const list = await call('GET', '/quizzes', { token });
    expect(list.body[0]).toMatchObject({ _id: id, questionCount: questions.length, currentScore: 0, studyMaterialId });
    expect(list.body[0].questions).toBeUndefined();
    expect((await call('GET', `/quizzes?studyMaterialId=${studyMaterialId},other`, { token })).body).toHaveLength(1);
    expect((await call('GET', '/quizzes?studyMaterialId=other', { token })).body).toHaveLength(0);

    const unanswered = await call('POST', `/quizzes/${id}/submit`, { token, body: { answers: [] } });
    expect(unanswered.status).toBe(400);
    expect(unanswered.body.msg).toBe('Please answer all questions before submitting');
    expect((await call('POST', `/quizzes/${id}/submit`, { token, body: { answers: questions.map(() => 'none of them') } })).status).toBe(
      400,
    );
    const half = await call('POST', `/quizzes/${id}/submit`, { token, body: { answers: answersOf(questions, (index) => index > 0) } });
    expect(half.status).toBe(200);
    expect(half.body).toEqual({
      score: Math.round(((questions.length - 1) / questions.length) * 100),
      totalQuestions: questions.length,
      correctAnswers: questions.length - 1,
      weakAreas: [],
    });
    const full = await call('POST', `/quizzes/${id}/submit`, { token, body: { answers: answersOf(questions, () => true) } });
    expect(full.body.score).toBe(100);
    const read = await call('GET', `/quizzes/${id}`, { token });
    expect(read.body).toMatchObject({
      currentScore: 100,
      attempts: 2,
      running_average: Math.round(((100 + half.body.score) / 2) * 100) / 100,
    });

    const refused = await call('PUT', `/quizzes/${id}/regenerate`, { token, body: { studyMaterialId, weakAreas: [] } });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ upgradeRequired: true, code: 'premium_required' });
    expect((await call('DELETE', `/quizzes/${id}`, { token })).body).toEqual({ _id: id });
    expect((await call('GET', `/quizzes/${id}`, { token })).status).toBe(404);
  });

  test('premium: twenty questions asked, weak areas, regeneration keeps score and attempts', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const { token } = learner;
    await makePremium(learner);
    await untilStudyKnowsPremium(learner);
    const studyMaterialId = await guideOf(learner);
    let made = await call('POST', '/quizzes/generate', { token, body: { studyMaterialId } });
    expect(made.status).toBe(201);
    const questions = made.body.questions as Question[];
    if (made.body.shortfall) expect(made.body.shortfall.asked).toBe(20);
    const id = made.body._id as string;
    const wrong = await call('POST', `/quizzes/${id}/submit`, { token, body: { answers: answersOf(questions, () => false) } });
    expect(wrong.body.score).toBe(0);
    expect(wrong.body.weakAreas.length).toBeGreaterThan(0);
    expect(wrong.body.weakAreas[0]).toEqual({ topic: expect.any(String), concept: expect.any(String) });
    expect((await call('PUT', `/quizzes/${id}/regenerate`, { token, body: { questionCount: 4 } })).status).toBe(400);
    expect((await call('PUT', `/quizzes/${id}/regenerate`, { token, body: { studyMaterialId: 'another' } })).status).toBe(409);
    made = await call('PUT', `/quizzes/${id}/regenerate`, {
      token,
      body: { studyMaterialId, weakAreas: wrong.body.weakAreas, questionCount: 5 },
    });
    // If the material has nothing new to ask, the quiz stays unchanged and the response says so.
    expect([200, 422]).toContain(made.status);
    const after = (await call('GET', `/quizzes/${id}`, { token })).body;
    expect(after).toMatchObject({ attempts: 1, currentScore: 0 });
    if (made.status === 200)
      for (const question of after.questions as Question[]) expect(questions.map((each) => each.question)).not.toContain(question.question);
  });

  test('400, 401, 403, 404, 409, 422', async () => {
    const learner = await newLearner();
    const { token } = learner;
    expect((await call('POST', '/quizzes/generate', { token, body: {} })).status).toBe(400);
    expect((await call('POST', '/quizzes/generate', { body: { studyMaterialId: 'x' } })).status).toBe(401);
    expect((await call('POST', '/quizzes/generate', { token, body: { studyMaterialId: 'nothing' } })).status).toBe(404);
    const little = await guideOf(learner, 'Short.');
    const refused = await call('POST', '/quizzes/generate', { token, body: { studyMaterialId: little } });
    expect(refused.status).toBe(422);
    expect(refused.body.code).toBe('too_little_material');
    expect((await call('GET', '/subscription/limits', { token })).body.quizzes.current).toBe(0);

    const studyMaterialId = await guideOf(learner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/quizzes/generate', { token, body: { studyMaterialId } })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 403 && answer.body.upgradeRequired)).toHaveLength(3);
    const id = answers.find((answer) => answer.status === 201)?.body._id as string;

    const stranger = await newLearner();
    expect((await call('GET', `/quizzes/${id}`, { token: stranger.token })).status).toBe(404);
    expect((await call('DELETE', `/quizzes/${id}`, { token: stranger.token })).status).toBe(404);
    expect((await call('POST', `/quizzes/${id}/submit`, { token: stranger.token, body: { answers: ['a'] } })).status).toBe(404);
    expect((await call('PUT', `/quizzes/${id}/regenerate`, { token: stranger.token, body: {} })).status).toBe(404);

    await makePremium(learner);
    await call('DELETE', `/study-materials/${studyMaterialId}`, { token });
    await expect
      .poll(async () => (await call('PUT', `/quizzes/${id}/regenerate`, { token, body: {} })).body.msg)
      .toBe('The study guide of this quiz was deleted.');
    expect((await call('GET', `/quizzes/${id}`, { token })).status).toBe(200);
  });

  test('the same Idempotency-Key counts one attempt', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const { token } = learner;
    const studyMaterialId = await guideOf(learner);
    const headers = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all(
      [0, 1].map(() => call('POST', '/quizzes/generate', { token, body: { studyMaterialId }, headers })),
    );
    expect(two?.body._id).toBe(one?.body._id);
    const answers = answersOf(one?.body.questions as Question[], () => true);
    for (let round = 0; round < 2; round++) await call('POST', `/quizzes/${one?.body._id}/submit`, { token, body: { answers }, headers });
    expect((await call('GET', `/quizzes/${one?.body._id}`, { token })).body.attempts).toBe(1);
  });
});

test.describe('flashcards', () => {
  test('generated, read, changed, deleted; more cards are premium', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const { token } = learner;
    const studyMaterialId = await guideOf(learner);
    const made = await call('POST', '/flashcards', { token, body: { studyMaterialId, stylePreference: null, cardCount: 10 } });
    expect(made.status).toBe(201);
    const cards = made.body.cards as { _id: string; front: string; back: string; source: { quote: string } }[];
    // The material has more facts, from which further cards are generated later.
    expect(cards).toHaveLength(10);
    for (const card of cards) {
      expect(card.front.trim()).not.toBe('');
      expect(card.back.trim()).not.toBe('');
      expect(lecture).toContain(card.source.quote);
    }
    const id = made.body._id as string;
    const list = await call('GET', '/flashcards', { token });
    expect(list.body[0]).toMatchObject({ _id: id, cardCount: cards.length, studyMaterialId });
    expect(list.body[0].cards).toBeUndefined();

    const kept = cards[0];
    const changed = await call('PUT', `/flashcards/${id}`, {
      token,
      body: {
        title: 'Mine',
        cards: [
          { _id: kept?._id, front: 'New front', back: kept?.back },
          { front: 'Own', back: 'Card' },
        ],
      },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      title: 'Mine',
      cardCount: 2,
      cards: [
        { _id: kept?._id, front: 'New front', source: kept?.source },
        { front: 'Own', back: 'Card' },
      ],
    });
    expect((await call('PUT', `/flashcards/${id}`, { token, body: { cards: [{ front: '', back: 'x' }] } })).status).toBe(400);
    expect((await call('GET', '/flashcards?q=mine', { token })).body).toHaveLength(1);

    const refused = await call('POST', `/flashcards/${id}/generate`, { token, body: { studyMaterialId } });
    expect(refused.status).toBe(403);
    expect(refused.body.upgradeRequired).toBe(true);
    await makePremium(learner);
    const more = await asPremium(() => call('POST', `/flashcards/${id}/generate`, { token, body: { studyMaterialId } }));
    expect(more.status).toBe(200);
    expect(more.body.flashcardId).toBe(id);
    expect(more.body.newCards.length).toBeGreaterThan(0);
    expect(more.body.newCards.length).toBeLessThanOrEqual(10);
    expect((await call('GET', `/flashcards/${id}`, { token })).body.cards).toHaveLength(2 + more.body.newCards.length);

    const stranger = await newLearner();
    for (const [method, path, body] of [
      ['GET', `/flashcards/${id}`, undefined],
      ['PUT', `/flashcards/${id}`, { title: 'x' }],
      ['DELETE', `/flashcards/${id}`, undefined],
      ['POST', `/flashcards/${id}/generate`, {}],
    ] as const)
      expect((await call(method, path, { token: stranger.token, ...(body && { body }) })).status).toBe(404);

    await call('DELETE', `/study-materials/${studyMaterialId}`, { token });
    await expect.poll(async () => (await call('POST', `/flashcards/${id}/generate`, { token, body: {} })).status).toBe(409);
    expect((await call('DELETE', `/flashcards/${id}`, { token })).body).toEqual({ _id: id });
    expect((await call('GET', `/flashcards/${id}`, { token })).status).toBe(404);
  });

  test('400, 401, 403, 404, 422', async () => {
    const learner = await newLearner();
    const { token } = learner;
    expect((await call('POST', '/flashcards', { token, body: {} })).status).toBe(400);
    expect((await call('POST', '/flashcards', { body: { studyMaterialId: 'x' } })).status).toBe(401);
    expect((await call('POST', '/flashcards', { token, body: { studyMaterialId: 'nothing' } })).status).toBe(404);
    expect((await call('POST', '/flashcards', { token, body: { studyMaterialId: await guideOf(learner, 'Short.') } })).status).toBe(422);
    const studyMaterialId = await guideOf(learner);
    const answers = await Promise.all(Array.from({ length: 7 }, () => call('POST', '/flashcards', { token, body: { studyMaterialId } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 403, 403]);
  });
});
