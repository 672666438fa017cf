import { TimeZone } from './review.ts';

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  // An alias, and another case: Intl knows both.
  ['US/Eastern', true],
  ['europe/berlin', true],
  ['Mars/Olympus', false],
  ['+01:00', false],
  ['', false],
])('%j is a time zone: %s', (timeZone, isZone) => {
  expect(TimeZone.safeParse(timeZone).success).toBe(isZone);
});
