import type { Flashcard, MaterialSource } from '@lectern/contracts';
import { createStudyFake, creation } from '../testing.ts';
import { surroundingsOf } from './askDifferently.ts';

const ada = 'u1';
const at = (paragraph: number) => ({ pointer: { kind: 'text' as const, paragraph }, quote: 'q' });

/** A deck with a card of the guide's first paragraph, and an engine that then makes these cards. */
const setUp = async (next: Omit<Flashcard, '_id'>[]) => {
  const study = createStudyFake();
  study.isPremium = true;
  const asked: { materials: readonly MaterialSource[]; avoid: readonly string[] }[] = [];
  let made: Omit<Flashcard, '_id'>[] = Array.from({ length: 3 }, (_, index) => ({ front: `Front ${index}`, back: 'Back', source: at(1) }));
  study.content.cards = async (_userId, materials, { avoidFronts = [] }) => {
    asked.push({ materials, avoid: avoidFronts });
    return { cards: made, generatedBy: 'fake' };
  };
  const deck = await study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  made = next;
  const cardId = deck.cards[0]?._id ?? '';
  await study.reviews.create(ada, { itemId: cardId, kind: 'card', rating: 'again' }, creation());
  const askDifferently = (by = creation()) => study.decks.askDifferently(ada, deck._id, cardId, by, 'r2');
  return { study, deck, cardId, asked, askDifferently };
};

it('adds a card of the same passage without a history, and suspends the other one with its own', async () => {
  const { study, deck, cardId, asked, askDifferently } = await setUp([
    { front: 'Front 1', back: 'Known already', source: at(1) },
    { front: 'Another place', back: 'b', source: at(2) },
    { front: 'Same place', back: 'b', source: at(1) },
  ]);
  const by = creation();
  const card = await askDifferently(by);
  expect(card).toMatchObject({ _id: by.newId, front: 'Same place' });
  // A retry of a request whose answer was lost makes no second one.
  expect(await askDifferently({ ...by, resumed: true })).toEqual(card);
  expect((await study.decks.get(ada, deck._id)).cards).toHaveLength(4);
  expect(asked.at(-1)?.avoid).toEqual(['Front 0', 'Front 1', 'Front 2']);
  expect(await study.reviews.getItem(ada, 'card', cardId)).toMatchObject({ suspended: true, reviews: [expect.anything()] });
  expect(await study.reviews.getItem(ada, 'card', card._id)).toMatchObject({ suspended: false, state: 'new', reviews: [] });
});

it('is premium, as all further generation of cards is', async () => {
  const { study, askDifferently } = await setUp([{ front: 'Other', back: 'b', source: at(1) }]);
  study.isPremium = false;
  await expect(askDifferently()).rejects.toMatchObject({ code: 'premium_required' });
});

it('says so when the passage gives nothing else, and then suspends nothing', async () => {
  const { study, cardId, askDifferently } = await setUp([{ front: 'Front 1', back: 'b', source: at(1) }]);
  await expect(askDifferently()).rejects.toMatchObject({ code: 'too_little_material' });
  study.deletedMaterials.add('m1');
  await expect(askDifferently()).rejects.toMatchObject({ code: 'conflict', message: 'The study guide of this deck was deleted.' });
  expect(await study.reviews.getItem(ada, 'card', cardId)).toMatchObject({ suspended: false });
});

it('is not possible for cards without a passage, and for those of others', async () => {
  const study = createStudyFake();
  study.isPremium = true;
  const deck = await study.decks.createOwn(ada, { title: 'Mine', cards: [{ front: 'a', back: 'b' }] }, creation());
  const cardId = deck.cards[0]?._id ?? '';
  await expect(study.decks.askDifferently(ada, deck._id, cardId, creation(), 'r')).rejects.toMatchObject({ code: 'conflict' });
  await expect(study.decks.askDifferently('u2', deck._id, cardId, creation(), 'r')).rejects.toMatchObject({ code: 'not_found' });
});

describe('the surroundings of a passage', () => {
  const passage = (paragraph: number, kind: 'title' | 'paragraph' = 'paragraph') => ({
    ...at(paragraph),
    kind,
    level: 0,
    text: `${paragraph}`,
  });
  const textOf = (passages: MaterialSource['source']['passages'], pointer: Parameters<typeof surroundingsOf>[1]) =>
    surroundingsOf({ _id: 'm', title: 't', source: { title: 't', language: 'en', passages } }, pointer)
      .source.passages.map(({ text }) => text)
      .join(' ');

  it('are its section, or the paragraphs beside it', () => {
    const plain = [1, 2, 3, 4, 5, 6].map((paragraph) => passage(paragraph));
    expect(textOf(plain, at(4).pointer)).toBe('2 3 4 5 6');
    const sections = [passage(1, 'title'), passage(2), passage(3, 'title'), passage(4), passage(5), passage(6, 'title')];
    expect(textOf(sections, at(4).pointer)).toBe('3 4 5');
    expect(textOf(sections, at(6).pointer)).toBe('6');
    expect(textOf(sections, at(9).pointer)).toBe('');
  });

  it('are its slide', () => {
    const onSlide = (slide: number, paragraph: number) => ({
      ...{ pointer: { kind: 'slide' as const, slide, part: 'body' as const, paragraph }, kind: 'bullet' as const },
      ...{ level: 0, text: `${slide}.${paragraph}` },
    });
    const pointer = { kind: 'slide', slide: 2, part: 'body', paragraph: 2 } as const;
    expect(textOf([onSlide(1, 1), onSlide(2, 1), onSlide(2, 2), onSlide(3, 1)], pointer)).toBe('2.1 2.2');
  });
});
