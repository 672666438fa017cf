import type { ReviewRating } from '@lectern/contracts';
import { seedsOfThisRun } from '@lectern/test-servers';
import { createStudyFake, creation } from '../testing.ts';
import { randomFrom } from '@lectern/contracts';

const ada = 'u1';
const dayMs = 86_400_000;
const ratings: readonly ReviewRating[] = ['again', 'hard', 'good', 'easy'];
/** As many as one queue has. */
const cardsOfDeck = 100;
const decksCount = 5;

/** The decks of this run, by the seeds of their histories. */
const seeds = seedsOfThisRun(decksCount, decksCount);

it('is what the review then gives, for 500 items with random histories over all runs', async () => {
  const study = createStudyFake();
  let random = randomFrom(0);
  const pick = () => ratings[Math.floor(random() * ratings.length)] ?? 'good';
  study.isPremium = true;
  await study.reviews.updateSettings(ada, { timeZone: 'America/New_York', newPerDay: 500, reviewsPerDay: 2_000 });
  const answer = (itemId: string, rating: ReviewRating, answeredAt?: string) =>
    study.reviews.create(ada, { itemId, kind: 'card', rating, ...(answeredAt && { answeredAt }) }, creation());
  const start = study.now.getTime();
  const deckIds: string[] = [];
  for (const seed of seeds) {
    random = randomFrom(seed);
    const cards = Array.from({ length: cardsOfDeck }, (_, index) => ({ front: `Front ${index}`, back: 'Back' }));
    const deck = await study.decks.createOwn(ada, { title: `Valves ${seed}`, cards }, creation());
    deckIds.push(deck._id);
    // Some are new; others were reviewed up to three times in the last months.
    for (const { _id } of deck.cards)
      for (let left = Math.floor(random() * 4); left > 0; left -= 1)
        await answer(_id, pick(), new Date(start - left * (5 + random() * 40) * dayMs).toISOString());
  }
  // By then all of them are due.
  study.now = new Date(start + 1_000 * dayMs);
  let [compared, chosen] = [0, 0];
  for (const deckId of deckIds)
    for (const { itemId, preview } of await study.reviews.listQueue(ada, { deckId, limit: cardsOfDeck })) {
      const rating = pick();
      const review = await answer(itemId, rating);
      expect({ itemId, rating, due: review.due }).toEqual({ itemId, rating, due: preview[rating] });
      compared += 1;
      if (review.state === 'review') chosen += 1;
      // So that the next item is compared under the load that its preview knew.
      await study.reviews.undo(ada, review._id);
    }
  expect(compared).toBe(cardsOfDeck * seeds.length);
  expect(chosen).toBeGreaterThan(compared * 0.4);
});
