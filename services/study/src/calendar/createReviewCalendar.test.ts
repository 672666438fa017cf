import { createStudyFake, creation } from '../testing.ts';

const ada = 'u1';

const setUp = async () => {
  const study = createStudyFake();
  const cards = [{ front: 'a', back: 'b' }];
  const deck = await study.decks.createOwn(ada, { title: 'Valves', cards }, creation());
  await study.reviews.create(ada, { itemId: deck.cards[0]!._id, kind: 'card', rating: 'good' }, creation());
  await study.reviews.exams.create(ada, { name: 'Anatomy; part 1', date: '2026-04-01', studyMaterialIds: ['m1'] }, creation());
  const { calendar } = study.reviews;
  const read = async (url: string | null) =>
    new TextDecoder().decode(await calendar.read(new URL(url ?? '').pathname.split('/').at(-1) ?? ''));
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
