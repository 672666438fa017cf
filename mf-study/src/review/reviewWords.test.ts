import { dayWords, durationWords, nextDueWords, timeLeftMs, usualReviewMs, waitWords } from './reviewWords';
import { inDays, inMinutes, reviewNow } from './testing';

const now = reviewNow.getTime();

test.each([
  [inMinutes(0.1), '1 min'],
  [inMinutes(10), '10 min'],
  // Tomorrow begins in five hours.
  [inMinutes(300), '1 day'],
  [inDays(1), '1 day'],
  [inDays(2.2), '3 days'],
  [inDays(59), '59 days'],
  [inDays(91), '3 months'],
  [inDays(800), '2.2 years'],
  [inDays(-1), '1 min'],
])('an item that is due at %s comes back in %s', (due, words) => {
  expect(waitWords(due, now)).toBe(words);
});

test('a browser clock that is a little behind adds no day', () => {
  expect(waitWords(inDays(3), now - 60_000)).toBe('3 days');
});

test('the time that is left follows the own pace, which one long pause does not change much', () => {
  expect(timeLeftMs(10, [])).toBe(10 * usualReviewMs);
  const fast = timeLeftMs(
    10,
    Array.from({ length: 50 }, () => 3_000),
  );
  expect(fast).toBeLessThan(10 * 5_000);
  expect(timeLeftMs(10, [10 * 60 * 60 * 1000])).toBeLessThan(10 * 2 * usualReviewMs);
  expect(durationWords(20_000)).toBe('under a minute');
  expect(durationWords(3 * 60_000)).toBe('about 3 minutes');
});

test('the next day on which something is due', () => {
  const forecast = [4, 0, 3, 0].map((due, index) => ({ date: `2026-03-0${String(2 + index)}`, due }));
  expect(nextDueWords(forecast)).toBe('Next: 4 today.');
  expect(nextDueWords(forecast, 1)).toBe('Next: 3 on Wednesday, Mar 4.');
  expect(nextDueWords(forecast, 3)).toBeUndefined();
  expect(dayWords('2026-03-03', 1)).toBe('tomorrow');
});
