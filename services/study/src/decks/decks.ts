import { isDeepStrictEqual } from 'node:util';
import {
  sizes,
  writtenByLearner,
  type BulkResult,
  type CardEdit,
  type Flashcard,
  type FlashcardDeck,
  type FlashcardDeckListItem,
} from '@lectern/contracts';
import { maybeYield, newId } from '@lectern/document-store';
import { DomainError, runInBulk, type Creation, type Page } from '@lectern/service-kit';
import { requireRoom } from '../items/items.ts';
import { readSources } from '../items/sources.ts';
import { changeOwned } from '../owned/changeOwned.ts';
import { stopGeneration } from '../owned/followGeneration.ts';
import { copiedFields, copiedItems } from '../owned/copiedFields.ts';
import { generatedFields } from '../owned/generatedFields.ts';
import { createOwned, deleteOwned, getOwned, listOwned, readPlan, type ListQuery } from '../owned/ownedResources.ts';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { copyCardPictures, deleteCardPicturesOfLearner } from './cardPictures.ts';
import { pictureFinder, type CardWithPictures } from './sparePictures.ts';
import { asDeck, asDeckListItem, deckDescription, deckKind, deckLimit, editCard, withCards } from './deckDocument.ts';
import { deckAnswer } from './showDeck.ts';

/** A deck that the learner writes. */
export interface WrittenDeck {
  title: string;
  /** The deck's guide. */
  studyMaterialId?: string | undefined;
  cards?: CardEdit[] | undefined;
}

/** A learner's edit of a deck. Absent fields stay unchanged. */
export interface DeckEdit {
  title?: string | undefined;
  description?: string | undefined;
  cards?: EditedCard[] | undefined;
  /** The revision on which the edit is based. */
  revision?: number | undefined;
}
interface EditedCard extends CardWithPictures {
  _id?: string | undefined;
}

export async function listDecks(
  study: StudyContext,
  userId: string,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<Page<FlashcardDeckListItem>> {
  const page = await listOwned(study, deckKind, userId, query, signal);
  return { ...page, items: page.items.map((deck) => asDeckListItem(deck, study.clock())) };
}

/** @throws DomainError `not_found` */
export const getDeck = async (study: StudyContext, userId: string, id: string): Promise<FlashcardDeck> =>
  asDeck(await getOwned(study, deckKind, userId, id), study.clock());

/**
 * Creates a deck that the learner writes.
 *
 * @throws DomainError `limit_reached`, also above the plan's number of cards; `not_found` for an unknown guide
 */
export async function createOwnDeck(
  study: StudyContext,
  userId: string,
  { title, studyMaterialId, cards = [] }: WrittenDeck,
  { creation, requestId }: { creation: Creation; requestId: string },
): Promise<FlashcardDeck> {
  const { clock } = study;
  const { plan, isFirst } = await readPlan(study, deckKind, userId);
  requireRoom(cards.length, { name: 'card', limit: plan.cardsPerDeck, most: sizes.cards });
  const make = async () => {
    const materials = studyMaterialId === undefined ? [] : await readSources(study, userId, [studyMaterialId], requestId);
    const fields = generatedFields({}, { generatedBy: writtenByLearner, materials, stylePreference: undefined, now: clock() });
    return {
      ...fields,
      title,
      description: deckDescription(cards.length, fields.studyMaterialTitle),
      cards: cards.map((card): Flashcard => ({ _id: newId(() => clock().getTime()), ...card, edited: true })),
      removedFronts: [],
    };
  };
  return createOwned(study, deckKind, { userId, creation, isFirst, ...deckLimit(plan) }, make, deckAnswer(study));
}

/** Returns the deck's cards after an edit. Existing cards keep their citations; unknown and repeated ids become new cards. */
const editedCards = async (
  study: StudyContext,
  deck: DeckDocument,
  cards: readonly EditedCard[],
  cardId: () => string,
): Promise<Flashcard[]> => {
  const picturesOf = await pictureFinder(study, deck, cards);
  const known = new Map(deck.cards.map((card) => [card._id, card]));
  const used = new Set<string>();
  const edited: Flashcard[] = [];
  for (const edit of cards) {
    await maybeYield();
    const { _id, front, back } = edit;
    const card = _id === undefined || used.has(_id) ? undefined : known.get(_id);
    if (card) used.add(card._id);
    const pictures = picturesOf(edit, card);
    const isSame = card?.front === front && card.back === back && isDeepStrictEqual(pictures.pictures, card.pictures);
    edited.push(!card ? { _id: cardId(), front, back, ...pictures } : isSame ? card : editCard(card, edit, pictures));
  }
  return edited;
};

/**
 * Changes title, description or cards. A deck cannot grow above the plan's limit; a larger deck from an earlier plan keeps its size.
 *
 * @throws DomainError `conflict` for an outdated revision, `limit_reached` for too many cards
 */
export async function updateDeck(
  study: StudyContext,
  userId: string,
  id: string,
  { title, description, cards, revision }: DeckEdit,
): Promise<FlashcardDeck> {
  const { cardsPerDeck } = await study.plans.planOf(userId);
  const newCardId = (): string => newId(() => study.clock().getTime());
  const changed = await changeOwned(study, deckKind, userId, id, async (deck) => {
    if (revision !== undefined && revision !== deck.revision)
      throw new DomainError(
        'conflict',
        'This deck was changed in another tab or on another device. Reload it and make your changes again.',
      );
    if (cards && cards.length > deck.cards.length) requireRoom(cards.length, { name: 'card', limit: cardsPerDeck, most: sizes.cards });
    return {
      ...(title !== undefined && { title }),
      ...(title !== undefined && title !== deck.title && { path: undefined }),
      ...(description !== undefined && { description }),
      ...(cards && withCards(deck, await editedCards(study, deck, cards, newCardId))),
    };
  });
  return asDeck(changed, study.clock());
}

/**
 * Copies a deck, the learner's own or a shared one.
 *
 * @throws DomainError `limit_reached`, also above the plan's number of cards
 */
export async function copyDeck(
  study: StudyContext,
  userId: string,
  { userId: ownerId, _id }: { userId: string; _id: string },
  creation: Creation,
): Promise<FlashcardDeck> {
  const { plan, isFirst } = await readPlan(study, deckKind, userId);
  const make = async () => {
    const original = await getOwned(study, deckKind, ownerId, _id);
    requireRoom(original.cards.length, { name: 'card', limit: plan.cardsPerDeck, most: sizes.cards });
    await copyCardPictures(study, original, { userId, _id: creation.newId });
    const isOwn = ownerId === userId;
    return {
      ...(await copiedFields(study, deckKind, original, userId)),
      ...(!isOwn && { removedFronts: [] }),
      cards: copiedItems(study, original.cards, isOwn),
    };
  };
  return createOwned(study, deckKind, { userId, creation, isFirst, ...deckLimit(plan) }, make, deckAnswer(study));
}

/** Stops a running generation. */
export const stopDeckGeneration = async (study: StudyContext, userId: string, id: string): Promise<FlashcardDeck> =>
  asDeck(await changeOwned(study, deckKind, userId, id, stopGeneration), study.clock());

export const deleteDeck = (study: StudyContext, userId: string, id: string): Promise<{ _id: string }> =>
  deleteOwned(study, deckKind, userId, id);

/** Deletes several decks, each independently. */
export const deleteDecks = (study: StudyContext, userId: string, ids: readonly string[], requestId: string): Promise<BulkResult> =>
  runInBulk(ids, (id) => deleteDeck(study, userId, id), { log: study.log, requestId });

/** Erases all decks of a learner, with their pictures. */
export async function eraseDecks(study: StudyContext, userId: string): Promise<void> {
  await study.store.decks.deleteWhere('byUser', { userId });
  await deleteCardPicturesOfLearner(study, userId);
}
