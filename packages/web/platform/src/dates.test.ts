import { formatDate, relativeTime } from './dates';

const hour = 3_600_000;
const day = 24 * hour;
const now = new Date('2026-03-20T12:00:00.000Z');
const ago = (milliseconds: number): string => relativeTime(new Date(now.getTime() - milliseconds), now);

test.each([
  [-hour, 'Just now'],
  [0, 'Just now'],
  [hour - 1, 'Just now'],
  [hour, '1 hour ago'],
  [2 * hour - 1, '1 hour ago'],
  [2 * hour, '2 hours ago'],
  [day - 1, '23 hours ago'],
  [day, 'Yesterday'],
  [2 * day - 1, 'Yesterday'],
  [2 * day, '2 days ago'],
  [7 * day - 1, '6 days ago'],
  [7 * day, '1 week ago'],
  [14 * day - 1, '1 week ago'],
  [14 * day, '2 weeks ago'],
  [365 * day, '52 weeks ago'],
])("§9 Relative time: with thresholds of 1 hour, 24 hours, 1 day and 7 days, after %i ms '%s'", (elapsed, words) => {
  expect(ago(elapsed)).toBe(words);
});

test('accepts ISO texts, and compares with the present by default', () => {
  expect(relativeTime('2026-03-20T09:00:00.000Z', now)).toBe('3 hours ago');
  expect(relativeTime(new Date())).toBe('Just now');
});

test("§9 Dates: the format is like 'Mar 5, 2025'", () => {
  expect(formatDate('2025-03-05T12:00:00.000Z')).toBe('Mar 5, 2025');
  expect(formatDate(new Date(2025, 11, 31, 23, 59))).toBe('Dec 31, 2025');
});

test.each([undefined, null, '', 'soon'])('%p is no date', (time) => {
  expect(formatDate(time)).toBe('');
});
