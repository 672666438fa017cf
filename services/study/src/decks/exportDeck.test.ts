import { buffer } from 'node:stream/consumers';
import type { PictureFile } from '@lectern/contracts';
import { type Citation, type Picture } from '@lectern/contracts';
import { DomainError, notFound, type FileAnswer, type InternalClient } from '@lectern/service-kit';
import JSZip from 'jszip';
import { createStudyFake, creation } from '../testing.ts';
import { changeOwned } from '../owned/changeOwned.ts';
import { deckKind } from './deckDocument.ts';
import { exportDeck as exportDeckOf, type DeckFormat } from './exportDeck.ts';

const ada = 'u1';
const picture = (name: string, slide = 4): Picture => ({
  ...{ id: `${name.repeat(32)}-${slide}`, slide, alt: `Heart ${name}` },
  ...{ width: 100, height: 80, url: 'http://x/y' },
});
const ofSlide = (slide: number): Citation => ({ pointer: { kind: 'slide', slide, part: 'body', paragraph: 1 }, quote: 'It pumps.' });

/** A deck of cards from these slides, and a library whose answers are by the ends of their paths. */
const setUp = async (slides: readonly number[] = [], answers: Record<string, () => unknown> = {}) => {
  const study = createStudyFake();
  const made = await study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  const asked: string[] = [];
  const call: InternalClient = async ({ path, answer }) => {
    asked.push(path);
    const [, found] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
    if (!found) throw notFound('Picture');
    return answer.parse(found());
  };
  const cards = made.cards.map((card, index) => (slides[index] ? { ...card, source: ofSlide(slides[index]) } : card));
  const deck = slides.length > 0 ? await changeOwned(study.study, deckKind, ada, made._id, () => ({ cards })) : made;
  const exportDeck = (userId: string, id: string, format: DeckFormat) => exportDeckOf({ ...study.study, call }, userId, id, format);
  return { study, deck, exportDeck, asked };
};
const unpack = async ({ bytes }: FileAnswer) => {
  const zip = await JSZip.loadAsync(bytes instanceof Uint8Array ? bytes : await buffer(bytes));
  const text = async (name: string): Promise<string> => (await zip.file(name)!.async('nodebuffer')).toString('latin1');
  return { collection: await text('collection.anki2'), media: JSON.parse(await text('media')) as Record<string, string>, zip };
};
const fileOf = (size: number, byte: number) => (): PictureFile => ({ base64: Buffer.alloc(size, byte).toString('base64') });

test('a deck for Anki has its schedule; a card that was never reviewed is new there', async () => {
  const { study, deck, exportDeck } = await setUp();
  await study.reviews.create(ada, { itemId: deck.cards[0]!._id, kind: 'card', rating: 'good', durationMs: 4_000 }, creation());
  const file = await exportDeck(ada, deck._id, 'apkg');
  expect([file.name, file.type]).toEqual([expect.stringMatching(/\.apkg$/), 'application/apkg']);
  const { collection, media } = await unpack(file);
  expect(collection.startsWith('SQLite format 3')).toBe(true);
  expect(collection).toContain(deck.cards[0]!.front);
  // One card has a memory, as Anki keeps it.
  expect(collection.match(/"s":[\d.]+,"d":[\d.]+,"dr":0\.9,"lrt":\d+/g)).toHaveLength(1);
  expect(media).toEqual({});
});

test('as text it needs no schedule, and somebody else’s deck does not exist', async () => {
  const { deck, exportDeck } = await setUp();
  const { bytes } = await exportDeck(ada, deck._id, 'txt');
  expect(new TextDecoder().decode(bytes as Uint8Array).split('\n')).toHaveLength(deck.cards.length + 1);
  for (const format of ['txt', 'apkg'] as const)
    await expect(exportDeck('u2', deck._id, format)).rejects.toMatchObject({ code: 'not_found' });
});

describe('the pictures of a deck for Anki', () => {
  it('are those that are shown beside its cards: three of a slide at most, each read once', async () => {
    const four = ['a', 'b', 'c', 'd'].map((name) => picture(name));
    const { deck, exportDeck, asked } = await setUp([4, 4, 5], {
      '/m1/pictures': () => [...four, picture('a', 5)],
      ...Object.fromEntries(four.map(({ id }, index) => [`/${id}`, fileOf(10, index)])),
    });
    const { collection, media, zip } = await unpack(await exportDeck(ada, deck._id, 'apkg'));
    const names = ['a', 'b', 'c'].map((name) => `lectern-${name.repeat(32)}.webp`);
    expect(Object.values(media)).toEqual(names);
    expect(await zip.file('1')!.async('uint8array')).toEqual(new Uint8Array(10).fill(1));
    expect(asked).toHaveLength(1 + names.length);
    expect(collection.match(/<img src="lectern-a+\.webp" alt="Picture on slide [45]: Heart a">/g)!.length).toBeGreaterThanOrEqual(3);
  });

  it('have 40 MB at most; those beyond are named in words, as are those of a guide that was deleted meanwhile', async () => {
    const [large, second, gone] = [picture('a', 1), picture('b', 2), picture('c', 3)];
    const { deck, exportDeck, asked } = await setUp([3, 1, 2], {
      '/m1/pictures': () => [large, second, gone],
      [large.id]: fileOf(25_000_000, 1),
      [second.id]: fileOf(15_000_001, 2),
    });
    const { collection, media } = await unpack(await exportDeck(ada, deck._id, 'apkg'));
    expect(Object.values(media)).toEqual([`lectern-${'a'.repeat(32)}.webp`]);
    expect(collection).toContain('<div>(Picture on slide 2: Heart b)</div>');
    expect(collection).toContain('<div>(Picture on slide 3: Heart c)</div>');
    expect(asked).toHaveLength(4);
  });

  it('are needed: while they are away no package is made, and a sentence says what to do', async () => {
    const away = () => {
      throw new DomainError('unavailable', 'Away.', { retryAfterSeconds: 2 });
    };
    for (const answers of [{ '/m1/pictures': away }, { '/m1/pictures': () => [picture('a')], [picture('a').id]: away }]) {
      const { deck, exportDeck } = await setUp([4], answers);
      await expect(exportDeck(ada, deck._id, 'apkg')).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The pictures of this deck are away for the moment. Try again in a minute, or choose a table or text.',
        retryAfterSeconds: 60,
      });
      expect((await exportDeck(ada, deck._id, 'csv')).type).toContain('text/csv');
    }
  });
});
