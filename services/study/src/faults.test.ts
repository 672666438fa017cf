import { calls, internalPaths, type Call, type FlashcardDeck, type Quiz, type ReviewSummary } from '@lectern/contracts';
import type { Failure } from '@lectern/document-store/testing';
import { quotaCollection } from '@lectern/service-kit';
import { reviewItemsCollection, reviewsCollection } from './reviews/reviewCollections.ts';
import { attemptsCollection } from './store.ts';
import { learner, startServiceFake } from './testingService.ts';

const cards = [
  { front: 'a', back: 'b' },
  { front: 'c', back: 'd' },
];

/** Starts a service with a quiz and a deck, and returns everything that must exist once. */
const setUp = async () => {
  const service = await startServiceFake();
  const { ask, askInternally, store } = service;
  const deck = await ask<FlashcardDeck>(calls.createOwnDeck, { body: { title: 'Heart', cards } });
  const quiz = await ask<Quiz>(calls.generateQuiz, { body: { studyMaterialId: 'm1', questionCount: 5 } });
  const sizeOf = async (collection: typeof reviewsCollection | typeof reviewItemsCollection | typeof attemptsCollection) =>
    (await store.collection(collection as typeof reviewsCollection).find('_id')).length;
  const stateOf = async () => {
    const summary = await ask<ReviewSummary>(calls.getReviewSummary);
    return {
      usage: await askInternally(internalPaths.usage(learner)),
      pending: (await store.collection(quotaCollection).find('_id')).flatMap(({ pending }) => pending),
      listed: [(await ask<unknown[]>(calls.listDecks)).length, (await ask<unknown[]>(calls.listQuizzes)).length],
      stored: [await sizeOf(reviewsCollection), await sizeOf(reviewItemsCollection), await sizeOf(attemptsCollection)],
      reps: (await store.collection(reviewItemsCollection).find('_id')).map(({ reps }) => reps).sort(),
      summary: { ...summary, decks: summary.decks.map(({ deckId: _deckId, ...figures }) => figures) },
    };
  };
  return { ...service, deck, quiz, stateOf };
};

type Service = Awaited<ReturnType<typeof setUp>>;

const creations: Record<string, (service: Service) => { call: Call; params?: Record<string, string>; body: object }> = {
  'a new deck': () => ({ call: calls.createOwnDeck, body: { title: 'Lungs', cards } }),
  'a generated quiz': () => ({ call: calls.generateQuiz, body: { studyMaterialId: 'm1', questionCount: 5 } }),
  'a rating': ({ deck }) => ({ call: calls.createReview, body: { itemId: deck.cards[0]?._id, kind: 'card', rating: 'good' } }),
  'a submission': ({ quiz }) => ({
    ...{ call: calls.submitQuiz, params: { id: quiz._id } },
    body: { answers: quiz.questions.map(() => 'wrong') },
  }),
};

const failures: Failure[] = ['before', 'after'];
it.each(Object.keys(creations).flatMap((name) => failures.map((failure) => [name, failure] as const)))(
  '%s is stored exactly once, whichever request of it fails %s its effect',
  async (name, failure) => {
    const begin = async () => {
      const service = await setUp();
      const { call, ...sent } = creations[name]?.(service) ?? { call: calls.createOwnDeck, body: {} };
      return { ...service, send: () => service.send(call, { ...sent, key: 'k1' }) };
    };
    const undisturbed = await begin();
    undisturbed.flaky.failAt(0);
    expect((await undisturbed.send()).status).toBeLessThan(300);
    const requests = undisturbed.flaky.calls();
    const expected = await undisturbed.stateOf();
    expect(requests).toBeGreaterThan(4);
    for (let request = 1; request <= requests; request += 1) {
      const { flaky, send, stateOf } = await begin();
      flaky.failAt(request, failure);
      const first = await send();
      expect([request, first.status]).toEqual([request, 503]);
      flaky.failAt(0);
      const second = await send();
      expect([request, second.ok]).toEqual([request, true]);
      const answer: unknown = await second.json();
      expect(await (await send()).json()).toEqual(answer);
      expect([request, await stateOf()]).toEqual([request, expected]);
    }
  },
);

it('stores every one of many ratings at the same time, and counts the deck right', async () => {
  const { ask } = await startServiceFake();
  const many = Array.from({ length: 30 }, (_, index) => ({ front: `Front ${index}`, back: 'Back' }));
  const { cards: made } = await ask<FlashcardDeck>(calls.createOwnDeck, { body: { title: 'Heart', cards: many } });
  await ask(calls.getReviewSummary);
  await Promise.all(made.map(({ _id: itemId }) => ask(calls.createReview, { body: { itemId, kind: 'card', rating: 'easy' } })));
  const summary = await ask<ReviewSummary>(calls.getReviewSummary);
  expect(summary).toMatchObject({ reviewedToday: 30, due: 0, new: 0, decks: [{ due: 0, new: 0, known: expect.closeTo(1) }] });
});
