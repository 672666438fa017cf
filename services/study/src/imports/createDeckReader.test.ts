import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { exportDeckPackage } from '@lectern/exchange';
import { createMetrics } from '@lectern/service-kit';
import { createDeckReader } from './createDeckReader.ts';

const metrics = () => createMetrics({ part: 'study' });
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('lectern-import-'));

test('a reader that does not end is ended, and its folder is gone', async () => {
  const before = folders();
  const reader = createDeckReader({ metrics: metrics(), module: new URL('./endless.process.ts', `file://${__filename}`), patienceMs: 300 });
  await expect(reader.read('u1', Buffer.from('a,b'), undefined)).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('too long'),
  });
  expect(folders().filter((name) => !before.includes(name))).toEqual([]);
});

test('a reader that fails is told as one that was too much', async () => {
  const reader = createDeckReader({ metrics: metrics(), module: new URL('./absent.ts', `file://${__filename}`) });
  await expect(reader.read('u1', Buffer.from('a,b'), undefined)).rejects.toMatchObject({ code: 'too-large' });
});

test('the columns of the learner go to the process', async () => {
  const { decks } = await createDeckReader({ metrics: metrics() }).read('u1', Buffer.from('1,a,b\n2,c,d\n'), {
    front: 2,
    back: 1,
    hasHeader: true,
  });
  expect(decks[0]!.cards).toMatchObject([{ front: 'd', back: 'c' }]);
});

test('a package of 10,000 cards fits the memory of the process', async () => {
  const cards = Array.from({ length: 10_000 }, (_, index) => ({
    ...{
      id: `c${index}`,
      front: `<b>Front</b> ${index} ${'words '.repeat(30)}`,
      back: `Back ${index}`,
      source: '',
      tags: [],
      isSuspended: false,
    },
    ...{ schedule: undefined, reviews: [] },
  }));
  const { bytes } = await exportDeckPackage({ id: 'd', title: 'Many', cards, desiredRetention: 0.9 }, new Date('2026-03-05T10:00:00Z'));
  const { decks } = await createDeckReader({ metrics: metrics() }).read('u1', bytes, undefined);
  expect(decks[0]!.cards).toHaveLength(10_000);
}, 120_000);
