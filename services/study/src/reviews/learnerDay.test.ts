import { dateOfDay, dayOf, startOfDay } from './learnerDay.ts';

const at = (time: string) => new Date(time);
const dateAt = (time: string, timeZone: string, dayStartsAt: number) => dateOfDay(dayOf(at(time), { timeZone, dayStartsAt }));
const startOn = (date: string, timeZone: string, dayStartsAt: number) =>
  startOfDay(Date.parse(date) / 86_400_000, { timeZone, dayStartsAt }).toISOString();

it.each([
  ['2026-03-05T03:59:59Z', 'UTC', 4, '2026-03-04'],
  ['2026-03-05T04:00:00Z', 'UTC', 4, '2026-03-05'],
  ['2026-03-05T23:30:00Z', 'Asia/Kolkata', 4, '2026-03-06'],
  ['2026-03-05T22:29:00Z', 'Asia/Kolkata', 4, '2026-03-05'],
  ['2026-03-05T00:30:00Z', 'America/Los_Angeles', 0, '2026-03-04'],
  ['2028-02-29T12:00:00Z', 'Pacific/Kiritimati', 4, '2028-02-29'],
  ['2028-03-01T01:00:00Z', 'UTC', 4, '2028-02-29'],
  ['2027-03-01T01:00:00Z', 'UTC', 4, '2027-02-28'],
])('%s in %s, where days begin at %i, is on %s', (time, timeZone, dayStartsAt, date) => {
  expect(dateAt(time, timeZone, dayStartsAt)).toBe(date);
});

it.each([
  ['2026-03-05', 'UTC', 4, '2026-03-05T04:00:00.000Z'],
  ['2026-03-05', 'Asia/Kolkata', 4, '2026-03-04T22:30:00.000Z'],
  ['2026-07-05', 'America/New_York', 23, '2026-07-06T03:00:00.000Z'],
  ['2026-07-05', 'Pacific/Kiritimati', 0, '2026-07-04T10:00:00.000Z'],
  // Clocks go from 2:00 to 3:00, so that no minute begins with 2.
  ['2026-03-29', 'Europe/Berlin', 2, '2026-03-29T01:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', 4, '2026-03-29T02:00:00.000Z'],
  // Clocks go from 3:00 to 2:00: the first 2:00 begins the day.
  ['2026-10-25', 'Europe/Berlin', 2, '2026-10-25T00:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', 4, '2026-10-25T03:00:00.000Z'],
  // Samoa left out 2011-12-30.
  ['2011-12-31', 'Pacific/Apia', 4, '2011-12-30T14:00:00.000Z'],
])('%s in %s, where days begin at %i, begins at %s', (date, timeZone, dayStartsAt, start) => {
  expect(startOn(date, timeZone, dayStartsAt)).toBe(start);
});

it('begins each day of a year and a month once, through all changes of clocks', () => {
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu', 'UTC'])
    for (const dayStartsAt of [0, 2, 4]) {
      const clock = { timeZone, dayStartsAt };
      const first = dayOf(at('2027-06-01T12:00:00Z'), clock);
      for (let day = first; day < first + 400; day += 1) {
        const start = startOfDay(day, clock);
        expect([dayOf(start, clock), dayOf(new Date(start.getTime() - 1), clock)]).toEqual([day, day - 1]);
      }
    }
});
