import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { call, makePremium, newLearner, textForm, type Learner } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';

/** Exams, and the work that is planned until their date. */

const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const guideOf = async ({ token }: Learner): Promise<string> =>
  (await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).body._id as string;

test('an exam has a plan for each day, and nothing of its guides is due after it', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  await makePremium(learner);
  const { token } = learner;
  const guide = await guideOf(learner);
  const deck = (await call('POST', '/flashcards', { token, body: { studyMaterialId: guide } })).body as { cards: { _id: string }[] };
  const headers = { 'idempotency-key': randomUUID() };
  const body = { name: 'Anatomy', date: dateIn(6), studyMaterialIds: [guide] };
  const made = await call('POST', '/exams', { token, headers, body });
  const shown = {
    ...{ _id: expect.any(String), ...body, daysLeft: expect.any(Number), isOver: false, afterwards: null },
    ...{ cards: deck.cards.length, seen: 0, perDay: expect.any(Number), readiness: null },
  };
  expect([made.status, made.body]).toMatchObject([201, shown]);
  expect((await call('POST', '/exams', { token, headers, body })).body).toEqual(made.body);
  expect((await call('GET', '/exams', { token })).body).toHaveLength(1);

  const queue = (await call('GET', `/reviews/queue?examId=${made.body._id}&limit=100`, { token })).body as { itemId: string }[];
  const [first] = queue;
  const review = await call('POST', '/reviews', { token, body: { itemId: first?.itemId, kind: 'card', rating: 'easy' } });
  expect(review.status).toBe(201);
  expect((review.body.due as string).slice(0, 10) <= body.date).toBe(true);
  const detail = await call('GET', `/exams/${made.body._id}`, { token });
  expect([detail.status, detail.body]).toMatchObject([200, { seen: 1, readiness: expect.any(Number) }]);
  const { plan } = detail.body as { plan: { date: string; new: number; reviews: number }[] };
  expect(plan.length).toBeGreaterThan(4);
  expect(plan.every(({ date }) => date < body.date)).toBe(true);

  const change = { name: 'Physiology', date: dateIn(30), afterwards: 'rest' };
  const moved = await call('PUT', `/exams/${made.body._id}`, { token, body: change });
  expect([moved.status, moved.body]).toMatchObject([200, change]);
  expect((await call('DELETE', `/exams/${made.body._id}`, { token })).body).toEqual({ _id: made.body._id });
  expect((await call('GET', '/exams', { token })).body).toEqual([]);
  expect((await call('GET', `/exams/${made.body._id}`, { token })).status).toBe(404);
  expect((await call('GET', `/reviews/queue?examId=${made.body._id}`, { token })).status).toBe(404);
});

test('exams in the past, too far ahead, of nothing, or one too many are refused', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const guide = await guideOf(learner);
  const body = { name: 'Anatomy', date: dateIn(30), studyMaterialIds: [guide] };
  const create = (more: object) => call('POST', '/exams', { token, body: { ...body, ...more } });
  for (const [wrong, msg] of [
    [{ date: dateIn(-3) }, 'The date of an exam cannot be in the past.'],
    [{ date: '2199-01-01' }, 'An exam can be at most 100 years ahead.'],
  ] as const) {
    const { status, body: answer } = await create(wrong);
    expect([status, answer.msg]).toEqual([400, msg]);
  }
  for (const wrong of [
    { date: '2026-02-30' },
    { date: 'tomorrow' },
    { name: ' ' },
    { studyMaterialIds: [] },
    { studyMaterialIds: [guide, guide] },
  ])
    expect((await create(wrong)).status, JSON.stringify(wrong)).toBe(400);
  const { token: other } = await newLearner();
  expect((await call('POST', '/exams', { token: other, body })).status).toBe(404);
  const made = await Promise.all(Array.from({ length: 22 }, () => create({})));
  expect(made.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(201), 409, 409]);
  expect((await call('GET', '/exams', { token })).body).toHaveLength(20);
});

test('a calendar is read by its address alone, which is renewed', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const guide = await guideOf(learner);
  await call('POST', '/exams', { token, body: { name: 'Anatomy', date: dateIn(20), studyMaterialIds: [guide] } });
  expect((await call('GET', '/reviews/calendar', { token })).body).toEqual({ url: null });
  const made = await call('POST', '/reviews/calendar', { token });
  expect(made.status).toBe(201);
  const { url } = made.body as { url: string };
  const read = await fetch(url);
  expect([read.status, read.headers.get('content-type'), read.headers.get('cache-control')]).toEqual([200, 'text/calendar', 'no-store']);
  expect(await read.text()).toContain('SUMMARY:Exam: Anatomy');
  const renewed = (await call('POST', '/reviews/calendar', { token })).body as { url: string };
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(renewed.url)).status).toBe(200);
  expect((await fetch(`${renewed.url}x`)).status).toBe(404);
});
