import { calls, freePlan, internalPaths, type Call, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import { coalesceReads } from '@lectern/document-store';
import { countingStore, memoryStore } from '@lectern/document-store/testing';
import { createMetrics, silentLog } from '@lectern/service-kit';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { createApp } from './createApp.ts';
import { allCollections } from './store.ts';
import { createStudyFake } from './testing.ts';

const secret = 'a secret of the tests';
const userId = 'u1';

/** Starts the service on a store that counts its requests. Reads side by side are one request, as in `openDocumentStore`. */
const start = async () => {
  const store = countingStore(memoryStore(allCollections));
  const { content, study, objects, threads, ...fake } = createStudyFake();
  const app = createApp({
    store: process.env['PLAIN'] ? store : coalesceReads(store),
    content: { ...content, degraded: () => undefined, idle: async () => undefined, stop: async () => undefined },
    deckReader: study.deckReader,
    objects,
    pictureEncoder: study.cardPictures.encoder,
    threads,
    contentMetrics: { ...study.contentMetrics } as never,
    fit: async () => undefined,
    apiUrl: 'http://localhost:8080',
    publicUrl: 'http://localhost:3000',
    internalSecret: secret,
    call: async (request) => {
      if (request.path.startsWith('/internal/plan'))
        return request.answer.parse({ userId, tier: 'free', status: null, premiumUntil: null, version: 1 });
      return request.answer.parse(request.path.endsWith('/pictures') ? [] : await study.call(request));
    },
    metrics: createMetrics({ part: 'study' }),
    log: silentLog,
    clock: () => fake.now,
  });
  await app.settle();
  let keys = 0;
  /** Makes a call as the browser does: creating calls have a key. */
  const ask = async <T>({ method, path, creates }: Call, { params = {}, body, query = '' }: { params?: Record<string, string>; body?: object; query?: string } = {}): Promise<T> => {
    const address = Object.entries(params).reduce((text, [name, value]) => text.replace(`:${name}`, value), path);
    const response = await app.app.request(`${address}${query}`, {
      method,
      headers: {
        ...credentialHeaders(secret, 'study', address, { identity: { userId }, now: fake.now }),
        ...(body && { 'content-type': 'application/json' }),
        ...(creates && { 'idempotency-key': `key-${(keys += 1)}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as T;
  };
  return { app, ask, store, fake };
};

test('print', async () => {
  const { app, ask, store } = await start();
  const body = { title: 'Heart', studyMaterialId: 'm1', cards: [{ front: 'a', back: 'b' }, { front: 'c', back: 'd' }] };
  const log = async (name: string, work: () => Promise<unknown>) => {
    const requests = await store.requestsOf(async () => { await work(); await app.idle(); });
    console.log(`${name}: ${requests.length}\n  ${requests.join('\n  ')}`);
  };
  let deck: FlashcardDeck | undefined, quiz: Quiz | undefined;
  await log('first deck', async () => { deck = await ask(calls.createOwnDeck, { body }); });
  await log('queue', () => ask(calls.listReviewQueue));
  await log('second deck', () => ask(calls.createOwnDeck, { body }));
  await log('generated deck', () => ask(calls.createDeck, { body: { studyMaterialId: 'm1', cardCount: 5 } }));
  await log('quiz', async () => { quiz = await ask(calls.generateQuiz, { body: { studyMaterialId: 'm1', questionCount: 5 } }); });
  await log('own quiz', () => ask(calls.createOwnQuiz, { body: { title: 'x', studyMaterialId: 'm1', question: { question: 'q?', options: [{ text: 'a', isCorrect: true }, { text: 'b', isCorrect: false }] } } }));
  await log('second quiz', () => ask(calls.generateQuiz, { body: { studyMaterialId: 'm1', questionCount: 5 } }));
  await log('queue', () => ask(calls.listReviewQueue));
  await log('open deck', () => ask(calls.getDeck, { params: { id: deck!._id } }));
  await log('open quiz', () => ask(calls.getQuiz, { params: { id: quiz!._id } }));
  await log('rate', () => ask(calls.createReview, { body: { itemId: deck!.cards[0]!._id, kind: 'card', rating: 'good' } }));
  await log('rate 2', () => ask(calls.createReview, { body: { itemId: deck!.cards[0]!._id, kind: 'card', rating: 'easy' } }));
  await log('rate 3', () => ask(calls.createReview, { body: { itemId: deck!.cards[0]!._id, kind: 'card', rating: 'easy' } }));
  await log('submit', () => ask(calls.submitQuiz, { params: { id: quiz!._id }, body: { answers: quiz!.questions.map(() => 'wrong') } }));
  await log('submit 2', () => ask(calls.submitQuiz, { params: { id: quiz!._id }, body: { answers: quiz!.questions.map(() => 'wrong') } }));
  await log('rate q', () => ask(calls.createReview, { body: { itemId: quiz!.questions[0]!._id, kind: 'question', rating: 'good' } }));
  await log('queue', () => ask(calls.listReviewQueue));
  await log('list quizzes', () => ask(calls.listQuizzes, { query: '?limit=100' }));
  await log('list decks', () => ask(calls.listDecks, { query: '?limit=3' }));
  await log('list decks of', () => ask(calls.listDecks, { query: '?studyMaterialId=m1' }));
  await log('summary', () => ask(calls.getReviewSummary));
  await log('settings', () => ask(calls.getReviewSettings));
  await log('exams', () => ask(calls.listExams));
  await app.close();
  expect(freePlan).toBeDefined();
  expect(internalPaths).toBeDefined();
});
