import { counted, FlashcardDeck, FlashcardDeckListItem, sizes, type CardEdit, type Flashcard, type Plan } from '@lectern/contracts';
import { pick, shownGeneration, type Creation } from '@lectern/service-kit';
import { guidesOf } from '../items/sources.ts';
import type { Outline, ResourceKind } from '../owned/OwnedResource.ts';
import { newCardWrites } from '../reviews/knownDecks.ts';
import { decksCollection, largeDeckFields, type DeckDocument } from '../store.ts';
import { deleteCardPictures } from './cardPictures.ts';
import { tidyPictures } from './sparePictures.ts';
import { discardImported, endItemsOf } from '../reviews/endItems.ts';

type LargeDeckField = (typeof largeDeckFields)[number];

/** Decks as a kind of owned resource. */
export const deckKind: ResourceKind<DeckDocument, LargeDeckField> = {
  counted: 'flashcards',
  name: 'flashcard deck',
  collection: ({ store }) => store.decks,
  definition: decksCollection,
  large: largeDeckFields,
  itemsOf: ({ cards }) => cards,
  newParts: newCardWrites,
  discardParts: async (study, userId, id) => {
    await study.shareLinks.end(userId, id);
    await endItemsOf(study, userId, id);
    await deleteCardPictures(study, userId, id);
  },
  discardUnstored: async (study, userId, id) => {
    await discardImported(study, userId, id);
    await deleteCardPictures(study, userId, id);
  },
  afterChange: tidyPictures,
  isReviewed: ({ cards, title }) => cards !== undefined || title !== undefined,
};

/** The limit of decks, and the message for a learner at the limit. */
export const deckLimit = ({ limits: { flashcards: limit } }: Plan): { limit: number | undefined; message: string } => ({
  limit,
  message: `You've reached your limit of ${limit} flashcard decks. Upgrade to premium for unlimited decks.`,
});

/** The maximum number of fronts of removed cards that a deck remembers. */
const frontsKept = sizes.cards;

/** @param title - of the deck's guides; empty for a deck that the learner wrote, which has no generated description */
export const deckDescription = (count: number, title: string): string => (title === '' ? '' : `${counted(count, 'card')} on ${title}`);

/** Returns the description for another number of cards. The learner's own description stays. */
export const describedWith = (deck: DeckDocument, count: number): Partial<Pick<DeckDocument, 'description'>> =>
  deck.description === deckDescription(deck.cards.length, deck.studyMaterialTitle)
    ? { description: deckDescription(count, deck.studyMaterialTitle) }
    : {};

/** Returns a deck's fields with new cards. Remembers the fronts of removed cards, so that they are not generated again. */
export const withCards = (deck: DeckDocument, cards: Flashcard[]): Pick<DeckDocument, 'cards' | 'removedFronts'> => {
  const fronts = new Set(cards.map((card) => card.front));
  const gone = deck.cards.map((card) => card.front).filter((front) => !fronts.has(front) && !deck.removedFronts.includes(front));
  return { cards, removedFronts: [...deck.removedFronts, ...gone].slice(-frontsKept) };
};

/** Returns the fronts that new cards must not repeat. */
export const knownFronts = (deck: DeckDocument): string[] => [...deck.removedFronts, ...deck.cards.map((card) => card.front)];

/** Returns an edited card. @param pictures - its pictures after the edit */
export const editCard = (card: Flashcard, { front, back }: CardEdit, pictures: Pick<Flashcard, 'pictures'>): Flashcard => {
  const { pictures: _former, ...rest } = card;
  return { ...rest, front, back, ...pictures, edited: true };
};

/** Returns the id of an added card. A retry recognises the cards of its first attempt by it. */
export const addedCardId = ({ newId: id }: Creation, index: number): string => `${id}-${String(index).padStart(2, '0')}`;
export const addedCards = (deck: DeckDocument, { newId: id }: Creation): Flashcard[] =>
  deck.cards.filter((card) => card._id.startsWith(`${id}-`));

export const asDeckListItem = (deck: Outline<DeckDocument, LargeDeckField>, now: Date): FlashcardDeckListItem =>
  pick(FlashcardDeckListItem, {
    ...deck,
    ...guidesOf(deck),
    cardCount: deck.itemCount,
    generation: shownGeneration(deck.generation, deck.itemCount, now),
  });

export const asDeck = (deck: DeckDocument, now: Date): FlashcardDeck =>
  pick(FlashcardDeck, {
    ...deck,
    ...guidesOf(deck),
    cardCount: deck.cards.length,
    generation: shownGeneration(deck.generation, deck.cards.length, now),
  });
