import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { asPremium, call, fileForm, makePremium, newLearner, textForm, type Learner } from '../../support/api.ts';
import { sampleDeck } from '../../support/decks.ts';
import { lecture } from '../../support/lecture.ts';

/** What learners write and practise themselves: own quizzes and decks, attempts, copies, and quizzes from several guides. */

interface Question {
  _id: string;
  question: string;
  options: { text: string; isCorrect: boolean; rationale: string }[];
}

const guideOf = async ({ token }: Learner, text = lecture): Promise<string> =>
  (await call('POST', '/study-materials/unified', { token, form: textForm(text) })).body._id as string;
const quizOf = async (learner: Learner): Promise<{ _id: string; questions: Question[] }> => {
  const { body } = await call('POST', '/quizzes/generate', { token: learner.token, body: { studyMaterialId: await guideOf(learner) } });
  return body as { _id: string; questions: Question[] };
};
const written = {
  question: 'Which one is it?',
  options: [
    { text: 'This one', isCorrect: true },
    { text: 'That one', isCorrect: false },
  ],
};

test('a quiz is renamed, and takes questions of the learner’s own', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const quiz = await quizOf(learner);
  const renamed = await call('PUT', `/quizzes/${quiz._id}`, { token, body: { title: ' Valves ', description: 'For Friday' } });
  expect([renamed.status, renamed.body.title, renamed.body.description]).toEqual([200, 'Valves', 'For Friday']);
  expect((await call('PUT', `/quizzes/${quiz._id}`, { token, body: { title: ' ' } })).status).toBe(400);
  expect((await call('GET', '/quizzes?q=friday', { token })).body).toMatchObject([{ _id: quiz._id, title: 'Valves' }]);

  const at = `/quizzes/${quiz._id}/questions`;
  // A full quiz has ten questions in the free plan. The number that the engine generates from a short text does not matter here.
  for (const { _id } of quiz.questions.slice(9)) await call('DELETE', `${at}/${_id}`, { token });
  for (let count = quiz.questions.length; count < 9; count += 1) await call('POST', at, { token, body: written });
  const headers = { 'idempotency-key': randomUUID() };
  const [one, again] = [
    await call('POST', at, { token, headers, body: written }),
    await call('POST', at, { token, headers, body: written }),
  ];
  expect(one.status).toBe(201);
  expect(one.body).toMatchObject({ question: written.question, explanation: '', edited: true });
  expect(one.body.source).toBeUndefined();
  expect(again.body).toEqual(one.body);
  const refused = await call('POST', at, { token, body: written });
  expect([refused.status, refused.body.code, refused.body.upgradeRequired]).toEqual([403, 'limit_reached', true]);
  expect((await call('POST', at, { token, body: { ...written, options: written.options.slice(1) } })).status).toBe(400);
  const after = (await call('GET', `/quizzes/${quiz._id}`, { token })).body;
  expect([after.questionCount, after.questions.at(-1)]).toEqual([10, one.body]);
  const answers = (after.questions as Question[]).map(({ options }) => options.find(({ isCorrect }) => isCorrect)?.text ?? '');
  expect((await call('POST', `/quizzes/${quiz._id}/submit`, { token, body: { answers } })).body).toMatchObject({ score: 100 });
});

test('a deck of the learner’s own has no guide, and counts', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const card = { front: 'Mitral', back: 'Left' };
  const made = await call('POST', '/flashcards/own', { token, body: { title: 'Valves', cards: [card] } });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ title: 'Valves', cardCount: 1, studyMaterialId: null, studyMaterialIds: [], cards: [card] });
  const added = await call('POST', `/flashcards/${made.body._id}/cards`, { token, body: { front: 'Tricuspid', back: 'Right' } });
  expect([added.status, added.body]).toEqual([201, { _id: expect.any(String), front: 'Tricuspid', back: 'Right', edited: true }]);
  expect((await call('GET', '/flashcards', { token })).body).toMatchObject([{ _id: made.body._id, cardCount: 2, studyMaterialId: null }]);
  // Billing fetches the counts, and falls back to the last known ones after half a second.
  await expect
    .poll(() => call('GET', '/subscription/limits', { token }))
    .toMatchObject({ status: 200, body: { flashcards: { current: 1 } } });
  expect((await call('POST', `/flashcards/${made.body._id}/generate`, { token, body: {} })).status).toBe(409);
  expect((await call('POST', '/flashcards/own', { token, body: { title: ' ' } })).status).toBe(400);
  const full = await call('POST', '/flashcards/own', { token, body: { title: 'Full', cards: Array.from({ length: 21 }, () => card) } });
  expect([full.status, full.body.upgradeRequired]).toEqual([403, true]);
  for (let count = 1; count < 5; count += 1) await call('POST', '/flashcards/own', { token, body: { title: 'More' } });
  expect((await call('POST', '/flashcards/own', { token, body: { title: 'Too many' } })).status).toBe(403);
  await makePremium(learner);
  const large = { title: 'Premium', cards: Array.from({ length: 21 }, () => card) };
  expect((await asPremium(() => call('POST', '/flashcards/own', { token, body: large }))).status).toBe(201);
});

test('attempts are kept with their questions and answers; a part of a quiz is review', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const { _id, questions } = await quizOf(learner);
  const at = `/quizzes/${_id}`;
  const optionOf = ({ options }: Question, isRight: boolean): string => options.find(({ isCorrect }) => isCorrect === isRight)?.text ?? '';
  const answers = questions.map((question, index) => optionOf(question, index > 1));
  const headers = { 'idempotency-key': randomUUID() };
  for (let round = 0; round < 2; round += 1)
    await call('POST', `${at}/submit`, { token, headers, body: { answers, mode: 'test', durationMs: 90_000 } });
  const listed = await call('GET', `${at}/attempts`, { token });
  const correctAnswers = questions.length - 2;
  expect([listed.status, listed.body]).toEqual([
    200,
    [
      {
        _id: expect.any(String),
        finishedAt: expect.any(String),
        score: Math.round((correctAnswers / questions.length) * 100),
        correctAnswers,
        totalQuestions: questions.length,
        mode: 'test',
        durationMs: 90_000,
      },
    ],
  ]);
  const before = (await call('GET', at, { token })).body;
  const missed = questions.slice(0, 2);
  const part = await call('POST', `${at}/submit`, {
    token,
    body: { answers: missed.map((question) => optionOf(question, true)), questionIds: missed.map((question) => question._id) },
  });
  expect([part.status, part.body]).toEqual([200, { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] }]);
  expect((await call('GET', at, { token })).body).toEqual(before);
  const twice = { answers: ['a', 'b'], questionIds: [questions[0]?._id, questions[0]?._id] };
  expect((await call('POST', `${at}/submit`, { token, body: twice })).status).toBe(400);

  await call('DELETE', `${at}/questions/${questions[0]?._id}`, { token });
  const attempt = await call('GET', `${at}/attempts/${listed.body[0]._id}`, { token });
  expect(attempt.status).toBe(200);
  expect(attempt.body.questions).toHaveLength(questions.length);
  for (const [index, question] of questions.entries())
    expect(attempt.body.questions[index]).toMatchObject({
      _id: question._id,
      question: question.question,
      options: question.options,
      answer: answers[index],
      correctAnswer: optionOf(question, true),
    });
  expect((await call('GET', `${at}/attempts/nothing`, { token })).status).toBe(404);
  await call('DELETE', at, { token });
  expect((await call('GET', `${at}/attempts`, { token })).status).toBe(404);
});

test('a quiz and a deck have the size and the guides that the learner chose', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const studyMaterialIds = [
    await guideOf(learner),
    (await call('POST', '/study-materials/unified', { token, form: fileForm(sampleDeck('nursing-heart-failure.pptx')) })).body
      ._id as string,
  ];
  const [first, second] = studyMaterialIds;
  const generate = (body: object) => call('POST', '/quizzes/generate', { token, body });
  const small = await generate({ studyMaterialId: first, questionCount: 5, difficultyLevel: 'easy' });
  expect([small.status, small.body.questionCount, small.body.difficultyLevel]).toEqual([201, 5, 'easy']);
  const again = await generate({ studyMaterialIds: [first], questionCount: 5 });
  expect([again.body.title, again.body.studyMaterialId]).toEqual([`${small.body.title} 2`, first]);

  const several = await generate({ studyMaterialIds, questionCount: 6 });
  expect(several.status).toBe(201);
  expect(several.body).toMatchObject({ questionCount: 6, studyMaterialId: null, studyMaterialIds });
  const guides = (several.body.questions as { source: { studyMaterialId: string } }[]).map(({ source }) => source.studyMaterialId);
  // Both guides, in order. `generateFromSources.test.ts` tests their shares: if one yields fewer questions, the other makes up for it.
  expect(guides.toSorted((one, other) => studyMaterialIds.indexOf(one) - studyMaterialIds.indexOf(other))).toEqual(guides);
  expect(new Set(guides)).toEqual(new Set([first, second]));
  const deck = await call('POST', '/flashcards', { token, body: { studyMaterialIds, cardCount: 6, difficultyLevel: 'hard' } });
  expect(deck.body).toMatchObject({ cardCount: 6, studyMaterialId: null, studyMaterialIds, difficultyLevel: 'hard' });
  expect(
    new Set((deck.body.cards as { source: { studyMaterialTitle: string } }[]).map(({ source }) => source.studyMaterialTitle)).size,
  ).toBe(2);

  const over = await generate({ studyMaterialId: first, questionCount: 11 });
  expect([over.status, over.body.code, over.body.upgradeRequired]).toEqual([403, 'limit_reached', true]);
  expect((await call('POST', '/flashcards', { token, body: { studyMaterialId: first, cardCount: 21 } })).status).toBe(403);
  for (const body of [
    { studyMaterialId: first, questionCount: 4 },
    { studyMaterialId: first, questionCount: 21 },
    { studyMaterialId: first, studyMaterialIds },
    { studyMaterialIds: [] },
    { studyMaterialIds: [first, first] },
    { studyMaterialIds: Array.from({ length: 21 }, (_, index) => `id${index}`) },
  ])
    expect((await generate(body)).status, JSON.stringify(body)).toBe(400);
  expect((await generate({ studyMaterialIds: [first, 'nothing'] })).status).toBe(404);
});

test('quizzes and decks are copied, and deleted several at once', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const quiz = await quizOf(learner);
  const headers = { 'idempotency-key': randomUUID() };
  const copied = await call('POST', `/quizzes/${quiz._id}/copy`, { token, headers });
  expect([copied.status, copied.body.title]).toEqual([201, expect.stringMatching(/ \(copy\)$/)]);
  const texts = (questions: Question[]): string[] => questions.map(({ question }) => question);
  expect(texts(copied.body.questions as Question[])).toEqual(texts(quiz.questions));
  expect((await call('POST', `/quizzes/${quiz._id}/copy`, { token, headers })).body).toEqual(copied.body);
  const removed = await call('POST', '/quizzes/delete', { token, body: { ids: [quiz._id, 'nothing', copied.body._id] } });
  expect([removed.status, removed.body]).toEqual([
    200,
    { done: [quiz._id, copied.body._id], failed: [{ _id: 'nothing', msg: 'Quiz not found.' }] },
  ]);
  expect((await call('GET', '/quizzes', { token })).body).toEqual([]);
  // The stored response contained the text of the copy.
  expect((await call('POST', `/quizzes/${quiz._id}/copy`, { token, headers })).status).toBe(409);

  const original = await quizOf(learner);
  const key = { 'idempotency-key': randomUUID() };
  const kept = await call('POST', `/quizzes/${original._id}/copy`, { token, headers: key });
  await call('DELETE', `/quizzes/${original._id}`, { token });
  expect((await call('POST', `/quizzes/${original._id}/copy`, { token, headers: key })).body).toEqual(kept.body);
  await call('DELETE', `/quizzes/${kept.body._id}`, { token });

  const deck = (await call('POST', '/flashcards/own', { token, body: { title: 'Valves', cards: [{ front: 'a', back: 'b' }] } })).body;
  const other = await call('POST', `/flashcards/${deck._id}/copy`, { token });
  expect([other.status, other.body.title, other.body.cardCount]).toEqual([201, 'Valves (copy)', 1]);
  expect((await call('POST', '/flashcards/delete', { token, body: { ids: [deck._id, other.body._id] } })).body.failed).toEqual([]);
  expect((await call('GET', '/subscription/limits', { token })).body).toMatchObject({
    quizzes: { current: 0 },
    flashcards: { current: 0 },
  });
  for (const ids of [[], ['a', 'a'], Array.from({ length: 101 }, (_, index) => `id${index}`), [7]])
    expect((await call('POST', '/quizzes/delete', { token, body: { ids } })).status).toBe(400);
});

test('guides are moved and deleted several at once', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const [one, two] = [await guideOf(learner), await guideOf(learner)];
  const folder = (await call('POST', '/folders', { token, body: { name: 'Nursing' } })).body._id as string;
  const moved = await call('POST', `/folders/${folder}/materials`, { token, body: { studyMaterialIds: [one, 'nothing', two] } });
  expect([moved.status, moved.body]).toEqual([
    200,
    {
      _id: folder,
      name: 'Nursing',
      createdAt: expect.any(String),
      studyMaterials: [two, one],
      studyMaterialCount: 2,
      done: [one, two],
      failed: [{ _id: 'nothing', msg: 'Study guide not found.' }],
    },
  ]);
  for (const body of [{}, { materialId: one, studyMaterialIds: [two] }, { studyMaterialIds: [] }])
    expect((await call('POST', `/folders/${folder}/materials`, { token, body })).status).toBe(400);
  expect((await call('POST', '/folders/nothing/materials', { token, body: { studyMaterialIds: [one] } })).status).toBe(404);
  const removed = await call('POST', '/study-materials/delete', { token, body: { ids: [two, one] } });
  expect([removed.status, removed.body]).toEqual([200, { done: [two, one], failed: [] }]);
  expect((await call('GET', `/folders/${folder}`, { token })).body).toMatchObject({ studyMaterialCount: 0, materials: [] });
  expect((await call('GET', '/subscription/limits', { token })).body.studyMaterials.current).toBe(0);
});

test('a guide has versions to go back to, and marks that are kept with it', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const at = `/study-materials/${await guideOf(learner)}`;
  const made = (await call('GET', at, { token })).body.processedContent.markdownContent as string;
  await call('PUT', at, { token, body: { content: 'The heart pumps.' } });
  await call('PUT', at, { token, body: { content: 'The heart rests.' } });
  const versions = await call('GET', `${at}/versions`, { token });
  expect(versions.status).toBe(200);
  expect(versions.body).toMatchObject([
    { version: 2, edited: true, isCurrent: true, preview: 'The heart rests....' },
    { version: 1, edited: true, isCurrent: false, preview: 'The heart pumps....' },
    { version: 0, edited: false, isCurrent: false },
  ]);
  const marks = [
    { _id: 'first', quote: 'heart  PUMPS', before: 'The ', after: '.', colour: 'green', note: 'Always?' },
    { quote: 'The heart', before: '', after: '', colour: 'yellow' },
  ];
  const kept = await call('PUT', `${at}/marks`, { token, body: marks });
  expect([kept.status, kept.body]).toEqual([
    200,
    [
      { ...marks[0], isLost: true },
      { ...marks[1], _id: expect.any(String), isLost: false },
    ],
  ]);
  const back = await call('PUT', at, { token, body: { version: 1 } });
  expect([back.status, back.body.processedContent.markdownContent, back.body.edited]).toEqual([200, 'The heart pumps.', true]);
  expect((await call('GET', `${at}/marks`, { token })).body).toMatchObject([{ isLost: false }, { isLost: false }]);
  const words = { quote: 'heart  PUMPS', before: 'The ', after: '.', colour: 'blue', note: 'Never?' };
  const [changed, removed] = await Promise.all([
    call('PUT', `${at}/marks/first`, { token, body: words }),
    call('DELETE', `${at}/marks/${kept.body[1]._id}`, { token }),
  ]);
  expect([changed.status, changed.body]).toEqual([200, { ...words, _id: 'first', isLost: false }]);
  expect([removed.status, removed.body]).toEqual([200, { _id: kept.body[1]._id }]);
  expect((await call('GET', `${at}/marks`, { token })).body).toEqual([changed.body]);
  expect((await call('DELETE', `${at}/marks/${kept.body[1]._id}`, { token })).status).toBe(404);
  const original = await call('PUT', at, { token, body: { version: 0 } });
  expect([original.body.processedContent.markdownContent, original.body.edited]).toEqual([made, false]);

  expect((await call('PUT', at, { token, body: { version: 99 } })).status).toBe(404);
  expect((await call('PUT', at, { token, body: { version: 1, content: 'x' } })).status).toBe(400);
  for (const wrong of [
    { ...marks[1], colour: 'red' },
    { ...marks[1], quote: ' ' },
    { ...marks[1], quote: 'x'.repeat(2_001) },
  ])
    expect((await call('PUT', `${at}/marks`, { token, body: [wrong] })).status).toBe(400);
  expect((await call('PUT', `${at}/marks`, { token, body: [marks[0], marks[0]] })).status).toBe(400);
  expect((await call('PUT', `${at}/marks`, { token, body: Array.from({ length: 501 }, () => marks[1]) })).status).toBe(400);
});
