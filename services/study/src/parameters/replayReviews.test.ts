import { randomFrom } from '@lectern/contracts';
import { defaultWeights, predict } from './predictionLoss.ts';
import { readReviewLog, replayReviews } from './replayReviews.ts';

/** A log of a learner who forgets as FSRS's default parameters say. */
const logOf = (cards: number): string => {
  const random = randomFrom(3);
  const lines = ['card_id,review_rating,review_time,review_duration'];
  for (let card = 0; card < cards; card += 1) {
    const reviews: { rating: 1 | 3; day: number; at: number }[] = [];
    let day = 20_000 + Math.floor(random() * 300);
    for (let number = 0; number < 8; number += 1) {
      const at = day * 86_400_000 + 36_000_000;
      const [next] = predict({ reviews: [...reviews, { rating: 3, day, at }] }, defaultWeights).slice(-1);
      reviews.push({ rating: number === 0 || random() < (next?.predicted ?? 1) ? 3 : 1, day, at });
      day += Math.ceil(random() * 3 ** (number + 1));
    }
    for (const { rating, at } of reviews) lines.push(`${card},${rating},${new Date(at).toISOString()},1000`);
  }
  return `${lines.join('\n')}\n`;
};

it('reads a log in any order, and refuses what is none', () => {
  const [header = '', ...lines] = logOf(3).trim().split('\n');
  const histories = readReviewLog([header, ...lines.toReversed()].join('\n'));
  expect(histories.map(({ reviews }) => reviews.length)).toEqual([8, 8, 8]);
  for (const { reviews } of histories) expect(reviews).toEqual(reviews.toSorted((a, b) => a.at - b.at));
  for (const wrong of ['a,b\n1,2', `${header}\n1,5,2026-03-05T10:00:00Z,1`, `${header}\n1,3,yesterday,1`])
    expect(() => readReviewLog(wrong)).toThrow();
});

it('predicts a learner who forgets like FSRS better by FSRS than by SM-2 and the mean', async () => {
  const qualities = new Map((await replayReviews(readReviewLog(logOf(200)))).map((each) => [each.name, each]));
  expect(qualities.size).toBe(8);
  const lossOf = (name: string) => qualities.get(`${name}, newest 20%`)?.logLoss ?? Number.NaN;
  const byDefault = lossOf('FSRS-6, default parameters');
  expect(byDefault).toBeLessThan(lossOf('SM-2'));
  expect(byDefault).toBeLessThan(lossOf('mean of the older reviews'));
  await expect(replayReviews(readReviewLog(logOf(3)))).rejects.toThrow('too short');
});
