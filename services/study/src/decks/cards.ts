import { sizes, type Flashcard, type FlashcardDeck, type Report } from '@lectern/contracts';
import { notFound, type Creation } from '@lectern/service-kit';
import { deleteDropped, getDropped, storeDropped, withRestored } from '../items/droppedItems.ts';
import { asReported, countChange, itemOf, requireRoom, thanks, withItem, withoutItem } from '../items/items.ts';
import { changeOwned } from '../owned/changeOwned.ts';
import { getOwned } from '../owned/ownedResources.ts';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { pictureFinder, withKeptPictures, type CardWithPictures } from './sparePictures.ts';
import { asDeck, deckKind, describedWith, editCard, withCards } from './deckDocument.ts';

/**
 * Adds a card that the learner wrote, to any deck.
 *
 * @throws DomainError `limit_reached` above the plan's number of cards, `conflict` above the maximum of every deck, `invalid` for a picture that
 * is not in the deck
 */
export async function addCard(
  study: StudyContext,
  userId: string,
  id: string,
  card: CardWithPictures,
  creation: Creation,
): Promise<Flashcard> {
  const { cardsPerDeck } = await study.plans.planOf(userId);
  const { front, back } = card;
  const addOne = async (deck: DeckDocument) => {
    const count = deck.cards.length + 1;
    requireRoom(count, { name: 'card', limit: cardsPerDeck, most: sizes.cards });
    const picturesOf = await pictureFinder(study, deck, [card]);
    return {
      ...withCards(deck, [...deck.cards, { _id: creation.newId, front, back, ...picturesOf(card), edited: true }]),
      ...describedWith(deck, count),
    };
  };
  const { cards } = await changeOwned(study, deckKind, userId, id, addOne, creation);
  return itemOf(cards, creation.newId, 'card');
}

export async function updateCard(
  study: StudyContext,
  userId: string,
  id: string,
  cardId: string,
  edit: CardWithPictures,
): Promise<FlashcardDeck> {
  let before: Flashcard | undefined;
  const changed = await changeOwned(study, deckKind, userId, id, async (deck) => {
    before = itemOf(deck.cards, cardId, 'card');
    const picturesOf = await pictureFinder(study, deck, [edit]);
    return withCards(deck, withItem(deck.cards, editCard(before, edit, picturesOf(edit, before))));
  });
  countChange(study.contentMetrics, 'card', 'edited', before, changed.generatedBy);
  return asDeck(changed, study.clock());
}

/** Stores a learner's report on a card, and counts it once. */
export async function reportCard(
  study: StudyContext,
  userId: string,
  id: string,
  cardId: string,
  report: Report,
  requestId: string,
): Promise<{ message: string }> {
  let before: Flashcard | undefined;
  const { generatedBy } = await changeOwned(study, deckKind, userId, id, (deck) => {
    before = itemOf(deck.cards, cardId, 'card');
    return { cards: withItem(deck.cards, asReported(before, report, study.clock())) };
  });
  if (!before?.reported) study.contentMetrics.reported('card', report.reason, before?.generatedBy ?? generatedBy);
  study.log('info', 'card.reported', { requestId, deckId: id, cardId, reason: report.reason });
  return thanks;
}

/** Removes a card. It is not generated again for this deck; a dropped card is not generated again for any deck of its guide. */
export async function removeCard(
  study: StudyContext,
  userId: string,
  id: string,
  cardId: string,
  reason?: 'dropped',
): Promise<{ _id: string }> {
  if (reason === 'dropped') {
    const { cards: items, studyMaterialId, generatedBy } = await getOwned(study, deckKind, userId, id);
    const card = itemOf(items, cardId, 'card');
    withoutItem(items, cardId, 'card');
    await storeDropped(study, userId, { kind: 'card', parentId: id, studyMaterialId, items }, card);
    countChange(study.contentMetrics, 'card', 'dropped', card, generatedBy);
  }
  await changeOwned(study, deckKind, userId, id, (deck) => {
    const { _id } = itemOf(deck.cards, cardId, 'card');
    const next = withCards(deck, withoutItem(deck.cards, _id, 'card'));
    return { ...next, ...describedWith(deck, next.cards.length) };
  });
  return { _id: cardId };
}

/** Restores a dropped card to its place, without a history. @throws DomainError `not_found`; `conflict` for a full deck */
export async function restoreCard(study: StudyContext, userId: string, id: string, cardId: string): Promise<Flashcard> {
  const { card, place } = await getDropped(study, userId, id, cardId);
  if (!card) throw notFound('Card');
  let restored = card;
  await changeOwned(study, deckKind, userId, id, async (deck) => {
    restored = await withKeptPictures(study, deck, card);
    const cards = withRestored(deck.cards, restored, place);
    requireRoom(cards.length, { name: 'card', limit: undefined, most: sizes.cards });
    return {
      cards,
      removedFronts: deck.removedFronts.filter((front) => front !== card.front),
      ...describedWith(deck, cards.length),
    };
  });
  await deleteDropped(study, userId, cardId);
  return restored;
}
