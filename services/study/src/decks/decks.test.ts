import { calls } from '@lectern/contracts';
import { decksCollection } from '../store.ts';
import { createStudyFake, creation } from '../testing.ts';

const ada = 'u1';
const setUp = async ({ isPremium = false } = {}) => {
  const study = createStudyFake();
  study.isPremium = isPremium;
  const deck = await study.decks.create(ada, { studyMaterialId: 'm1', stylePreference: 'short' }, creation(), 'r1');
  return { study, deck };
};

describe('flashcard decks', () => {
  it("§3 Flashcard deck: has title, description, 'studyMaterialId', 'createdAt' and cards with front and back", async () => {
    const { deck } = await setUp();
    expect(deck).toMatchObject({
      _id: expect.any(String),
      title: 'Flashcards: Heart',
      description: '20 cards on Heart',
      studyMaterialId: 'm1',
      createdAt: '2026-03-05T10:00:00.000Z',
    });
    expect(deck.cards[0]).toEqual({ _id: expect.any(String), front: 'Front 1', back: 'Back 1' });
  });

  it('has the language of its guide, and so have its cards in a review', async () => {
    const { study, deck } = await setUp();
    expect(deck.language).toBe('en');
    expect(await study.reviews.listQueue(ada, {})).toContainEqual(expect.objectContaining({ kind: 'card', language: 'en' }));
    const own = await study.decks.createOwn(ada, { title: 'Own', cards: [{ front: 'a', back: 'b' }] }, creation());
    expect(own).not.toHaveProperty('language');
  });

  it('has the number of cards and the difficulty that were asked for; its further cards have this difficulty, too', async () => {
    const study = createStudyFake();
    study.isPremium = true;
    const deck = await study.decks.create(ada, { studyMaterialId: 'm1', cardCount: 5, difficultyLevel: 'hard' }, creation(), 'r1');
    expect(deck).toMatchObject({ cardCount: 5, difficultyLevel: 'hard' });
    expect(study.asked.at(-1)).toMatchObject({ count: 5, options: { difficultyLevel: 'hard' } });
    await study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2');
    expect(study.asked.at(-1)).toMatchObject({ count: 10, options: { difficultyLevel: 'hard' } });
    expect(await study.decks.copy(ada, deck._id, creation())).toMatchObject({ difficultyLevel: 'hard' });
    expect(await study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r3')).not.toHaveProperty('difficultyLevel');
  });

  it("§9 Flashcard viewer: regeneration adds 10 cards, answered as 'newCards' with 'flashcardId'", async () => {
    const { study, deck } = await setUp({ isPremium: true });
    const made = await study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2');
    expect(made.newCards).toHaveLength(10);
    expect(made.flashcardId).toBe(deck._id);
    expect(made.shortfall).toBeUndefined();
    expect((await study.decks.get(ada, deck._id)).cards.slice(-10)).toEqual(made.newCards);
    expect(study.asked.at(-1)).toMatchObject({ count: 10, avoid: deck.cards.map(({ front }) => front) });
  });

  it('lists decks with the current number of cards, without reading the cards', async () => {
    const { study, deck } = await setUp();
    const cards = deck.cards.slice(1);
    await study.decks.update(ada, deck._id, { cards });
    const decks = study.store.collection(decksCollection);
    const whole = [jest.spyOn(decks, 'get'), jest.spyOn(decks, 'getMany'), jest.spyOn(decks, 'find')];
    for (const query of [{}, { q: 'heart' }, { studyMaterialId: 'm1' }]) {
      const { items } = await study.decks.list(ada, query);
      expect(items).toEqual([expect.objectContaining({ _id: deck._id, cardCount: 19 })]);
      expect(items[0]).not.toHaveProperty('cards');
    }
    for (const each of whole) expect(each).not.toHaveBeenCalled();
  });

  it('lists a deck of an earlier version without a card count', async () => {
    const { study, deck } = await setUp();
    await study.store.collection(decksCollection).update({ userId: ada, _id: deck._id }, { unset: ['itemCount'] });
    expect((await study.decks.list(ada, {})).items).toMatchObject([{ _id: deck._id, cardCount: 20 }]);
  });

  it('says how many more cards the material supports', async () => {
    const { study, deck } = await setUp({ isPremium: true });
    study.supported = 4;
    expect((await study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2')).shortfall).toMatchObject({ asked: 10, made: 4 });
    study.supported = 0;
    await expect(study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2')).rejects.toMatchObject({ code: 'too_little_material' });
  });

  it('adds cards once, also when the first attempt was interrupted before its answer', async () => {
    const { study, deck } = await setUp({ isPremium: true });
    const first = creation();
    const made = await study.decks.generateMore(ada, deck._id, 'm1', first, 'r2');
    const again = await study.decks.generateMore(ada, deck._id, 'm1', { ...first, resumed: true }, 'r3');
    expect(again.newCards).toEqual(made.newCards);
    expect((await study.decks.get(ada, deck._id)).cards).toHaveLength(deck.cards.length + made.newCards.length);
  });

  it('§6 Flashcard viewer: a free learner gets no extra cards', async () => {
    const { study, deck } = await setUp();
    await expect(study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2')).rejects.toMatchObject({ code: 'premium_required' });
  });

  it('§9 Limits: a free learner has 5 flashcard decks of 20 cards; premium is unlimited', async () => {
    const { study, deck } = await setUp();
    expect(deck.cards).toHaveLength(20);
    const create = () => study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r2');
    for (let count = 1; count < 5; count++) await create();
    await expect(create()).rejects.toMatchObject({ code: 'limit_reached' });
    study.isPremium = true;
    await create();
    expect(await study.quota.current('flashcards', ada)).toBe(6);
  });

  it('§7 Calls: PUT /flashcards/:id changes title, description and cards; a card that stays keeps its id, and the search finds the new title', async () => {
    expect(calls.updateDeck).toMatchObject({ method: 'PUT', path: '/flashcards/:id' });
    const { study, deck } = await setUp();
    const [first] = deck.cards;
    const changed = await study.decks.update(ada, deck._id, {
      title: 'Valves',
      cards: [
        { _id: first!._id, front: 'New front', back: 'Back 1' },
        { front: 'Mine', back: 'Own' },
      ],
    });
    expect(changed).toMatchObject({ title: 'Valves', cardCount: 2 });
    expect(changed.cards[0]).toMatchObject({ _id: first!._id, front: 'New front' });
    expect((await study.decks.list(ada, { q: 'valves' })).items).toHaveLength(1);
    expect((await study.decks.list(ada, { q: 'flashcards' })).items).toHaveLength(0);
  });

  it('two tabs that change one deck lose nothing: the outdated revision of the second is refused', async () => {
    const { study, deck } = await setUp();
    const change = (index: number, back: string) => ({
      revision: deck.revision,
      cards: deck.cards.map((card, at) => (at === index ? { ...card, back } : card)),
    });
    const kept = await study.decks.update(ada, deck._id, change(0, 'First tab'));
    await expect(study.decks.update(ada, deck._id, change(1, 'Second tab'))).rejects.toMatchObject({ code: 'conflict' });
    const { cards, revision } = await study.decks.get(ada, deck._id);
    expect([cards[0]?.back, cards[1]?.back, revision]).toEqual(['First tab', deck.cards[1]?.back, kept.revision]);
    await study.decks.update(ada, deck._id, { ...change(1, 'Second tab'), revision: kept.revision });
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((title) => study.decks.update(ada, deck._id, { title, revision: (kept.revision ?? 0) + 1 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('has no more cards than the plan allows, or keeps its size of an earlier plan', async () => {
    const { study, deck } = await setUp({ isPremium: true });
    const cards = (count: number) => Array.from({ length: count }, (_, index) => ({ front: `Front ${index}`, back: `Back ${index}` }));
    expect((await study.decks.update(ada, deck._id, { cards: cards(40) })).cardCount).toBe(40);
    study.isPremium = false;
    await expect(study.decks.update(ada, deck._id, { cards: cards(41) })).rejects.toMatchObject({ code: 'limit_reached' });
    expect((await study.decks.update(ada, deck._id, { cards: cards(40) })).cardCount).toBe(40);
    expect((await study.decks.update(ada, deck._id, { cards: cards(3) })).cardCount).toBe(3);
    await expect(study.decks.update(ada, deck._id, { cards: cards(21) })).rejects.toMatchObject({ code: 'limit_reached' });
    expect((await study.decks.update(ada, deck._id, { cards: cards(20) })).cardCount).toBe(20);
  });

  it('belongs to its learner only; removed, it is gone and no longer counted', async () => {
    const { study, deck } = await setUp();
    await expect(study.decks.get('u2', deck._id)).rejects.toMatchObject({ code: 'not_found', message: 'Flashcard deck not found.' });
    expect(await study.decks.remove(ada, deck._id)).toEqual({ _id: deck._id });
    await expect(study.decks.remove(ada, deck._id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await study.quota.current('flashcards', ada)).toBe(0);
  });

  it('have as many cards as were asked for, within the plan, and come from several guides', async () => {
    const { study, deck } = await setUp();
    const create = (wish: object) => study.decks.create(ada, { studyMaterialId: 'm1', ...wish }, creation(), 'r1');
    expect(await create({ cardCount: 5 })).toMatchObject({ cardCount: 5, title: `${deck.title} 2` });
    await expect(create({ cardCount: 21 })).rejects.toMatchObject({ code: 'limit_reached' });
    study.isPremium = true;
    study.titles.set('m2', 'Lungs');
    const several = await create({ studyMaterialId: undefined, studyMaterialIds: ['m1', 'm2'], cardCount: 21 });
    expect(several).toMatchObject({
      title: 'Flashcards: Heart and Lungs',
      cardCount: 21,
      studyMaterialId: null,
      studyMaterialIds: ['m1', 'm2'],
    });
    study.deletedMaterials.add('m1');
    await study.decks.generateMore(ada, several._id, null, creation(), 'r2');
    expect(study.asked.at(-1)).toMatchObject({ count: 10, materials: ['m2'] });
  });

  it('are copied under new ids, within the plan, and deleted several at once', async () => {
    const { study, deck } = await setUp();
    const copied = await study.decks.copy(ada, deck._id, creation());
    expect(copied).toMatchObject({ title: 'Flashcards: Heart (copy)', cardCount: 20, studyMaterialId: 'm1' });
    expect(copied.cards.map(({ front }) => front)).toEqual(deck.cards.map(({ front }) => front));
    expect(copied.cards.map(({ _id }) => _id).filter((id) => deck.cards.some(({ _id }) => _id === id))).toEqual([]);
    study.isPremium = true;
    await study.decks.addCard(ada, deck._id, { front: 'Mitral', back: 'Left' }, creation());
    study.isPremium = false;
    await expect(study.decks.copy(ada, deck._id, creation())).rejects.toMatchObject({ code: 'limit_reached' });
    expect(await study.decks.removeMany(ada, [copied._id, deck._id], 'r2')).toEqual({ done: [copied._id, deck._id], failed: [] });
    expect(await study.quota.current('flashcards', ada)).toBe(0);
  });

  describe('of the learner’s own', () => {
    const card = { front: 'Mitral', back: 'Left' };

    it('have no guide, no description and no engine, and are found in lists', async () => {
      const { study } = await setUp();
      const deck = await study.decks.createOwn(ada, { title: 'Valves', cards: [card] }, creation());
      expect(deck).toMatchObject({
        title: 'Valves',
        description: '',
        studyMaterialId: null,
        studyMaterialIds: [],
        studyMaterialTitle: '',
        generatedBy: 'learner',
        cardCount: 1,
        cards: [{ ...card, edited: true }],
      });
      const { items } = await study.decks.list(ada, { q: 'valves' });
      expect(items).toMatchObject([{ _id: deck._id, studyMaterialId: null, studyMaterialIds: [] }]);
      expect((await study.decks.list(ada, { studyMaterialId: 'm1' })).items.map(({ studyMaterialIds }) => studyMaterialIds)).toEqual([
        ['m1'],
      ]);
    });

    it('count as decks, and hold as many cards as the plan allows', async () => {
      const { study } = await setUp();
      const createOwn = (cards = [card]) => study.decks.createOwn(ada, { title: 'Valves', cards }, creation());
      await expect(createOwn(Array.from({ length: 21 }, () => card))).rejects.toMatchObject({ code: 'limit_reached' });
      for (let count = 1; count < 5; count += 1) await createOwn();
      await expect(createOwn()).rejects.toMatchObject({
        code: 'limit_reached',
        message: "You've reached your limit of 5 flashcard decks. Upgrade to premium for unlimited decks.",
      });
      expect(await study.quota.current('flashcards', ada)).toBe(5);
    });

    it('take single cards, each once, and no generated ones', async () => {
      const { study } = await setUp({ isPremium: true });
      const deck = await study.decks.createOwn(ada, { title: 'Valves' }, creation());
      expect(deck.cards).toEqual([]);
      const once = creation();
      const made = await study.decks.addCard(ada, deck._id, card, once);
      expect(made).toEqual({ _id: once.newId, ...card, edited: true });
      expect(await study.decks.addCard(ada, deck._id, card, { ...once, resumed: true })).toEqual(made);
      expect(await study.decks.get(ada, deck._id)).toMatchObject({ cardCount: 1, description: '', cards: [made] });
      await expect(study.decks.generateMore(ada, deck._id, null, creation(), 'r2')).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  it('take a card of the learner’s own within the plan’s limit', async () => {
    const { study, deck } = await setUp();
    const add = (userId = ada) => study.decks.addCard(userId, deck._id, { front: 'Mitral', back: 'Left' }, creation());
    await expect(add('u2')).rejects.toMatchObject({ code: 'not_found' });
    await expect(add()).rejects.toMatchObject({
      code: 'limit_reached',
      message: 'A deck holds at most 20 cards on your plan. Upgrade to premium for more.',
    });
    study.isPremium = true;
    await add();
    expect(await study.decks.get(ada, deck._id)).toMatchObject({ cardCount: 21, description: '21 cards on Heart' });
    const cards = Array.from({ length: 500 }, (_, index) => ({ front: `Front ${index}`, back: 'Back' }));
    await study.decks.update(ada, deck._id, { cards });
    await expect(add()).rejects.toMatchObject({ code: 'conflict', message: 'A deck holds at most 500 cards.' });
  });

  describe('single cards', () => {
    it('changes a card; neither its old nor its new front is generated again', async () => {
      const { study, deck } = await setUp({ isPremium: true });
      const changed = await study.decks.updateCard(ada, deck._id, deck.cards[2]!._id, { front: 'Mine', back: 'Own' });
      expect(changed.cards[2]).toEqual({ _id: deck.cards[2]!._id, front: 'Mine', back: 'Own', edited: true });
      expect(changed.cards).toHaveLength(deck.cards.length);
      await study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2');
      expect(study.asked.at(-1)?.avoid).toEqual(expect.arrayContaining(['Front 3', 'Mine']));
    });

    it('removes a card, which is not generated again', async () => {
      const { study, deck } = await setUp({ isPremium: true });
      expect(await study.decks.removeCard(ada, deck._id, deck.cards[0]!._id)).toEqual({ _id: deck.cards[0]!._id });
      const left = await study.decks.get(ada, deck._id);
      expect(left).toMatchObject({ cardCount: 29, description: '29 cards on Heart' });
      expect(left).not.toHaveProperty('removedFronts');
      await study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2');
      expect(study.asked.at(-1)?.avoid).toContain('Front 1');
      await expect(study.decks.removeCard(ada, deck._id, deck.cards[0]!._id)).rejects.toMatchObject({
        code: 'not_found',
        message: 'Card not found.',
      });
    });

    it('does not restore a card that was deleted while the engine worked', async () => {
      const { study, deck } = await setUp({ isPremium: true });
      const { _id, front } = deck.cards[0]!;
      const { cards: make } = study.content;
      study.content.cards = async (userId, source, options) => {
        await study.decks.removeCard(ada, deck._id, _id);
        const made = await make(userId, source, options);
        return { ...made, cards: [{ front, back: 'again' }, ...made.cards] };
      };
      const { newCards } = await study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2');
      expect(newCards.map((card) => card.front)).not.toContain(front);
    });

    it("keeps the learner's own description", async () => {
      const { study, deck } = await setUp();
      await study.decks.update(ada, deck._id, { description: 'For the exam' });
      await study.decks.removeCard(ada, deck._id, deck.cards[0]!._id);
      expect((await study.decks.get(ada, deck._id)).description).toBe('For the exam');
    });

    it('refuses to delete the last card', async () => {
      const { study, deck } = await setUp();
      await study.decks.update(ada, deck._id, { cards: deck.cards.slice(0, 1) });
      await expect(study.decks.removeCard(ada, deck._id, deck.cards[0]!._id)).rejects.toMatchObject({
        code: 'conflict',
        message: "This is the deck's last card. Delete the deck instead.",
      });
    });

    it('stores a report and counts it once, for the engine that made the card', async () => {
      const { study, deck } = await setUp();
      const { _id } = deck.cards[0]!;
      await study.decks.reportCard(ada, deck._id, _id, { reason: 'trivial', comment: 'Everybody knows.' }, 'r9');
      await study.decks.reportCard(ada, deck._id, _id, { reason: 'unclear' }, 'r9');
      expect((await study.decks.get(ada, deck._id)).cards[0]?.reported).toEqual({ reason: 'unclear', at: '2026-03-05T10:00:00.000Z' });
      expect(study.reports).toEqual([{ content: 'card', reason: 'trivial', engine: 'fake' }]);
      expect(JSON.stringify(study.logged)).not.toMatch(/Everybody|Front/);
    });

    it('belong to their learner only', async () => {
      const { study, deck } = await setUp();
      const { _id } = deck.cards[0]!;
      for (const attempted of [
        study.decks.updateCard('u2', deck._id, _id, { front: 'f', back: 'b' }),
        study.decks.removeCard('u2', deck._id, _id),
        study.decks.reportCard('u2', deck._id, _id, { reason: 'other' }, 'r2'),
      ])
        await expect(attempted).rejects.toMatchObject({ code: 'not_found', message: 'Flashcard deck not found.' });
    });

    it('of a changed deck count as edited only when their text differs; removed ones are not generated again', async () => {
      const { study, deck } = await setUp({ isPremium: true });
      const [first, second] = deck.cards;
      const { cards } = await study.decks.update(ada, deck._id, { cards: [{ ...first!, back: 'Mine' }, second!] });
      expect(cards).toEqual([{ ...first!, back: 'Mine', edited: true }, second!]);
      await study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2');
      expect(study.asked.at(-1)?.avoid).toEqual(expect.arrayContaining(['Front 1', 'Front 2', 'Front 20']));
    });
  });

  it('stores the model usage over all of its cards', async () => {
    const study = createStudyFake();
    study.isPremium = true;
    study.usage = { model: 'm', calls: 1, inputTokens: 100, outputTokens: 10 };
    const deck = await study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
    expect(deck).not.toHaveProperty('usage');
    await study.decks.generateMore(ada, deck._id, 'm1', creation(), 'r2');
    expect((await study.store.collection(decksCollection).get({ userId: ada, _id: deck._id }))?.usage).toEqual([
      { model: 'm', calls: 2, inputTokens: 200, outputTokens: 20 },
    ]);
  });
});
