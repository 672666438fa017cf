import { calls } from '@lectern/contracts';
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

  it("§9 Flashcard viewer: regeneration adds 10 cards, answered as 'newCards' with 'flashcardId'", async () => {
    const { study, deck } = await setUp({ isPremium: true });
    const made = await study.decks.generateMore(ada, deck._id, 'm1', 'r2');
    expect(made.newCards).toHaveLength(10);
    expect(made.flashcardId).toBe(deck._id);
    expect(made.shortfall).toBeUndefined();
    expect((await study.decks.get(ada, deck._id)).cards.slice(-10)).toEqual(made.newCards);
    expect(study.asked.at(-1)).toMatchObject({ count: 10, avoid: deck.cards.map(({ front }) => front) });
  });

  it('says how many more cards the material holds', async () => {
    const { study, deck } = await setUp({ isPremium: true });
    study.supported = 4;
    expect((await study.decks.generateMore(ada, deck._id, 'm1', 'r2')).shortfall).toMatchObject({ asked: 10, made: 4 });
    study.supported = 0;
    await expect(study.decks.generateMore(ada, deck._id, 'm1', 'r2')).rejects.toMatchObject({ code: 'too_little_material' });
  });

  it('§6 Flashcard viewer: a free learner gets no extra cards', async () => {
    const { study, deck } = await setUp();
    await expect(study.decks.generateMore(ada, deck._id, 'm1', 'r2')).rejects.toMatchObject({ code: 'premium_required' });
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

  it("is nobody else's; removed, it is gone and no longer counted", async () => {
    const { study, deck } = await setUp();
    await expect(study.decks.get('u2', deck._id)).rejects.toMatchObject({ code: 'not_found', message: 'Flashcard deck not found.' });
    expect(await study.decks.remove(ada, deck._id)).toEqual({ _id: deck._id });
    await expect(study.decks.remove(ada, deck._id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await study.quota.current('flashcards', ada)).toBe(0);
  });
});
