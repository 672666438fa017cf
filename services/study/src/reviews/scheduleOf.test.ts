import type { ReviewRating } from '@lectern/contracts';
import { dateOfDay, dayOf } from './learnerDay.ts';
import { recallOn, scheduleOf, type LoggedReview } from './scheduleOf.ts';

const berlin = { timeZone: 'Europe/Berlin', dayStartsAt: 4 };
const review = (answeredAt: string, rating: ReviewRating, more: Partial<LoggedReview> = {}): LoggedReview => {
  const clock = { ...berlin, ...more };
  return {
    _id: answeredAt,
    itemId: 'card-1',
    rating,
    answeredAt,
    day: dayOf(new Date(answeredAt), clock),
    desiredRetention: 0.9,
    ...clock,
  };
};
const history = [
  review('2026-03-05T10:00:00.000Z', 'good'),
  review('2026-03-05T10:10:00.000Z', 'good'),
  review('2026-03-07T09:00:00.000Z', 'good'),
  review('2026-03-18T21:00:00.000Z', 'again'),
  review('2026-03-18T21:12:00.000Z', 'hard'),
  review('2026-03-19T08:00:00.000Z', 'easy'),
];

it('is learned in steps of minutes, and then by days that begin at the learner’s hour', () => {
  expect(scheduleOf([])).toBeUndefined();
  expect(scheduleOf(history.slice(0, 1))).toMatchObject({ state: 'learning', due: '2026-03-05T10:10:00.000Z', step: 1, reps: 1 });
  expect(scheduleOf(history.slice(0, 2))).toMatchObject({ state: 'review', due: '2026-03-07T03:00:00.000Z', reps: 2, lapses: 0 });
  expect(scheduleOf(history.slice(0, 4))).toMatchObject({ state: 'relearning', due: '2026-03-18T21:10:00.000Z', lapses: 1 });
  expect(scheduleOf(history.slice(0, 5))).toMatchObject({ state: 'relearning', due: '2026-03-18T21:27:00.000Z', lapses: 1 });
  expect(scheduleOf(history)).toMatchObject({ state: 'review', reps: 6, firstDay: history[0]?.day, lastDay: history[5]?.day });
});

it('is the same in every order of arrival', () => {
  const expected = scheduleOf(history);
  const orders = [
    history.toReversed(),
    [...history.slice(3), ...history.slice(0, 3)],
    history.toSorted((a, b) => (a.rating < b.rating ? -1 : 1)),
  ];
  for (const order of orders) expect(scheduleOf(order)).toEqual(expected);
});

it('varies long intervals by item and number of reviews, and by nothing else', () => {
  const long = (itemId: string) =>
    scheduleOf(['2026-01-01', '2026-01-09', '2026-02-12'].map((date) => review(`${date}T12:00:00.000Z`, 'easy', { itemId })));
  const due = Array.from({ length: 20 }, (_, index) => long(`card-${index}`)?.due);
  expect(new Set(due).size).toBeGreaterThan(5);
  expect(Array.from({ length: 20 }, (_, index) => long(`card-${index}`)?.due)).toEqual(due);
});

it('smooths the load: of 30 items that are learned on one day at most a third come on the same day', () => {
  const due = Array.from(
    { length: 30 },
    (_, index) => scheduleOf([review('2026-03-05T10:00:00.000Z', 'easy', { itemId: `card-${index}` })])?.due,
  );
  const perDay = [...Map.groupBy(due, (date) => date).values()].map(({ length }) => length);
  expect(perDay.length).toBeGreaterThanOrEqual(4);
  expect(Math.max(...perDay)).toBeLessThanOrEqual(10);
});

it('counts days as the learner’s: an answer after midnight is of the day before', () => {
  const late = scheduleOf([review('2026-03-05T20:00:00.000Z', 'easy'), review('2026-03-06T02:30:00.000Z', 'good')]);
  const sameDay = scheduleOf([review('2026-03-05T20:00:00.000Z', 'easy'), review('2026-03-05T22:30:00.000Z', 'good')]);
  expect(late?.stability).toBe(sameDay?.stability);
  const nextDay = scheduleOf([review('2026-03-05T20:00:00.000Z', 'easy'), review('2026-03-06T03:00:00.000Z', 'good')]);
  expect(nextDay?.stability).not.toBe(sameDay?.stability);
});

it('keeps the hour of the day’s beginning when clocks change, and never counts days backwards on a journey', () => {
  const over = scheduleOf([review('2026-03-27T12:00:00.000Z', 'good'), review('2026-03-27T12:10:00.000Z', 'good')], { isFuzzed: false });
  expect(over?.due).toBe('2026-03-29T02:00:00.000Z');
  const [there, back] = [
    review('2026-03-05T11:00:00.000Z', 'easy', { timeZone: 'Pacific/Kiritimati' }),
    review('2026-03-05T12:00:00.000Z', 'good', { timeZone: 'Pacific/Pago_Pago' }),
  ];
  expect([dateOfDay(there.day), dateOfDay(back.day)]).toEqual(['2026-03-05', '2026-03-04']);
  expect(scheduleOf([there, back])?.stability).toBe(scheduleOf([there, { ...back, day: there.day }])?.stability);
});

it('is due sooner the more is to be retained, with the same memory', () => {
  const at = (desiredRetention: number) =>
    scheduleOf([review('2026-03-05T10:00:00.000Z', 'easy', { desiredRetention })], { isFuzzed: false });
  const [high, low] = [at(0.97), at(0.7)];
  expect(high?.stability).toBe(low?.stability);
  expect(high && low && high.due < low.due).toBe(true);
});

it('predicts recall: 0.9 after as many days as the stability, less later', () => {
  expect(recallOn(110, { stability: 10, lastDay: 100 })).toBeCloseTo(0.9, 6);
  expect(recallOn(100, { stability: 10, lastDay: 100 })).toBe(1);
  expect(recallOn(200, { stability: 10, lastDay: 100 })).toBeLessThan(0.8);
});
