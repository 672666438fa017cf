import { randomUUID } from 'node:crypto';
import { rateLimits } from '@lectern/contracts';
import { expect, test } from '@playwright/test';
import { call, newLearner, textForm, type Learner } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';

/** Spaced repetition of cards and missed questions. */

interface Queued {
  itemId: string;
  kind: string;
}

const deckOf = async ({ token }: Learner, cards = 3): Promise<{ _id: string; cards: { _id: string }[] }> => {
  const body = {
    title: 'Valves',
    cards: Array.from({ length: cards }, (_, index) => ({ front: `Front ${index}`, back: `Back ${index}` })),
  };
  return (await call('POST', '/flashcards/own', { token, body })).body as { _id: string; cards: { _id: string }[] };
};
const queueOf = async ({ token }: Learner, query = ''): Promise<Queued[]> => {
  const { status, body } = await call('GET', `/reviews/queue${query}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Queued[];
};

test('cards are reviewed in turn, and a review is undone', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const deck = await deckOf(learner);
  const ids = deck.cards.map(({ _id }) => _id);
  const queue = await queueOf(learner);
  expect(queue.map(({ itemId }) => itemId)).toEqual(ids);
  expect(queue[0]).toMatchObject({ kind: 'card', parentId: deck._id, title: 'Valves', state: 'new', front: 'Front 0', back: 'Back 0' });
  expect(await queueOf(learner, `?deckId=${deck._id}&limit=1`)).toHaveLength(1);

  const headers = { 'idempotency-key': randomUUID() };
  const body = { itemId: ids[0], kind: 'card', rating: 'easy', durationMs: 4_000 };
  const made = await call('POST', '/reviews', { token, headers, body });
  expect([made.status, made.body]).toEqual([
    201,
    {
      ...{ _id: expect.any(String), itemId: ids[0], kind: 'card', rating: 'easy', state: 'review', due: expect.any(String) },
      ...{ stability: expect.any(Number), difficulty: expect.any(Number), answeredAt: expect.any(String) },
    },
  ]);
  expect((await call('POST', '/reviews', { token, headers, body })).body).toEqual(made.body);
  expect((await queueOf(learner)).map(({ itemId }) => itemId)).toEqual(ids.slice(1));
  const at = `/reviews/items/card/${ids[0]}`;
  const item = await call('GET', at, { token });
  expect([item.status, item.body]).toMatchObject([200, { state: 'review', reps: 1, reviews: [{ rating: 'easy', durationMs: 4_000 }] }]);
  expect((await call('GET', '/reviews/summary', { token })).body).toMatchObject({
    ...{ due: 0, new: 2, reviewedToday: 1, streakDays: 1 },
    decks: [{ deckId: deck._id, title: 'Valves', new: 2 }],
  });

  const undone = await call('DELETE', `/reviews/${made.body._id}`, { token });
  expect([undone.status, undone.body]).toEqual([200, { _id: made.body._id }]);
  expect((await queueOf(learner)).map(({ itemId }) => itemId)).toEqual(ids);
  expect((await call('DELETE', `/reviews/${made.body._id}`, { token })).status).toBe(404);
  // A repeated request does not restore an undone review.
  expect((await call('POST', '/reviews', { token, headers, body })).status).toBe(409);
});

test('reviews of two devices give the same end in any order, and only the newest is undone', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const [one = '', two = ''] = (await deckOf(learner)).cards.map(({ _id }) => _id);
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
  const answers = [
    { rating: 'good', answeredAt: hours(200) },
    { rating: 'good', answeredAt: hours(150) },
    { rating: 'again', answeredAt: hours(1) },
  ];
  const review = (itemId: string, answer: object) => call('POST', '/reviews', { token, body: { itemId, kind: 'card', ...answer } });
  for (const answer of answers) expect((await review(one, answer)).status).toBe(201);
  // Concurrently, as from several devices.
  await Promise.all(answers.toReversed().map((answer) => review(two, answer)));
  const [first, second] = await Promise.all(
    [one, two].map(async (id) => (await call('GET', `/reviews/items/card/${id}`, { token })).body as { reviews: { _id: string }[] }),
  );
  const bare = ({ reviews, ...rest }: { reviews: { _id: string }[] } = { reviews: [] }) => [rest, reviews.map(({ _id, ...each }) => each)];
  expect(bare(second)).toEqual(bare(first));
  expect((await call('DELETE', `/reviews/${first?.reviews[0]?._id}`, { token })).status).toBe(409);
});

test('a missed question comes back, and goes with its quiz', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const guide = (await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).body._id as string;
  const quiz = (await call('POST', '/quizzes/generate', { token, body: { studyMaterialId: guide } })).body;
  const questions = quiz.questions as { _id: string; options: { text: string; isCorrect: boolean }[] }[];
  const answers = questions.map(({ options }, index) => options.find(({ isCorrect }) => isCorrect === index > 0)?.text);
  expect((await call('POST', `/quizzes/${quiz._id}/submit`, { token, body: { answers } })).status).toBe(200);
  const [missed] = await queueOf(learner);
  expect(missed).toMatchObject({
    kind: 'question',
    itemId: questions[0]?._id,
    parentId: quiz._id,
    studyMaterialId: guide,
    state: 'learning',
  });
  expect(await queueOf(learner, `?studyMaterialId=${guide}`)).toHaveLength(1);
  const review = (rating: string) => call('POST', '/reviews', { token, body: { itemId: missed?.itemId, kind: 'question', rating } });
  expect((await review('hard')).status).toBe(400);
  expect((await review('again')).status).toBe(201);
  expect(await queueOf(learner)).toHaveLength(1);
  await call('DELETE', `/quizzes/${quiz._id}`, { token });
  expect(await queueOf(learner)).toEqual([]);
  expect((await review('good')).status).toBe(404);
});

test('items are suspended, put off and forgotten; settings are kept', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const [id = ''] = (await deckOf(learner, 1)).cards.map(({ _id }) => _id);
  const at = `/reviews/items/card/${id}`;
  const put = (body: object) => call('PUT', at, { token, body });
  expect((await put({ suspended: true })).body).toMatchObject({ suspended: true, reviews: [] });
  expect(await queueOf(learner)).toEqual([]);
  await put({ suspended: false, due: new Date(Date.now() + 3 * 86_400_000).toISOString() });
  expect(await queueOf(learner)).toEqual([]);
  expect((await put({ due: null })).body).toMatchObject({ state: 'new', suspended: false });
  expect(await queueOf(learner)).toHaveLength(1);
  for (const body of [{ due: 'tomorrow' }, { due: '2999-01-01T00:00:00Z' }, { suspended: 'yes' }])
    expect((await put(body)).status, JSON.stringify(body)).toBe(400);
  expect((await call('GET', `/reviews/items/deck/${id}`, { token })).status).toBe(404);

  const defaults = { desiredRetention: 0.9, newPerDay: 20, reviewsPerDay: 200, timeZone: 'UTC', dayStartsAt: 4 };
  expect((await call('GET', '/reviews/settings', { token })).body).toEqual(defaults);
  const body = { timeZone: 'Asia/Seoul', newPerDay: 0 };
  expect((await call('PUT', '/reviews/settings', { token, body })).body).toEqual({ ...defaults, ...body });
  expect(await queueOf(learner)).toEqual([]);
  for (const wrong of [
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+01:00' },
    { desiredRetention: 0.69 },
    { newPerDay: 501 },
    { reviewsPerDay: -1 },
    { dayStartsAt: 24 },
  ])
    expect((await call('PUT', '/reviews/settings', { token, body: wrong })).status, JSON.stringify(wrong)).toBe(400);
});

test('reviews of what is not there, from the future, or unknown ratings are refused', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const deck = await deckOf(learner);
  const [card] = deck.cards;
  const good = { itemId: card?._id, kind: 'card', rating: 'good' };
  const review = async (more: object) => (await call('POST', '/reviews', { token, body: { ...good, ...more } })).status;
  expect(await review({ answeredAt: new Date(Date.now() + 600_000).toISOString() })).toBe(400);
  expect(await review({ rating: 'perfect' })).toBe(400);
  expect(await review({ kind: 'question' })).toBe(404);
  expect(await review({ itemId: 'nothing' })).toBe(404);
  const { token: other } = await newLearner();
  expect((await call('POST', '/reviews', { token: other, body: good })).status).toBe(404);
  expect(await review({})).toBe(201);
  await call('DELETE', `/flashcards/${deck._id}`, { token });
  expect(await review({})).toBe(404);
  expect((await call('GET', `/reviews/items/card/${card?._id}`, { token })).status).toBe(404);
  expect(await queueOf(learner)).toEqual([]);
});

test('reviews past the usual rate are answered with 429, and what was answered with 201 is kept', async () => {
  const learner = await newLearner();
  const { token } = learner;
  const ids = (await deckOf(learner, 20)).cards.map(({ _id }) => _id);
  // All of a learner's calls in a minute count. Four fifths of the allowance go to reads of a missing item, which are cheaper than reviews.
  for (let made = 0; made < rateLimits.calls.most * 0.8; made += 40) {
    const reads = await Promise.all(
      Array.from({ length: 40 }, () => call('GET', '/reviews/items/card/000000000000000000000000', { token })),
    );
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([404]));
  }
  const statuses: number[] = [];
  // On a slow machine the minute may end before the allowance is used up, and the next minute has a new allowance.
  while (!statuses.includes(429) && statuses.length < 3_000) {
    const answers = await Promise.all(
      [...ids, ...ids].map((itemId) => call('POST', '/reviews', { token, body: { itemId, kind: 'card', rating: 'good' } })),
    );
    for (const { status, headers } of answers) {
      statuses.push(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  }
  expect([...new Set(statuses)].sort()).toEqual([201, 429]);
  const kept = statuses.filter((status) => status === 201).length;
  const counted = async (): Promise<number> => {
    let count = 0;
    for (const id of ids) {
      const { body } = await call('GET', `/reviews/items/card/${id}`, { token });
      count += (body as { reviews?: unknown[] }).reviews?.length ?? Number.NaN;
    }
    return count;
  };
  await expect.poll(counted, { timeout: 90_000, intervals: [1_000, 5_000] }).toBe(kept);
});
