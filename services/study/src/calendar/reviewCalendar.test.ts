import { LatestResults } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { createStudyFake, creation } from '../testing.ts';
import { createReviewCalendar, keptCalendars, readReviewCalendar } from './reviewCalendar.ts';

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
  const start = async () => {
    const fake = createStudyFake();
    const cards = ['a', 'b'].map((front) => ({ front, back: 'x' }));
    await fake.decks.createOwn(ada, { title: 'Valves', cards }, creation());
    const latest = new LatestResults<Uint8Array<ArrayBuffer>>({ ...keptCalendars, clock: () => fake.now });
    const write = jest.fn((compute: () => Promise<Uint8Array<ArrayBuffer>>) => compute());
    const { calendars } = fake.study.store;
    const getCalendar = jest.fn(calendars.get.bind(calendars));
    const study: StudyContext = {
      ...fake.study,
      store: {
        ...fake.study.store,
        calendars: { ...calendars, upsert: calendars.upsert.bind(calendars), get: getCalendar } as typeof calendars,
      },
      latestCalendars: { get: (ownerId, compute) => latest.get(ownerId, () => write(compute)) },
    };
    const later = (ms: number): void => void (fake.now = new Date(fake.now.getTime() + ms));
    return { study, later, getCalendar, write, file: fileIn((await createReviewCalendar(study, ada, creation())).url) };
  };

  it('is written once a minute, however many read it', async () => {
    const { study, later, write, file } = await start();
    await Promise.all(Array.from({ length: 50 }, () => readReviewCalendar(study, file, uncounted)));
    expect(write).toHaveBeenCalledTimes(1);
    later(59_000);
    await readReviewCalendar(study, file, uncounted);
    expect(write).toHaveBeenCalledTimes(1);
    later(1_000);
    await readReviewCalendar(study, file, uncounted);
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('is written again after a failure', async () => {
    const { study, write, file } = await start();
    write.mockRejectedValueOnce(new Error('away'));
    await expect(readReviewCalendar(study, file, uncounted)).rejects.toThrow('away');
    expect(new TextDecoder().decode(await readReviewCalendar(study, file, uncounted))).toContain('SUMMARY:2 reviews');
  });

  it('counts its learner before anything is read, and no learner of an address with another signature', async () => {
    const { study, getCalendar, write, file } = await start();
    const countOwner = jest.fn();
    await readReviewCalendar(study, file, countOwner);
    expect(countOwner.mock.calls).toEqual([[ada]]);
    getCalendar.mockClear();
    write.mockClear();
    countOwner.mockClear();
    await expect(readReviewCalendar(study, file.replace('u1.', 'u2.'), countOwner)).rejects.toMatchObject({ code: 'not_found' });
    expect(countOwner).not.toHaveBeenCalled();
    const refused = new Error('too often');
    const tooOften = readReviewCalendar(study, file, () => {
      throw refused;
    });
    await expect(tooOften).rejects.toBe(refused);
    expect([getCalendar.mock.calls, write.mock.calls]).toEqual([[], []]);
  });
});
