import { buffer } from 'node:stream/consumers';
import { exportDeckPackage, type AnkiCard, type AnkiDeck } from '@lectern/exchange';
import { reviewBounds, sizes } from '@lectern/contracts';
import { counterId, quotaCollection } from '@lectern/service-kit';
import { showCardPicture, withPictureAddresses } from '../decks/cardPictures.ts';
import { exportDeck } from '../decks/exportDeck.ts';
import { exportFiles } from '../exportFiles.ts';
import type { StudyContext } from '../StudyContext.ts';
import { rebuildSchedules } from '../reviews/rebuildSchedules.ts';
import { reviewItemsCollection } from '../reviews/itemCollections.ts';
import { decksCollection } from '../store.ts';
import { createStudyFake, creation } from '../testing.ts';
import type { ImportUpload } from './readImportForm.ts';

const ada = 'u1';
/** The store fails while the reviews of the n-th deck of an import are stored. */
const failAtHistory = ({ study }: ReturnType<typeof createStudyFake>, place: number): void => {
  const { reviewSettings } = study.store;
  let decks = 0;
  const get: typeof reviewSettings.get = async (key) => {
    decks += 1;
    if (decks === place) throw new Error('the store is away');
    return reviewSettings.get(key);
  };
  study.store = { ...study.store, reviewSettings: Object.assign(Object.create(reviewSettings) as typeof reviewSettings, { get }) };
};
const withoutLibrary = ({ study }: ReturnType<typeof createStudyFake>): StudyContext => ({
  ...study,
  call: () => Promise.reject(new Error('none')),
});
const upload = (content: string | Uint8Array, change: Partial<ImportUpload> = {}): ImportUpload => ({
  ...{ name: 'My words.csv', bytes: Buffer.from(content), title: undefined, columns: undefined, ...change },
});
const lines = (count: number, name = 'card') => Array.from({ length: count }, (_, index) => `${name} ${index}\tback ${index}\n`).join('');
const setUp = () => {
  const study = createStudyFake();
  study.isPremium = true;
  const titles = async () => (await study.decks.list(ada, {})).items.map(({ title, cardCount }) => `${title}: ${cardCount}`).toReversed();
  return { study, titles, bring: (file: ImportUpload, as = creation()) => study.decks.importDecks(ada, file, as) };
};

const reviewed = (study: { now: Date }): AnkiDeck => ({
  id: 'd1',
  title: 'Cells',
  desiredRetention: 0.9,
  cards: [
    {
      ...{ id: 'c1', front: 'ATP?', back: 'energy', source: '', tags: [], pictures: [], isSuspended: false },
      schedule: { state: 'review', due: new Date('2026-03-12T04:00:00Z'), stability: 12.5, difficulty: 4.25, reps: 3, lapses: 1 },
      reviews: (['2026-02-01T10:00:00Z', '2026-02-02T10:00:00Z', '2026-02-20T10:00:00Z'] as const).map((at, index) => ({
        ...{ at: new Date(at), ease: index === 1 ? (1 as const) : (3 as const), durationMs: 4_000 },
      })),
    },
    { id: 'c2', front: 'new', back: 'card', source: '', tags: [], pictures: [], isSuspended: true, schedule: undefined, reviews: [] },
    {
      ...{ id: 'c3', front: 'learning', back: 'card', source: '', tags: [], pictures: [], isSuspended: false },
      schedule: { state: 'learning', due: new Date(study.now.getTime() + 600_000), stability: 1, difficulty: 5, reps: 1, lapses: 0 },
      reviews: [{ at: new Date(study.now.getTime() - 60_000), ease: 3, durationMs: 1_000 }],
    },
  ],
});

test('a text becomes a deck of the learner’s own, named after its file', async () => {
  const { study, bring } = setUp();
  const { decks, skipped } = await bring(upload('Front,Back\nATP,energy\nalone\n"a, b",c\n'));
  expect(decks).toMatchObject([{ title: 'My words', cardCount: 2, studyMaterialId: null }]);
  expect(skipped).toEqual([{ reason: 'Lines without a front and a back', count: 1 }]);
  const { cards } = await study.decks.get(ada, decks[0]!._id);
  expect(cards.map(({ front, back }) => [front, back])).toEqual([
    ['ATP', 'energy'],
    ['a, b', 'c'],
  ]);
  // They can be reviewed at once.
  expect((await study.reviews.listQueue(ada, { deckId: decks[0]!._id })).map(({ title }) => title)).toEqual(['My words', 'My words']);
});

test('schedule and review log come along, and computing the schedules anew changes nothing', async () => {
  const { study, bring } = setUp();
  const { bytes } = await exportDeckPackage(reviewed(study), study.now);
  const { decks, skipped } = await bring(upload(bytes, { name: 'x.apkg' }));
  expect([decks.map(({ title }) => title), skipped]).toEqual([['Cells'], []]);
  const { cards } = await study.decks.get(ada, decks[0]!._id);
  const itemOf = (front: string) => study.reviews.getItem(ada, 'card', cards.find((card) => card.front === front)!._id);
  expect(await itemOf('ATP?')).toMatchObject({
    ...{ state: 'review', due: '2026-03-12T04:00:00.000Z', stability: 12.5, difficulty: 4.25, reps: 3, suspended: false },
    reviews: [
      { rating: 'good', answeredAt: '2026-02-01T10:00:00.000Z', durationMs: 4_000 },
      { rating: 'again', answeredAt: '2026-02-02T10:00:00.000Z', durationMs: 4_000 },
      { rating: 'good', answeredAt: '2026-02-20T10:00:00.000Z', durationMs: 4_000 },
    ],
  });
  expect(await itemOf('new')).toMatchObject({ state: 'new', suspended: true, reviews: [] });
  expect(await itemOf('learning')).toMatchObject({ state: 'learning', due: '2026-03-05T10:10:00.000Z' });
  expect(await rebuildSchedules(study.store, () => study.now)).toMatchObject({ items: 3, changed: 0 });

  // What is answered here goes on from there, and its undo leads back.
  const itemId = cards.find(({ front }) => front === 'ATP?')!._id;
  const review = await study.reviews.create(ada, { itemId, kind: 'card', rating: 'good' }, creation());
  expect(review.stability).toBeGreaterThan(12.5);
  await study.reviews.undo(ada, review._id);
  expect(await itemOf('ATP?')).toMatchObject({ due: '2026-03-12T04:00:00.000Z', stability: 12.5 });

  await study.decks.remove(ada, decks[0]!._id);
  await expect(study.reviews.getItem(ada, 'card', itemId)).rejects.toMatchObject({ code: 'not_found' });
});

test('a deck of more cards than a deck holds becomes several, and a title stands before names', async () => {
  const { bring, titles } = setUp();
  await bring(upload(lines(sizes.cards + 1), { title: 'Words' }));
  expect(await titles()).toEqual(['Words (1 of 2): 500', 'Words (2 of 2): 1']);
  await bring(upload(`#separator:tab\n#deck column:3\na\tb\tOne\nc\td\tTwo::Three\n`, { title: 'More' }));
  expect((await titles()).slice(2)).toEqual(['More › One: 1', 'More › Two › Three: 1']);
});

test('limits of the plan hold as for every deck, before anything is stored', async () => {
  const { study, bring, titles } = setUp();
  study.isPremium = false;
  await expect(bring(upload(lines(21)))).rejects.toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('at most 20 cards'),
  });
  const six = Array.from({ length: 6 }, (_, index) => `a\tb\tDeck ${index}\n`).join('');
  await expect(bring(upload(`#separator:tab\n#deck column:3\n${six}`))).rejects.toMatchObject({
    ...{ code: 'limit_reached', message: expect.stringContaining('limit of 5 flashcard decks') },
  });
  expect(await titles()).toEqual([]);
  expect(await study.quota.current('flashcards', ada)).toBe(0);
  await bring(upload(lines(20)));
  expect(await study.quota.current('flashcards', ada)).toBe(1);
});

test('a second attempt makes the same decks, and nothing twice', async () => {
  const { study, bring, titles } = setUp();
  const first = creation();
  const { bytes } = await exportDeckPackage(reviewed(study), study.now);
  const made = await bring(upload(bytes), first);
  expect(await bring(upload(bytes), { ...first, resumed: true })).toEqual(made);
  expect(await titles()).toEqual(['Cells: 3']);
  expect(await study.quota.current('flashcards', ada)).toBe(1);
});

test('what a crash left of several decks is deleted when it is settled', async () => {
  const { study, bring, titles } = setUp();
  const text = '#separator:tab\n#deck column:3\na\tb\tOne\nc\td\tTwo\ne\tf\tThree\n';
  failAtHistory(study, 3);
  await expect(bring(upload(text))).rejects.toThrow('the store is away');
  expect(await titles()).toEqual([]);
  await study.quota.settleAll();
  expect(await study.quota.current('flashcards', ada)).toBe(0);
});

test('the deletion of a deck leaves those that were imported with it, also before their places are settled', async () => {
  const { study, bring, titles } = setUp();
  const { decks } = await bring(upload('#separator:tab\n#deck column:3\na\tb\tOne\nc\td\tTwo\n'));
  const [one, two] = decks.map(({ _id }) => _id);
  // As the store leaves it when it fails at the last step.
  const left = { _id: one!, kind: 'create' as const, since: study.now.toISOString(), leaseOwner: '' };
  const unsettled = {
    set: { pendingSince: left.since },
    increment: { pendingCount: 1 },
    append: { pending: left },
  };
  expect(await study.store.collection(quotaCollection).update({ userId: ada, _id: counterId('flashcards', ada) }, unsettled)).toBeDefined();
  await study.decks.remove(ada, two!);
  study.now = new Date(study.now.getTime() + 86_400_000);
  await study.quota.settleAll();
  expect(await titles()).toEqual(['One: 1']);
  expect(await study.quota.current('flashcards', ada)).toBe(1);
});

test('a card with very many reviews keeps its newest, and has room for more', async () => {
  const { study, bring } = setUp();
  const [card] = reviewed(study).cards;
  const reviews = Array.from({ length: reviewBounds.reviewsPerItem + 200 }, (_, index) => ({
    ...{ at: new Date(Date.parse('2025-01-01T10:00:00Z') + index * 3_600_000), ease: 3 as const, durationMs: 1_000 },
  }));
  const { bytes } = await exportDeckPackage({ ...reviewed(study), cards: [{ ...card!, reviews }] }, study.now);
  const { decks, skipped } = await bring(upload(bytes));
  expect(skipped).toEqual([{ reason: expect.stringContaining('beyond 500 of a card'), count: 700 }]);
  const { cards } = await study.decks.get(ada, decks[0]!._id);
  const itemId = cards[0]!._id;
  const { reviews: kept } = await study.reviews.getItem(ada, 'card', itemId);
  expect(kept.at(-1)!.answeredAt).toBe(reviews.at(-1)!.at.toISOString());
  await study.reviews.create(ada, { itemId, kind: 'card', rating: 'good' }, creation());
});

test('a preview shows the first cards, what is left out, and which columns are the sides; nothing is stored', async () => {
  const { study, titles } = setUp();
  const text = `Number,Answer,Question\n${Array.from({ length: 20 }, (_, index) => `${index},back ${index},front ${index}\n`).join('')}`;
  const preview = await study.decks.previewImport(ada, upload(text));
  expect(preview).toMatchObject({ decks: [{ title: 'My words', cardCount: 20 }], reviewCount: 0 });
  expect(preview.skipped).toEqual([{ reason: 'Cells beyond the front and the back', count: 20 }]);
  expect(preview.cards).toHaveLength(10);
  expect(preview.cards[0]).toEqual({ front: 'front 0', back: 'back 0' });
  expect(preview.table).toMatchObject({ front: 3, back: 2, hasHeader: true });
  const chosen = await study.decks.previewImport(ada, upload(text, { columns: { front: 0, back: 1, hasHeader: true } }));
  expect(chosen.cards[0]).toEqual({ front: '0', back: 'back 0' });
  expect(await titles()).toEqual([]);
});

test.each([
  ['a picture', '\u0089PNG\r\n\u001a\n\u0000', 'unsupported_type', 'This file is no deck of cards'],
  ['words alone', 'one\ntwo\n', 'unreadable_file', 'Each line needs a front and a back'],
  ['a damaged package', 'PK\u0003\u0004 and nothing else', 'unreadable_file', 'This file is damaged'],
])('%s is refused in a sentence', async (_what, content, code, message) => {
  const { bring, titles } = setUp();
  await expect(bring(upload(Buffer.from(content, 'latin1')))).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  expect(await titles()).toEqual([]);
});

describe('a file that was imported before', () => {
  const tsv = (...rows: string[][]) => rows.map((cells) => `${cells.join('\t')}\n`).join('');
  const table = tsv(['a', 'b'], ['c', 'd']);
  const cardsIn = async (study: ReturnType<typeof createStudyFake>) => {
    const { items } = await study.decks.list(ada, {});
    const decks = await Promise.all(items.toReversed().map(({ _id }) => study.decks.get(ada, _id)));
    return decks.map(({ title, cards }) => [title, ...cards.map(({ front, back }) => `${front}: ${back}`)]);
  };

  test('is refused with the number of its cards that exist, and nothing is stored', async () => {
    const { study, bring } = setUp();
    await bring(upload(table));
    const more = upload(`${table}e\tf\n`);
    await expect(bring(more)).rejects.toMatchObject({
      ...{ code: 'already_imported', existing: 2, message: '2 cards of this file are in your decks already.' },
    });
    expect(await cardsIn(study)).toEqual([['My words', 'a: b', 'c: d']]);
    expect(await study.decks.previewImport(ada, more)).toMatchObject({ existing: 2, decks: [{ cardCount: 3 }] });
    // It is found by its name in the file when it was renamed. A deck with another name is another deck.
    await study.decks.update(ada, (await study.decks.list(ada, {})).items[0]!._id, { title: 'French' });
    await expect(bring(more)).rejects.toMatchObject({ existing: 2 });
    await bring({ ...more, title: 'Other words' });
    expect((await cardsIn(study))[1]).toEqual(['Other words', 'a: b', 'c: d', 'e: f']);
  });

  test('adds only new cards, to the deck of the others', async () => {
    const { study, bring } = setUp();
    await bring(upload(table));
    const made = await bring(upload(tsv(['c', 'other'], ['e', 'f']), { existing: 'skip' }));
    expect(made).toMatchObject({ added: 1, updated: 0, decks: [{ cardCount: 3 }], changedDecks: [made.decks[0]!._id] });
    expect(made.skipped).toEqual([{ reason: 'Cards that you have already', count: 1 }]);
    expect(await cardsIn(study)).toEqual([['My words', 'a: b', 'c: d', 'e: f']]);
    expect(await bring(upload(table, { existing: 'skip' }))).toMatchObject({ added: 0, decks: [] });
    expect((await study.reviews.listQueue(ada, {})).length).toBe(3);
  });

  test('replaces the words and keeps the schedule', async () => {
    const { study, bring } = setUp();
    const { decks } = await bring(upload(table));
    const [first] = (await study.decks.get(ada, decks[0]!._id)).cards;
    await study.reviews.create(ada, { itemId: first!._id, kind: 'card', rating: 'good' }, creation());
    const made = await bring(upload(tsv(['A', 'better'], ['e', 'f']), { existing: 'update' }));
    expect(made).toMatchObject({ added: 1, updated: 1 });
    expect(await cardsIn(study)).toEqual([['My words', 'A: better', 'c: d', 'e: f']]);
    expect(await study.reviews.getItem(ada, 'card', first!._id)).toMatchObject({ reps: 1, state: 'learning' });
  });

  test('is a second deck if that is wanted', async () => {
    const { study, bring } = setUp();
    await bring(upload(table));
    await bring(upload(table, { existing: 'copy' }));
    expect(await cardsIn(study)).toEqual([
      ['My words', 'a: b', 'c: d'],
      ['My words', 'a: b', 'c: d'],
    ]);
  });

  test('equal fronts are told apart by their number, and like ones by their letters', async () => {
    const { study, bring } = setUp();
    const rows = [
      ['Co', 'cobalt'],
      ['CO', 'carbon monoxide'],
      ['x', '1'],
      ['x', '2'],
    ];
    await bring(upload(tsv(...rows)));
    await expect(bring(upload(tsv(...rows)))).rejects.toMatchObject({ existing: 4 });
    await bring(upload(tsv(['CO', 'gas'], ['Co', 'metal'], ['x', 'one'], ['x', 'two'], ['x', 'three']), { existing: 'update' }));
    expect(await cardsIn(study)).toEqual([['My words', 'Co: metal', 'CO: gas', 'x: one', 'x: two', 'x: three']]);
  });

  test('packages are known by the ids of their notes in any deck, whatever their words', async () => {
    const { study, bring } = setUp();
    const cards = ['c1', 'c2'].map((id): AnkiCard => ({
      ...{ id, front: id, back: 'b', source: '', tags: ['x'], pictures: [], isSuspended: false, schedule: undefined, reviews: [] },
    }));
    const pack = async (change: Partial<AnkiDeck>) => (await exportDeckPackage({ ...reviewed(study), cards, ...change }, study.now)).bytes;
    const { decks } = await bring(upload(await pack({})));
    await study.decks.update(ada, decks[0]!._id, { title: 'Renamed' });
    const renamed = cards.map((card) => ({ ...card, front: `${card.id}!`, hint: 'h' }));
    const [known] = reviewed(study).cards;
    const more = await pack({ title: 'Elsewhere', cards: [...renamed, known!] });
    await expect(bring(upload(more))).rejects.toMatchObject({ code: 'already_imported', existing: 2 });
    await bring(upload(more, { existing: 'update' }));
    expect(await cardsIn(study)).toEqual([['Renamed', 'c1!: b', 'c2!: b', 'ATP?: energy']]);
    const { cards: found } = await study.decks.get(ada, decks[0]!._id);
    expect(found.map(({ hint, tags }) => [hint, tags])).toEqual([
      ['h', ['x']],
      ['h', ['x']],
      [undefined, undefined],
    ]);
    // The schedule of the new card comes along, also into a deck that exists.
    const ids = { itemId: found[2]!._id, kind: 'card' as const };
    expect(await study.reviews.getItem(ada, 'card', ids.itemId)).toMatchObject({ state: 'review', stability: 12.5, reps: 3 });
    expect(await study.reviews.getItem(ada, 'card', found[0]!._id)).toMatchObject({ state: 'new' });
    const { front, hint } = (await study.reviews.listQueue(ada, {})).find(({ itemId }) => itemId === found[0]!._id) as {
      front: string;
      hint?: string;
    };
    expect([front, hint]).toEqual(['c1!', 'h']);
  });

  test('cards that were not imported come in once without a question, which the preview puts', async () => {
    const { study, bring } = setUp();
    await study.decks.createOwn(ada, { title: 'Own', cards: [{ front: 'a', back: 'b' }] }, creation());
    const file = upload('a\tb\n', { name: 'Own.txt' });
    expect(await study.decks.previewImport(ada, file)).toMatchObject({ existing: 1 });
    await bring(file);
    expect(await cardsIn(study)).toEqual([
      ['Own', 'a: b'],
      ['Own', 'a: b'],
    ]);
    await expect(bring(file)).rejects.toMatchObject({ code: 'already_imported', existing: 1 });
    expect(await bring({ ...file, existing: 'update' })).toMatchObject({ added: 0, updated: 1, decks: [{}] });
  });

  test('what was exported from here is known, and comes back with its tree, order, tags and hints', async () => {
    const { study, bring } = setUp();
    const names = Array.from({ length: 30 }, (_, index) => `card ${(index * 7) % 30}`);
    const text = `#separator:tab\n#deck:Uni::Heart::Valves\n#tags column:3\n${tsv(...names.map((name, index) => [name, 'b', `t${index}`]))}`;
    const { decks } = await bring(upload(text));
    const file = await exportDeck(withoutLibrary(study), ada, decks[0]!._id, 'apkg');
    const bytes = file.bytes instanceof Uint8Array ? file.bytes : await buffer(file.bytes);
    await expect(bring(upload(bytes))).rejects.toMatchObject({ existing: 30 });
    await bring(upload(bytes, { existing: 'copy', title: undefined }));
    const [one, two] = await Promise.all((await study.decks.list(ada, {})).items.map(({ _id }) => study.decks.get(ada, _id)));
    expect(one!.title).toBe('Uni › Heart › Valves');
    expect(one!.cards.map(({ front, tags }) => [front, tags])).toEqual(names.map((name, index) => [name, [`t${index}`]]));
    expect(two!.cards.map(({ front }) => front)).toEqual(names);
    expect(await study.decks.pathOf(ada, one!._id)).toEqual(['Uni', 'Heart', 'Valves']);
    await study.decks.update(ada, one!._id, { title: 'Valves' });
    expect(await study.decks.pathOf(ada, one!._id)).toBeUndefined();
  });

  test('limits hold for cards that are added to a deck, before anything is stored', async () => {
    const { study, bring } = setUp();
    study.isPremium = false;
    await bring(upload(lines(20)));
    await expect(bring(upload(`${lines(20)}new\tcard\n`, { existing: 'skip' }))).rejects.toMatchObject({ code: 'limit_reached' });
    expect((await cardsIn(study))[0]).toHaveLength(21);
  });

  test('a full deck of 500 cards leaves the new ones to another deck', async () => {
    const { bring, titles } = setUp();
    await bring(upload(lines(sizes.cards)));
    await bring(upload(`${lines(sizes.cards)}new\tcard\n`, { existing: 'skip' }));
    expect(await titles()).toEqual(['My words: 500', 'My words: 1']);
  });

  test('a second attempt adds nothing twice; what a crash left of the schedules is deleted', async () => {
    const { study, bring } = setUp();
    const { cards } = reviewed(study);
    const pack = async (count: number) => (await exportDeckPackage({ ...reviewed(study), cards: cards.slice(0, count) }, study.now)).bytes;
    const { decks } = await bring(upload(await pack(1)));
    const deckId = decks[0]!._id;
    const collection = study.store.collection(decksCollection);
    const update = collection.update.bind(collection);
    const first = creation();
    const stop = jest.spyOn(collection, 'update').mockRejectedValueOnce(new Error('the store is away'));
    const file = upload(await pack(3), { existing: 'skip' });
    await expect(bring(file, first)).rejects.toThrow('the store is away');
    stop.mockImplementation(update);
    expect((await study.decks.get(ada, deckId)).cards).toHaveLength(1);
    const stored = study.store.collection(reviewItemsCollection);
    const idsOf = async () => (await stored.find('byUser', { equals: { userId: ada }, limit: 10 })).map(({ _id }) => _id);
    expect(await idsOf()).toHaveLength(3);
    // Its call may still be under way.
    await study.reviews.listQueue(ada, {});
    expect(await idsOf()).toHaveLength(3);
    const later = study.now;
    study.now = new Date(later.getTime() + 3_600_000);
    await study.reviews.listQueue(ada, {});
    expect(await idsOf()).toHaveLength(1);
    const made = await bring(file, { ...first, resumed: true });
    expect(made).toMatchObject({ added: 2, decks: [{ cardCount: 3 }] });
    expect(await bring(file, { ...first, resumed: true })).toEqual(made);
    const { cards: all } = await study.decks.get(ada, deckId);
    expect(all.map(({ front }) => front)).toEqual(['ATP?', 'new', 'learning']);
    expect((await study.reviews.getItem(ada, 'card', all[2]!._id)).reviews).toHaveLength(1);
  });
});

describe('pictures of cards', () => {
  const withPictures = async (study: { now: Date }, names: readonly string[]) => {
    const cards = names.map((name): AnkiCard => ({
      ...{
        id: `c-${name}`,
        front: `Which ${name}?`,
        back: name,
        source: '',
        tags: [],
        isSuspended: false,
        schedule: undefined,
        reviews: [],
      },
      pictures: [
        { fileName: `${name}.png`, alt: `A ${name}`, bytes: new TextEncoder().encode(name), side: 'front' },
        { fileName: 'all.png', alt: '', bytes: new TextEncoder().encode('all'), side: 'back' },
      ],
    }));
    return (await exportDeckPackage({ ...reviewed(study), cards }, study.now)).bytes;
  };
  const filesOf = ({ objects }: ReturnType<typeof createStudyFake>) =>
    [...objects.objects.keys()].map((key) => key.split('/').slice(0, 3).join('/'));

  test('are stored with the deck, shown by signed addresses, copied and deleted with it', async () => {
    const { study, bring } = setUp();
    const { decks, skipped } = await bring(upload(await withPictures(study, ['bone', 'heart']), { name: 'x.apkg' }));
    expect(skipped).toEqual([]);
    const id = decks[0]!._id;
    const { cards } = await study.decks.get(ada, id);
    const [front, back] = cards[0]!.pictures!;
    expect([front, back]).toMatchObject([
      { side: 'front', alt: 'A bone', width: 100, height: 80 },
      { side: 'back', alt: '' },
    ]);
    // The picture that both cards show is stored once.
    expect(filesOf(study)).toEqual(Array(3).fill(`card-pictures/${ada}/${id}`));
    const [shown] = withPictureAddresses(study.study, cards, () => id);
    const { searchParams } = new URL(shown!.pictures![0]!.url);
    const signed = { expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' };
    const show = (ownerId: string, counted: string[] = []) =>
      showCardPicture(study.study, { ownerId, pictureId: front!.id }, signed, (userId) => void counted.push(userId));
    const counted: string[] = [];
    expect(Buffer.from(await show(id, counted)).toString()).toBe('bone');
    expect(counted).toEqual([ada]);
    await expect(show('other')).rejects.toMatchObject({ code: 'not_found' });
    expect(await study.reviews.listQueue(ada, {})).toMatchObject([{ pictures: [{ side: 'front' }, { side: 'back' }] }, {}]);

    const names: string[] = [];
    for await (const { name } of exportFiles(study.study)(ada)) names.push(name);
    expect(names).toContain(`flashcards/Cells (pictures)/${front!.id}.webp`);

    const copy = await study.decks.copy(ada, id, creation());
    await study.decks.remove(ada, id);
    expect(filesOf(study)).toEqual(Array(3).fill(`card-pictures/${ada}/${copy._id}`));
    await expect(show(id)).rejects.toMatchObject({ code: 'not_found' });
    await study.decks.eraseAll(ada);
    expect(filesOf(study)).toEqual([]);
  });

  test('leave in the package again, on their sides, and are renewed by an update', async () => {
    const { study, bring } = setUp();
    const { decks } = await bring(upload(await withPictures(study, ['bone'])));
    const id = decks[0]!._id;
    const more = await withPictures(study, ['bone', 'heart']);
    expect(await bring(upload(more, { existing: 'update' }))).toMatchObject({ added: 1, updated: 1 });
    expect((await study.decks.get(ada, id)).cards.map(({ pictures }) => pictures?.length)).toEqual([2, 2]);
    const file = await exportDeck(withoutLibrary(study), ada, id, 'apkg');
    const bytes = file.bytes instanceof Uint8Array ? file.bytes : await buffer(file.bytes);
    const again = await bring(upload(bytes, { existing: 'copy', name: 'y.apkg' }));
    expect(again.skipped).toEqual([]);
    const { cards } = await study.decks.get(ada, again.decks[0]!._id);
    expect(cards.map(({ pictures }) => pictures?.map(({ side, alt }) => [side, alt]))).toEqual([
      [
        ['front', 'A bone'],
        ['back', ''],
      ],
      [
        ['front', 'A heart'],
        ['back', ''],
      ],
    ]);
  });

  test('of an import that fails are deleted', async () => {
    const { study, bring } = setUp();
    failAtHistory(study, 1);
    await expect(bring(upload(await withPictures(study, ['bone'])))).rejects.toThrow('the store is away');
    expect(filesOf(study)).toEqual([]);
  });
});

test('a file without the marks of its cards, as exports are, finds them and keeps the marks', async () => {
  const { study, bring } = setUp();
  const { decks } = await bring(upload('**heart**\tpumps\nlung\tbreathes\n'));
  expect(await bring(upload('heart\tpumps blood\nlung\tbreathes\n', { existing: 'update' }))).toMatchObject({ added: 0 });
  expect((await study.decks.get(ada, decks[0]!._id)).cards).toMatchObject([
    { front: '**heart**', back: 'pumps blood' },
    { front: 'lung', back: 'breathes' },
  ]);
});

test('the encoding of a text is detected and may be chosen', async () => {
  const { study } = setUp();
  const bytes = Buffer.from([0xf1, 0xe5, 0xf0, 0xe4, 0xf6, 0xe5, 0x3b, 0x61, 0x0a, 0xeb, 0xb8, 0xe3, 0xea, 0xee, 0xe5, 0x3b, 0x62, 0x0a]);
  expect(await study.decks.previewImport(ada, upload(bytes))).toMatchObject({
    ...{ encoding: 'windows-1251', isEncodingCertain: false, cards: [{ front: 'сердце' }, { front: 'лёгкое' }] },
  });
  expect(await study.decks.previewImport(ada, upload(bytes, { encoding: 'windows-1252' }))).toMatchObject({
    cards: [{ front: 'ñåðäöå' }, {}],
  });
});
