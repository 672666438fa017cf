import { nextReminder } from './nextReminder.ts';

const berlin = { timeZone: 'Europe/Berlin', dayStartsAt: 4 };
const at = (hour: number, now: string, remindedDay?: number) =>
  nextReminder({ ...berlin, reminder: { isOn: true, hour } }, new Date(now), remindedDay)?.toISOString();
const dayOf = (date: string) => Date.parse(date) / 86_400_000;

it('is never while reminders are off', () => {
  const now = new Date('2026-03-05T10:00:00Z');
  expect(nextReminder({ ...berlin, reminder: { isOn: false, hour: 8 } }, now, undefined)).toBeUndefined();
  expect(nextReminder(berlin, now, undefined)).toBeUndefined();
});

it.each([
  ['later today', 18, '2026-03-05T10:00:00Z', '2026-03-05T17:00:00.000Z'],
  ['tomorrow, from the very minute on', 11, '2026-03-05T10:00:00Z', '2026-03-06T10:00:00.000Z'],
  ['at the same hour of the clocks after they were put forward', 8, '2026-03-28T08:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['and after they were put back', 8, '2026-10-24T08:00:00Z', '2026-10-25T07:00:00.000Z'],
  ['at the change, when the clocks do not show the hour', 2, '2026-03-28T10:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['once, when the clocks show the hour twice', 2, '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
  ['on the leap day', 8, '2028-02-28T12:00:00Z', '2028-02-29T07:00:00.000Z'],
])('is %s', (_when, hour, now, expected) => {
  expect(at(hour, now)).toBe(expected);
});

it('leaves out a day of the learner that had one', () => {
  // Reminded at 8, and then the hour was changed to 18.
  expect(at(18, '2026-03-05T10:00:00Z', dayOf('2026-03-05'))).toBe('2026-03-06T17:00:00.000Z');
  // 2 in the morning is still the day before, since days begin at 4.
  expect(at(2, '2026-03-05T22:00:00Z', dayOf('2026-03-05'))).toBe('2026-03-07T01:00:00.000Z');
  expect(at(8, '2026-03-05T22:00:00Z', dayOf('2026-03-05'))).toBe('2026-03-06T07:00:00.000Z');
});
