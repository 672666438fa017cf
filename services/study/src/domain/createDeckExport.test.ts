import JSZip from 'jszip';
import { createStudyFake, creation } from '../testing.ts';
import { createDeckExport } from './createDeckExport.ts';

const ada = 'u1';
const setUp = async () => {
  const study = createStudyFake();
  const deck = await study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  const { exportDeck } = createDeckExport({ decks: study.decks, reviews: study.reviews, clock: () => study.now });
  return { study, deck, exportDeck };
};

test('a deck for Anki has its schedule; a card that was never reviewed is new there', async () => {
  const { study, deck, exportDeck } = await setUp();
  await study.reviews.create(ada, { itemId: deck.cards[0]!._id, kind: 'card', rating: 'good', durationMs: 4_000 }, creation());
  const { name, type, bytes } = await exportDeck(ada, deck._id, 'apkg');
  expect([name, type]).toEqual([expect.stringMatching(/\.apkg$/), 'application/apkg']);
  const collection = (await (await JSZip.loadAsync(bytes)).file('collection.anki2')!.async('nodebuffer')).toString('latin1');
  expect(collection.startsWith('SQLite format 3')).toBe(true);
  expect(collection).toContain(deck.cards[0]!.front);
  // One card has a memory, as Anki keeps it.
  expect(collection.match(/"s":[\d.]+,"d":[\d.]+,"dr":0\.9,"lrt":\d+/g)).toHaveLength(1);
});

test('as text it needs no schedule, and somebody else’s deck does not exist', async () => {
  const { deck, exportDeck } = await setUp();
  expect(new TextDecoder().decode((await exportDeck(ada, deck._id, 'txt')).bytes).split('\n')).toHaveLength(deck.cards.length + 1);
  for (const format of ['txt', 'apkg'] as const)
    await expect(exportDeck('u2', deck._id, format)).rejects.toMatchObject({ code: 'not_found' });
});
