import { Rating } from 'ts-fsrs';
import { randomFrom } from '../reviews/randomFrom.ts';
import { fitInThread } from './fitInThread.ts';
import { fitParameters } from './fitParameters.ts';
import { defaultWeights, logLoss, predict, type History } from './predictionLoss.ts';

const dayMs = 86_400_000;

/** Histories of a learner who forgets by these parameters. */
const learnerWith = (weights: readonly number[], cards: number): History[] => {
  const random = randomFrom(5);
  return Array.from({ length: cards }, () => {
    const reviews: { rating: 1 | 3; day: number; at: number }[] = [];
    let day = Math.floor(random() * 200);
    for (let number = 0; number < 8; number += 1) {
      const [prediction] = predict({ reviews: [...reviews, { rating: Rating.Good, day, at: day * dayMs }] }, weights).slice(-1);
      const isRecalled = number === 0 || random() < (prediction?.predicted ?? 1);
      reviews.push({ rating: isRecalled ? Rating.Good : Rating.Again, day, at: day * dayMs });
      day += Math.ceil(2 ** number * (0.6 + random() * 0.8));
    }
    return { reviews };
  });
};

/** Somebody who forgets much faster than the mean learner. */
const forgetful = defaultWeights.map((weight, index) => (index < 4 ? weight / 6 : index === 8 ? weight - 0.8 : weight));

it('predicts only what was asked on a later day, and never the first review', () => {
  const reviews = [0, 0, 3, 3, 10].map((day, index) => ({ rating: index === 2 ? Rating.Again : Rating.Good, day, at: day }) as const);
  const predictions = predict({ reviews }, defaultWeights);
  expect(predictions.map(({ elapsed, index, lapses, isRecalled }) => ({ elapsed, index, lapses, isRecalled }))).toEqual([
    { elapsed: 3, index: 2, lapses: 0, isRecalled: false },
    { elapsed: 7, index: 4, lapses: 1, isRecalled: true },
  ]);
  for (const { predicted } of predictions) expect(predicted > 0 && predicted < 1).toBe(true);
  expect(logLoss([{ predicted: 0.5, isRecalled: true }])).toBeCloseTo(Math.log(2), 9);
  expect(logLoss([{ predicted: 1, isRecalled: false }])).toBeLessThan(10);
});

it('fits parameters that predict the newest reviews of an unusual learner better than the default ones', async () => {
  const histories = learnerWith(forgetful, 150);
  const fit = await fitParameters(histories);
  expect(fit?.weights).toHaveLength(21);
  expect(fit?.lossOfOwn).toBeLessThan(fit?.lossOfDefault ?? 0);
  expect(await fitParameters(histories.slice(0, 5))).toBeUndefined();
}, 30_000);

it('does so in a thread, which ends when it is told to', async () => {
  const histories = learnerWith(forgetful, 60);
  const fit = await fitInThread(histories, new AbortController().signal);
  expect(fit).toEqual({ weights: expect.any(Array), lossOfDefault: expect.any(Number), lossOfOwn: expect.any(Number) });
  await expect(fitInThread(histories, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
}, 30_000);
