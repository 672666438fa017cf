import { writtenByLearner, type Flashcard, type Plan, type ReviewRating } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import { titleOfPath } from '@lectern/exchange/deck-path';
import type { ImportedCard } from '@lectern/exchange/reading';
import type { HashedPicture } from '@lectern/pictures';
import type { Creation } from '@lectern/service-kit';
import { picturesOfCard, storeCardPictures } from '../decks/cardPictures.ts';
import { deckKind, deckLimit, withCards } from '../decks/deckDocument.ts';
import { changeOwned } from '../owned/changeOwned.ts';
import { createTogether } from '../owned/createTogether.ts';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { withWords, type DeckChange } from './planChanges.ts';
import type { PlannedDeck } from './planDecks.ts';
import { storeHistories, type ImportedHistory } from '../reviews/importedHistories.ts';

const ratings: Readonly<Record<1 | 2 | 3 | 4, ReviewRating>> = { 1: 'again', 2: 'hard', 3: 'good', 4: 'easy' };

/** Ids are derived from the creation's id, so that a retry creates the same decks. */
const cardId = (deckId: string, index: number): string => `${deckId}-c${String(index).padStart(3, '0')}`;

/** Returns the schedule and reviews to store for a card; `undefined` for a card without reviews that is not suspended. */
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

/** Encoded pictures by their addresses in the file. */
type MadePictures = ReadonlyMap<string, HashedPicture>;

/** Returns the pictures of cards, each once. */
const picturesIn = (cards: Iterable<ImportedCard>, made: MadePictures): HashedPicture[] => [
  ...new Set([...cards].flatMap(({ pictures = [] }) => pictures.flatMap(({ source }) => made.get(source) ?? []))),
];

/** Converts an imported card to a deck's card. */
const asFlashcard = ({ front, back, hint, tags, pictures = [] }: ImportedCard, _id: string, made: MadePictures): Flashcard => ({
  ...{ _id, front, back },
  ...(hint !== undefined && { hint }),
  ...(tags.length > 0 && { tags: [...tags] }),
  ...picturesOfCard(pictures, made),
  edited: true,
});

/** Returns the Anki ids of cards by their ids here; empty for a card of a table. */
const keysOf = (cards: readonly ImportedCard[], idOf: (index: number) => string): Record<string, string> =>
  Object.fromEntries(cards.map(({ key = '' }, index) => [idOf(index), key]));

/** Returns the fields of a deck that belongs to the learner. */
const deckFields = ({ title, path, cards }: PlannedDeck, deckId: string, made: MadePictures, now: Date) => ({
  title,
  path: [...path],
  importedTitle: titleOfPath(path),
  importedAs: keysOf(cards, (index) => cardId(deckId, index)),
  description: '',
  cards: cards.map((card, index) => asFlashcard(card, cardId(deckId, index), made)),
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

/** An import in progress. */
export interface ImportCall {
  userId: string;
  /** The encoded pictures of its file. */
  made: MadePictures;
  creation: Creation;
}

/** Creates the new decks of an import, all or none. @throws DomainError `limit_reached` */
export async function makeImportedDecks(
  study: StudyContext,
  { userId, made, creation }: ImportCall,
  planned: readonly PlannedDeck[],
  plan: Plan,
): Promise<DeckDocument[]> {
  if (planned.length === 0) return [];
  const makes = planned.map((deck) => (deckId: string) => deckFields(deck, deckId, made, study.clock()));
  const prepare = async (deck: DeckDocument, index: number): Promise<void> => {
    const cards = planned[index]?.cards ?? [];
    await storeCardPictures(study, userId, deck._id, picturesIn(cards, made));
    await storeHistories(study, deck, await historiesOf(cards, (position) => cardId(deck._id, position)));
  };
  return createTogether(study, deckKind, { userId, creation, ...deckLimit(plan) }, { makes, prepare });
}

/**
 * Changes one deck: adds cards with their schedules, and updates the text of others.
 *
 * @param place - the position among the changes of the call
 */
export async function changeImportedDeck(
  study: StudyContext,
  { userId, made, creation }: ImportCall,
  { deckId, added, updated }: DeckChange,
  place: number,
): Promise<DeckDocument> {
  const idOf = (index: number): string => cardId(`${creation.newId}-e${place}`, index);
  const cards = added.map((card, index) => asFlashcard(card, idOf(index), made));
  await storeCardPictures(study, userId, deckId, picturesIn([...added, ...updated.values()], made));
  const histories = await historiesOf(added, idOf);
  const makeChange = async (deck: DeckDocument) => {
    const all: Flashcard[] = [];
    for (const card of deck.cards) {
      await maybeYield();
      all.push(withWords(card, updated.get(card._id), made));
    }
    all.push(...cards);
    // Stores the histories before the deck. If the deck then does not get the cards, they are found and deleted.
    await storeHistories(study, { ...deck, cards: all }, histories, { isAddition: true });
    return { ...withCards(deck, all), importedAs: { ...deck.importedAs, ...keysOf(added, idOf) } };
  };
  return changeOwned(study, deckKind, userId, deckId, makeChange, creation);
}
