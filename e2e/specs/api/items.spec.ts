import { expect, test } from '@playwright/test';
import { call, fileForm, newLearner, textForm, theSite, type Learner } from '../../support/api.ts';
import { sampleDeck } from '../../support/decks.ts';
import { lecture } from '../../support/lecture.ts';

interface Question {
  _id: string;
  question: string;
  options: { text: string; isCorrect: boolean; rationale: string }[];
  explanation: string;
  source: { pointer: { kind: string; slide: number }; quote: string };
}

const quizOf = async ({ token }: Learner) => {
  const guide = await call('POST', '/study-materials/unified', { token, form: textForm(lecture) });
  const { body } = await call('POST', '/quizzes/generate', { token, body: { studyMaterialId: guide.body._id, stylePreference: null } });
  return { id: body._id as string, questions: body.questions as Question[] };
};
const editOf = ({ question, options, explanation }: Question) => ({
  question,
  options: options.map(({ text, isCorrect }) => ({ text, isCorrect })),
  explanation,
});
const figure = async (port: 'GATEWAY_PORT' | 'LIBRARY_SERVICE_PORT' | 'STUDY_SERVICE_PORT', sample: RegExp): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${theSite().ports[port]}/metrics`)).text();
  return Number(new RegExp(`^${sample.source} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
};

test('a question is changed, reported and deleted by its owner alone', { tag: '@engine' }, async () => {
  const [learner, other] = [await newLearner(), await newLearner()];
  const { token } = learner;
  const { id, questions } = await quizOf(learner);
  const [first, second] = questions as [Question, Question];
  const at = `/quizzes/${id}/questions/${first._id}`;

  const edited = { ...editOf(first), question: ' What is it really? ' };
  const changed = await call('PUT', at, { token, body: edited });
  expect(changed.status).toBe(200);
  expect(changed.body.questions[0]).toEqual({ ...first, question: 'What is it really?', edited: true });
  for (const options of [
    edited.options.slice(0, 2),
    edited.options.map((option) => ({ ...option, isCorrect: false })),
    edited.options.map((option) => ({ ...option, text: 'The same.' })),
  ]) {
    const refused = await call('PUT', at, { token, body: { ...edited, options } });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid']);
  }

  const reported = await call('POST', `${at}/report`, { token, body: { reason: 'unclear', comment: 'Which one?' } });
  expect([reported.status, typeof reported.body.message]).toEqual([200, 'string']);
  expect((await call('POST', `${at}/report`, { token, body: { reason: 'boring' } })).status).toBe(400);
  expect((await call('GET', `/quizzes/${id}`, { token })).body.questions[0].reported).toEqual({
    reason: 'unclear',
    comment: 'Which one?',
    at: expect.any(String),
  });

  for (const [method, path, body] of [
    ['PUT', at, edited],
    ['POST', `${at}/report`, { reason: 'other' }],
    ['DELETE', at, undefined],
  ] as const)
    expect((await call(method, path, { token: other.token, body })).status).toBe(404);

  expect((await call('DELETE', at, { token })).body).toEqual({ _id: first._id });
  expect((await call('DELETE', at, { token })).status).toBe(404);
  const left = (await call('GET', `/quizzes/${id}`, { token })).body;
  expect(left.questionCount).toBe(questions.length - 1);
  expect(left.questions[0]._id).toBe(second._id);
  expect((await call('GET', '/quizzes', { token })).body[0].questionCount).toBe(questions.length - 1);

  for (const question of questions.slice(2)) await call('DELETE', `/quizzes/${id}/questions/${question._id}`, { token });
  const last = await call('DELETE', `/quizzes/${id}/questions/${second._id}`, { token });
  expect([last.status, last.body.msg]).toEqual([409, "This is the quiz's last question. Delete the quiz instead."]);
});

test('a card is changed, reported and deleted by its owner alone', { tag: '@engine' }, async () => {
  const [learner, other] = [await newLearner(), await newLearner()];
  const { token } = learner;
  const guide = await call('POST', '/study-materials/unified', { token, form: textForm(lecture) });
  const deck = (await call('POST', '/flashcards', { token, body: { studyMaterialId: guide.body._id, stylePreference: null } })).body;
  const at = `/flashcards/${deck._id}/cards/${deck.cards[0]._id}`;
  const body = { front: 'What is it?', back: 'This.' };
  const changed = await call('PUT', at, { token, body });
  expect(changed.body.cards[0]).toEqual({ ...deck.cards[0], ...body, edited: true });
  expect((await call('PUT', at, { token, body: { front: 'What is it?', back: ' ' } })).status).toBe(400);
  expect((await call('POST', `${at}/report`, { token, body: { reason: 'trivial' } })).status).toBe(200);
  for (const [method, path, sent] of [
    ['PUT', at, body],
    ['POST', `${at}/report`, { reason: 'other' }],
    ['DELETE', at, undefined],
  ] as const)
    expect((await call(method, path, { token: other.token, body: sent })).status).toBe(404);
  expect((await call('DELETE', at, { token })).body).toEqual({ _id: deck.cards[0]._id });
  expect((await call('GET', `/flashcards/${deck._id}`, { token })).body.cardCount).toBe(deck.cards.length - 1);
});

test('the passages around a citation are read from the guide, as long as it is there', async () => {
  const [learner, other] = [await newLearner(), await newLearner()];
  const { token } = learner;
  const guide = await call('POST', '/study-materials/unified', { token, form: fileForm(sampleDeck('nursing-heart-failure.pptx')) });
  const cited = guide.body.sources[0] as Question['source'];
  const path = `/study-materials/${guide.body._id}/passages`;
  const { body } = await call('GET', `${path}?slide=${cited.pointer.slide}`, { token });
  const passage = (body as { pointer: object; text: string }[]).find(
    ({ pointer }) => JSON.stringify(pointer) === JSON.stringify(cited.pointer),
  );
  expect(passage?.text).toContain(cited.quote);
  expect((await call('GET', `${path}?slide=9999`, { token })).body).toEqual([]);
  for (const query of ['?slide=0', '?slide=x', '?paragraph=1.5']) expect((await call('GET', path + query, { token })).status).toBe(400);
  expect((await call('GET', `${path}?slide=1`, { token: other.token })).status).toBe(404);
  await call('DELETE', `/study-materials/${guide.body._id}`, { token });
  expect((await call('GET', `${path}?slide=1`, { token })).status).toBe(404);
});

test('the metrics count what was made and reported, name no learner, and stay on this machine', async () => {
  const made = /lectern_content_items_total\{engine="offline",content="quiz",part="study"\}/;
  const reports = /lectern_item_reports_total\{content="question",reason="other",engine="offline",part="study"\}/;
  const guides = /lectern_content_items_total\{engine="offline",content="guide",part="library"\}/;
  const before = await Promise.all([
    figure('STUDY_SERVICE_PORT', made),
    figure('STUDY_SERVICE_PORT', reports),
    figure('LIBRARY_SERVICE_PORT', guides),
  ]);
  const learner = await newLearner();
  const { id, questions } = await quizOf(learner);
  const report = () =>
    call('POST', `/quizzes/${id}/questions/${questions[0]?._id}/report`, {
      token: learner.token,
      body: { reason: 'other', comment: 'Hm.' },
    });
  await report();
  await report();
  expect(await figure('STUDY_SERVICE_PORT', made)).toBeGreaterThanOrEqual((before[0] ?? 0) + questions.length);
  expect(await figure('STUDY_SERVICE_PORT', reports)).toBe((before[1] ?? 0) + 1);
  expect(await figure('LIBRARY_SERVICE_PORT', guides)).toBeGreaterThan(before[2] ?? 0);
  expect(await figure('GATEWAY_PORT', /nodejs_eventloop_lag_p99_seconds\{part="gateway"\}/)).toBeGreaterThan(0);
  for (const port of ['GATEWAY_PORT', 'STUDY_SERVICE_PORT', 'LIBRARY_SERVICE_PORT', 'AUTH_SERVICE_PORT', 'BILLING_SERVICE_PORT'] as const) {
    const answer = await fetch(`http://127.0.0.1:${theSite().ports[port]}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toContain('http_request_duration_seconds_bucket');
    for (const secret of [id, learner.userId, learner.email]) expect(text).not.toContain(secret);
  }
  expect((await call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
});
