import { cardPictureBounds } from '@lectern/contracts';
import type { EncodedPictures } from '@lectern/pictures';
import { createStudyFake, creation } from '../testing.ts';
import { readCardPicture } from './cardPictures.ts';

const [ada, ben] = ['u1', 'u2'];
const hourMs = 3_600_000;
/** A file with the signature of a PNG. The fake encoder accepts any content. */
const png = (content: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), Buffer.from(content)]));

const setUp = async () => {
  const study = createStudyFake();
  study.isPremium = true;
  const { _id: id } = await study.decks.createOwn(ada, { title: 'Bones', cards: [{ front: 'a', back: 'b' }] }, creation());
  const files = () => [...study.objects.objects.keys()].map((key) => key.split('/').at(-1));
  const pass = (ms: number): void => void (study.now = new Date(study.now.getTime() + ms));
  /** A change of the deck that has nothing to do with its pictures. */
  const touch = () => study.decks.update(ada, id, { description: `At ${study.now.toISOString()}` });
  const firstCard = async () => (await study.decks.get(ada, id)).cards[0]!;
  const edit = async (pictures: { id: string; side: 'front' | 'back'; alt?: string }[] | undefined) =>
    study.decks.updateCard(ada, id, (await firstCard())._id, { front: 'a', back: 'b', pictures });
  return { study, id, files, pass, touch, firstCard, edit };
};

describe('a picture of a learner', () => {
  it('is shown by the card that names it, and stays with an edit that does not mention pictures', async () => {
    const { study, id, edit, firstCard } = await setUp();
    const added = await study.decks.addPicture(ada, id, png('bone'));
    expect(added).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{64}$/), alt: '', width: 100, height: 80 });
    expect(added.url).toContain(`/flashcards/${id}/pictures/${added.id}?expires=`);
    await edit([{ id: added.id, side: 'back', alt: 'A bone' }]);
    expect((await firstCard()).pictures).toMatchObject([{ id: added.id, side: 'back', alt: 'A bone', width: 100 }]);
    await edit(undefined);
    // Without a text of its own, a picture keeps the former one.
    await edit([{ id: added.id, side: 'front' }]);
    expect((await firstCard()).pictures).toMatchObject([{ side: 'front', alt: 'A bone' }]);
    expect(await study.reviews.listQueue(ada, {})).toMatchObject([{ pictures: [{ side: 'front' }] }]);
    await edit([]);
    expect(await firstCard()).not.toHaveProperty('pictures');
  });

  it('can come with a new card, and with the cards of a changed deck', async () => {
    const { study, id } = await setUp();
    const added = await study.decks.addPicture(ada, id, png('bone'));
    const card = await study.decks.addCard(ada, id, { front: 'c', back: 'd', pictures: [{ id: added.id, side: 'front' }] }, creation());
    expect(card.pictures).toHaveLength(1);
    const { cards } = await study.decks.update(ada, id, {
      cards: [
        { _id: card._id, front: 'c', back: 'd' },
        { front: 'e', back: 'f', pictures: [{ id: added.id, side: 'back' }] },
      ],
    });
    expect(cards.map(({ pictures }) => pictures?.[0]?.side)).toEqual(['front', 'back']);
    expect(cards[0]).toEqual(card);
  });

  it('has one id and one file, however often it is added', async () => {
    const { study, id, files } = await setUp();
    const ids = new Set<string>();
    for (let round = 0; round < 3; round += 1) ids.add((await study.decks.addPicture(ada, id, png('same'))).id);
    expect([ids.size, files()]).toEqual([1, [...ids]]);
  });

  it('belongs to its deck and its learner', async () => {
    const { study, id, edit } = await setUp();
    await expect(study.decks.addPicture(ben, id, png('x'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(study.decks.addPicture(ada, 'nothing', png('x'))).rejects.toMatchObject({ code: 'not_found' });
    const other = await study.decks.createOwn(ada, { title: 'Other' }, creation());
    const { id: foreign } = await study.decks.addPicture(ada, other._id, png('bone'));
    await expect(edit([{ id: foreign, side: 'front' }])).rejects.toMatchObject({ code: 'invalid' });
    await expect(edit([{ id: '0'.repeat(64), side: 'front' }])).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each([
    ['a program', Buffer.from('MZ\x90\0')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused with a sentence', async (_what, bytes) => {
    const { study, id, files } = await setUp();
    await expect(study.decks.addPicture(ada, id, new Uint8Array(bytes))).rejects.toMatchObject({
      code: 'unreadable_file',
      message: 'This is not a picture that can be shown. Choose a PNG, JPEG, GIF or WebP file.',
    });
    expect(files()).toEqual([]);
  });

  it.each([
    ['damaged', 'This picture could not be read. The file may be damaged.'],
    ['too-large', 'This picture has too many pixels. Choose one of at most 50 megapixels.'],
    [undefined, 'This picture is too small. Each side needs at least 64 pixels.'],
  ] as const)('that the decoder finds %s is refused with a sentence', async (reason, message) => {
    const { study, id, files } = await setUp();
    const none: EncodedPictures = { pictures: [], leftOut: reason ? [{ slide: 1, alt: '', reason }] : [] };
    study.study.cardPictures = { ...study.study.cardPictures, encoder: { encode: async () => none } };
    await expect(study.decks.addPicture(ada, id, png('x'))).rejects.toMatchObject({ code: 'unreadable_file', message });
    expect(files()).toEqual([]);
  });

  it('is one of at most 200 of its deck', async () => {
    const { study, id, files } = await setUp();
    for (let count = 0; count < cardPictureBounds.perDeck; count += 1) await study.decks.addPicture(ada, id, png(`${count}`));
    await expect(study.decks.addPicture(ada, id, png('more'))).rejects.toMatchObject({ code: 'conflict' });
    expect(files()).toHaveLength(cardPictureBounds.perDeck);
    // One that is there already is no further one.
    await study.decks.addPicture(ada, id, png('7'));
  });
});

describe('a picture that no card names', () => {
  it('is deleted at a change of the deck, an hour after it was added', async () => {
    const { study, id, files, pass, touch } = await setUp();
    await study.decks.addPicture(ada, id, png('bone'));
    pass(hourMs - 1);
    await touch();
    expect(files()).toHaveLength(1);
    pass(1);
    await touch();
    expect(files()).toEqual([]);
  });

  it('is deleted an hour after the last card lost it', async () => {
    const { study, id, files, pass, touch, edit } = await setUp();
    const { id: picture } = await study.decks.addPicture(ada, id, png('bone'));
    await edit([{ id: picture, side: 'front' }]);
    pass(3 * hourMs);
    await touch();
    expect(files()).toEqual([picture]);
    await edit([]);
    // Another editor may still name it.
    await edit([{ id: picture, side: 'back' }]);
    pass(3 * hourMs);
    await touch();
    expect(files()).toEqual([picture]);
    await edit([]);
    pass(hourMs);
    await touch();
    expect(files()).toEqual([]);
    await expect(edit([{ id: picture, side: 'back' }])).rejects.toMatchObject({ code: 'invalid' });
  });

  it('comes back with a card that is put back within the hour, and the card comes without it later', async () => {
    const { study, id, pass, touch } = await setUp();
    const { id: picture } = await study.decks.addPicture(ada, id, png('bone'));
    const card = await study.decks.addCard(ada, id, { front: 'c', back: 'd', pictures: [{ id: picture, side: 'front' }] }, creation());
    await study.decks.removeCard(ada, id, card._id, 'dropped');
    expect((await study.decks.restoreCard(ada, id, card._id)).pictures).toHaveLength(1);
    await study.decks.removeCard(ada, id, card._id, 'dropped');
    pass(hourMs);
    await touch();
    expect(await study.decks.restoreCard(ada, id, card._id)).not.toHaveProperty('pictures');
  });

  it('does not fail the change of the deck while the object store is away, and is deleted later', async () => {
    const { study, id, files, pass, touch } = await setUp();
    await study.decks.addPicture(ada, id, png('bone'));
    pass(hourMs);
    study.objects.setReachable(false);
    expect((await touch()).description).toContain('At ');
    study.objects.setReachable(true);
    await touch();
    expect(files()).toEqual([]);
  });
});

it('a deck that was deleted while a picture was added leaves nothing', async () => {
  const { study, id, files } = await setUp();
  const { store } = study.study.cardPictures.files;
  study.study.cardPictures.files.store = async (...given) => {
    await store(...given);
    await study.decks.remove(ada, id);
    await store(...given);
  };
  await expect(study.decks.addPicture(ada, id, png('bone'))).rejects.toMatchObject({ code: 'not_found' });
  expect(files()).toEqual([]);
});

it('pictures go with the copy of a deck, and end with deck and learner', async () => {
  const { study, id, files, edit } = await setUp();
  const { id: picture } = await study.decks.addPicture(ada, id, png('bone'));
  await study.decks.addPicture(ada, id, png('spare'));
  await edit([{ id: picture, side: 'front', alt: 'A bone' }]);
  const copy = await study.decks.copy(ada, id, creation());
  expect(copy.cards[0]?.pictures).toMatchObject([{ id: picture, alt: 'A bone' }]);
  expect(await readCardPicture(study.study, ada, copy._id, picture)).toBeDefined();
  await study.decks.remove(ada, id);
  expect(files()).toEqual([picture]);
  await study.decks.addPicture(ada, copy._id, png('spare'));
  await study.decks.eraseAll(ada);
  expect(files()).toEqual([]);
  expect(await study.study.store.sparePictures.count('byUser', { userId: ada })).toBe(0);
});
