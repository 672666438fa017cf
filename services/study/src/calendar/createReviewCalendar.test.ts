import type { Collection } from '@lectern/document-store';
import type { ReviewStore } from '../reviews/reviewCollections.ts';
import { createStudyFake, creation } from '../testing.ts';
import { createReviewCalendar } from './createReviewCalendar.ts';

const ada = 'u1';
const uncounted = (): void => undefined;
const fileIn = (url: string | null): string => new URL(url ?? '').pathname.split('/').at(-1) ?? '';

const setUp = async () => {
  const study = createStudyFake();
  const cards = [{ front: 'a', back: 'b' }];
  const deck = await study.decks.createOwn(ada, { title: 'Valves', cards }, creation());
  await study.reviews.create(ada, { itemId: deck.cards[0]!._id, kind: 'card', rating: 'good' }, creation());
  await study.reviews.exams.create(ada, { name: 'Anatomy; part 1', date: '2026-04-01', studyMaterialIds: ['m1'] }, creation());
  const { calendar } = study.reviews;
  const read = async (url: string | null) => new TextDecoder().decode(await calendar.read(fileIn(url), uncounted));
  return { study, calendar, read };
};

it('has the days with reviews and the exams, at an address that is made when it is asked for', async () => {
  const { calendar, read } = await setUp();
  expect(await calendar.get(ada)).toEqual({ url: null });
  const { url } = await calendar.create(ada, creation());
  expect(url).toMatch(/^http:\/\/localhost:8080\/reviews\/calendars\/u1\.[A-Za-z0-9-]+\.[A-Za-z0-9_-]{43}\.ics$/);
  expect(await calendar.get(ada)).toEqual({ url });
  const lines = (await read(url)).split('\r\n');
  expect(lines).toEqual(expect.arrayContaining(['BEGIN:VCALENDAR', 'VERSION:2.0', 'SUMMARY:1 review', 'SUMMARY:Exam: Anatomy\\; part 1']));
  expect(lines).toEqual(expect.arrayContaining(['DTSTART;VALUE=DATE:20260305', 'DTSTART;VALUE=DATE:20260401']));
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});

it('ends at its former address when it is renewed, and with its account', async () => {
  const { study, calendar, read } = await setUp();
  const { url: first } = await calendar.create(ada, creation());
  const { url: second } = await calendar.create(ada, creation());
  expect(second).not.toBe(first);
  await expect(read(first)).rejects.toMatchObject({ code: 'not_found' });
  expect(await read(second)).toContain('BEGIN:VCALENDAR');
  await study.reviews.eraseAll(ada);
  await expect(read(second)).rejects.toMatchObject({ code: 'not_found' });
});

it.each([
  ['another signature', (url: string) => url.replace(/\.[A-Za-z0-9_-]{43}\./, `.${'A'.repeat(43)}.`)],
  ['the name of another learner', (url: string) => url.replace('/u1.', '/u2.')],
  ['no signature', (url: string) => url.replace(/\.[A-Za-z0-9_-]{43}\./, '.')],
  ['another end', (url: string) => url.replace(/\.ics$/, '.txt')],
])('is not found with %s', async (_what, change) => {
  const { calendar, read } = await setUp();
  const { url } = await calendar.create(ada, creation());
  await expect(read(change(url))).rejects.toMatchObject({ code: 'not_found' });
});

describe('an address that is read again and again', () => {
  const start = () => {
    const time = { now: Date.parse('2026-03-05T10:00:00Z') };
    let stored: { _id: string; userId: string; calendarId: string } | undefined;
    const calendars = {
      get: jest.fn(async () => stored),
      upsert: async (calendar: NonNullable<typeof stored>) => void (stored = calendar),
    };
    const getSummary = jest.fn(async () => ({ new: 0, forecast: [{ date: '2026-03-05', due: 2 }] }) as never);
    const calendar = createReviewCalendar({
      reviewStore: { calendars: calendars as unknown as Collection<never> } as Pick<ReviewStore, 'calendars'> as ReviewStore,
      getSummary,
      examList: { current: async () => [] },
      secret: 'a secret of the tests',
      apiUrl: 'http://localhost:8080',
      clock: () => new Date(time.now),
    });
    return { time, calendars, getSummary, calendar };
  };

  it('is written once a minute, however many read it', async () => {
    const { time, calendar, getSummary } = start();
    const file = fileIn((await calendar.create(ada, creation())).url);
    await Promise.all(Array.from({ length: 50 }, () => calendar.read(file, uncounted)));
    expect(getSummary).toHaveBeenCalledTimes(1);
    time.now += 59_000;
    await calendar.read(file, uncounted);
    expect(getSummary).toHaveBeenCalledTimes(1);
    time.now += 1_000;
    await calendar.read(file, uncounted);
    expect(getSummary).toHaveBeenCalledTimes(2);
  });

  it('is written again after a failure', async () => {
    const { calendar, getSummary } = start();
    const file = fileIn((await calendar.create(ada, creation())).url);
    getSummary.mockRejectedValueOnce(new Error('away'));
    await expect(calendar.read(file, uncounted)).rejects.toThrow('away');
    expect(new TextDecoder().decode(await calendar.read(file, uncounted))).toContain('SUMMARY:2 reviews');
  });

  it('counts its learner before anything is read, and no learner of an address with another signature', async () => {
    const { calendar, calendars, getSummary } = start();
    const file = fileIn((await calendar.create(ada, creation())).url);
    const countOwner = jest.fn();
    await calendar.read(file, countOwner);
    expect(countOwner.mock.calls).toEqual([[ada]]);
    calendars.get.mockClear();
    getSummary.mockClear();
    countOwner.mockClear();
    await expect(calendar.read(file.replace('u1.', 'u2.'), countOwner)).rejects.toMatchObject({ code: 'not_found' });
    expect(countOwner).not.toHaveBeenCalled();
    const refused = new Error('too often');
    const tooOften = calendar.read(file, () => {
      throw refused;
    });
    await expect(tooOften).rejects.toBe(refused);
    expect([calendars.get.mock.calls, getSummary.mock.calls]).toEqual([[], []]);
  });
});
