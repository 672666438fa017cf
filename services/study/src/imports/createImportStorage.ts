import { writtenByLearner, type Flashcard, type Plan, type ReviewRating } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import type { ImportedCard } from '@lectern/exchange/reading';
import type { Creation } from '@lectern/service-kit';
import { withCards, type OwnedDecks } from '../domain/deckDocument.ts';
import { deckLimit } from '../domain/deckLimit.ts';
import type { ImportedHistory, Reviews } from '../reviews/createReviews.ts';
import type { DeckDocument } from '../store.ts';
import { withWords, type DeckChange } from './planChanges.ts';
import type { PlannedDeck } from './planDecks.ts';

export interface ImportStorageDependencies {
  own: Pick<OwnedDecks, 'createTogether' | 'change'>;
  reviews: Pick<Reviews, 'storeHistories'>;
  clock: () => Date;
}

const ratings: Readonly<Record<1 | 2 | 3 | 4, ReviewRating>> = { 1: 'again', 2: 'hard', 3: 'good', 4: 'easy' };

/** Ids follow from the creation's, so that a second attempt makes the same decks. */
const cardId = (deckId: string, index: number): string => `${deckId}-c${String(index).padStart(3, '0')}`;

/** The schedule and reviews of a card that are stored; `undefined` for a card without reviews that is not suspended. */
const historyOf = (card: ImportedCard, id: string): ImportedHistory | undefined => {
  const { isSuspended, schedule, reviews } = card;
  if (!isSuspended && reviews.length === 0) return undefined;
  return {
    cardId: id,
    isSuspended,
    schedule,
    reviews: reviews.map(({ at, ease, durationMs }) => ({ answeredAt: at, rating: ratings[ease], durationMs })),
  };
};

/** A card of a deck. */
const asFlashcard = ({ front, back, hint, tags }: ImportedCard, _id: string): Flashcard => ({
  ...{ _id, front, back },
  ...(hint !== undefined && { hint }),
  ...(tags.length > 0 && { tags: [...tags] }),
  edited: true,
});

/** What identifies cards in Anki's packages, by their ids here. */
const keysOf = (cards: readonly ImportedCard[], idOf: (index: number) => string): Record<string, string> =>
  Object.fromEntries(cards.flatMap(({ key }, index) => (key === undefined ? [] : [[idOf(index), key]])));

/** The fields of a deck of the learner's own. */
const deckFields = ({ title, path, cards }: PlannedDeck, deckId: string, now: Date) => ({
  title,
  path: [...path],
  importedAs: keysOf(cards, (index) => cardId(deckId, index)),
  description: '',
  cards: cards.map((card, index) => asFlashcard(card, cardId(deckId, index))),
  removedFronts: [],
  stylePreference: null,
  generatedBy: writtenByLearner,
  createdAt: now.toISOString(),
  studyMaterialId: '',
  studyMaterialTitle: '',
  studyMaterialVersion: 0,
  isSourceDeleted: false,
});

const historiesOf = async (cards: readonly ImportedCard[], idOf: (index: number) => string): Promise<ImportedHistory[]> => {
  const histories: ImportedHistory[] = [];
  for (const [index, card] of cards.entries()) {
    await maybeYield();
    const history = historyOf(card, idOf(index));
    if (history) histories.push(history);
  }
  return histories;
};

/** Stores what an import makes and changes. */
export const createImportStorage = ({ own, reviews, clock }: ImportStorageDependencies) => {
  /** Makes new decks, all or none. */
  const makeDecks = async (userId: string, planned: readonly PlannedDeck[], plan: Plan, creation: Creation): Promise<DeckDocument[]> =>
    planned.length === 0
      ? []
      : own.createTogether(
          { userId, creation, ...deckLimit(plan) },
          {
            makes: planned.map((deck) => (deckId) => deckFields(deck, deckId, clock())),
            prepare: async (deck, index) =>
              reviews.storeHistories(deck, await historiesOf(planned[index]?.cards ?? [], (position) => cardId(deck._id, position))),
          },
        );

  /** Changes one deck: adds cards with their schedules, and gives others the words of the file. @param place - of the change among those of the call */
  const changeDeck = async (userId: string, { deckId, added, updated }: DeckChange, place: number, creation: Creation) => {
    const idOf = (index: number): string => cardId(`${creation.newId}-e${place}`, index);
    const cards = added.map((card, index) => asFlashcard(card, idOf(index)));
    const histories = await historiesOf(added, idOf);
    const makeChange = async (deck: DeckDocument) => {
      const all = [...deck.cards.map((card) => withWords(card, updated.get(card._id))), ...cards];
      // Stored before the deck; they are found and deleted when it does not get the cards.
      await reviews.storeHistories({ ...deck, cards: all }, histories, { isAddition: true });
      return { ...withCards(deck, all), importedAs: { ...deck.importedAs, ...keysOf(added, idOf) } };
    };
    return own.change(userId, deckId, makeChange, creation);
  };

  return { makeDecks, changeDeck };
};
