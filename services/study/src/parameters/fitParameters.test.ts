import { Rating } from 'ts-fsrs';
import { randomFrom } from '@lectern/contracts';
import { fitBounds, packHistories, unpackHistories } from './packedHistories.ts';
import { fitInProcess } from './fitInProcess.ts';
import { fitParameters, trainingSetOf } from './fitParameters.ts';
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

/** The number of reviews that the optimizer is given for `items` items, each reviewed `reviewsEach` times. */
const trainedReviews = (items: number, reviewsEach: number): number => {
  const reviews = Array.from({ length: reviewsEach }, (_, day) => ({ rating: Rating.Good, day, at: day * dayMs }) as const);
  return trainingSetOf(
    Array.from({ length: items }, () => ({ reviews })),
    Infinity,
  ).reduce((sum, item) => sum + item.reviews.length, 0);
};

it('gives the optimizer of a long history no more than of one of the most reviews', () => {
  const most = fitBounds.reviewsPerItem;
  expect(trainedReviews(1, 3)).toBe(2 + 3);
  expect(trainedReviews(1, most)).toBe((most * (most + 1)) / 2 - 1);
  for (const reviews of [most + 1, 20 * most]) expect(trainedReviews(1, reviews)).toBe(trainedReviews(1, most));
  expect(trainedReviews(30, 300)).toBe(30 * trainedReviews(1, 300));
});

it('fits in a process, which ends when it is told to', async () => {
  const histories = learnerWith(forgetful, 60);
  expect(unpackHistories(structuredClone(packHistories([...histories, { reviews: [] }])))).toEqual([...histories, { reviews: [] }]);
  expect(await fitInProcess(histories, new AbortController().signal)).toEqual(await fitParameters(histories));
  expect(await fitInProcess(histories.slice(0, 1), new AbortController().signal)).toBeUndefined();
  await expect(fitInProcess(histories, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  const stopping = new AbortController();
  const fit = expect(fitInProcess(histories, stopping.signal)).rejects.toThrow('stopped');
  stopping.abort(new Error('stopped'));
  await fit;
}, 60_000);
