import { isDeepStrictEqual } from 'node:util';
import type { Flashcard } from '@lectern/contracts';
import { toInsert, toUpsert, type Write } from '@lectern/document-store';
import { DomainError, insertOnce } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { discardImported, endItems, endItemsOf, eraseReviews } from './endItems.ts';
import { inGroups, readAll } from './readAll.ts';
import { newItem, passageOf } from './newItem.ts';
import { reviewItemsCollection, type ReviewItemDocument } from './reviewCollections.ts';
import { knownDecksCollection } from './reviewFigures.ts';

// The cards of decks as items. A change of a deck is announced, then made, and then applied to its items. After a crash in between, the announcement
// shows that the items may be behind, and the next read of the queue updates them.

/** An announced change of a deck is made within this time, or never. */
const settleMs = 60_000;
/** An import adds its announced cards within this time, or never. */
const importMs = 10 * 60_000;
/** The maximum number of decks that one call updates. */
const settledPerCall = 100;

/** Returns the content of a card in the queue. */
export const contentOf = (
  { front, back, hint, pictures, source }: Flashcard,
  { language }: DeckDocument,
): NonNullable<ReviewItemDocument['content']> => ({
  front,
  back,
  ...(hint !== undefined && { hint }),
  ...(pictures && { pictures }),
  ...(source && { source }),
  ...(language !== undefined && { language }),
});

/** Returns the item of a card that has none. */
const itemOfCard = (card: Flashcard, deck: DeckDocument, createdAt: string): ReviewItemDocument => {
  const fields = {
    _id: card._id,
    userId: deck.userId,
    kind: 'card' as const,
    parentId: deck._id,
    createdAt,
    content: contentOf(card, deck),
  };
  return newItem({ ...fields, ...passageOf(deck, card.source) });
};

/** Returns the writes of a new deck's items, for the step that stores the deck, so that no change is to be announced. */
export const newCardWrites = ({ clock }: StudyContext, deck: DeckDocument): Write[] => {
  const { _id, userId, revision, title, createdAt, cards } = deck;
  const known = {
    _id,
    userId,
    revision,
    title,
    isBehind: false,
    changes: 1,
    announcedAt: clock().toISOString(),
    bringsReviews: false,
    version: 1,
  };
  return [
    // An older version may have announced the deck before it was interrupted.
    toUpsert(knownDecksCollection, known),
    ...cards.map((card) => toInsert(reviewItemsCollection, itemOfCard(card, deck, createdAt))),
  ];
};

/**
 * Stores every card of a deck as an item with its content. Deletes the items of removed cards, and those of an unfinished import.
 *
 * @returns whether an import will still add cards
 */
async function updateItemsOf(study: StudyContext, deck: DeckDocument): Promise<boolean> {
  const { store, clock } = study;
  const { _id: parentId, userId } = deck;
  const createdAt = deck.revision === 1 ? deck.createdAt : clock().toISOString();
  const stored = await readAll((paging) => store.reviewItems.find('byParent', { equals: { userId, parentId }, ...paging }));
  const known = new Map(stored.map((item) => [item._id, item]));
  await inGroups(deck.cards, async (card) => {
    const content = contentOf(card, deck);
    const item = known.get(card._id);
    known.delete(card._id);
    if (!item) await insertOnce(store.reviewItems, itemOfCard(card, deck, createdAt));
    else if (item.awaitsDeck || !isDeepStrictEqual(item.content, content))
      await store.reviewItems.update({ userId, _id: card._id }, { set: { content }, unset: ['awaitsDeck'], increment: { revision: 1 } });
  });
  const gone = [...known.values()];
  await endItems(
    study,
    userId,
    gone.filter(({ awaitsDeck }) => !awaitsDeck).map(({ _id }) => _id),
  );
  const awaiting = gone.filter(({ awaitsDeck }) => awaitsDeck);
  const late = awaiting.filter((item) => Date.parse(item.createdAt) <= clock().getTime() - importMs);
  await inGroups(late, async ({ _id }) => {
    await store.reviews.deleteWhere('byItem', { userId, itemId: _id });
    await store.reviewItems.delete({ userId, _id });
  });
  return late.length < awaiting.length;
}

/** Announces a change of a deck's cards or title. @param more - also announces that an import brings reviews */
export async function announceCards(
  { store, clock }: StudyContext,
  userId: string,
  deckId: string,
  more: { bringsReviews?: true } = {},
): Promise<void> {
  const announcedAt = clock().toISOString();
  const set = { isBehind: true, announcedAt, ...more };
  const note = () => store.knownDecks.update({ userId, _id: deckId }, { set, increment: { changes: 1 } });
  if (await note()) return;
  const first = { _id: deckId, userId, revision: 0, title: '', changes: 1, version: 0, bringsReviews: false, ...set };
  if (!(await insertOnce(store.knownDecks, first))) await note();
}

/** Updates the items of a deck. Forgets a missing deck, unless it was announced recently and may still be stored. */
export async function followCards(study: StudyContext, userId: string, deckId: string): Promise<void> {
  const { store, deletedAccounts, clock } = study;
  const announced = await store.knownDecks.get({ userId, _id: deckId });
  const deck = await store.decks.get({ userId, _id: deckId });
  if (!deck) {
    const isLate = announced && Date.parse(announced.announcedAt) <= clock().getTime() - settleMs;
    // Reviews of a deck that was stored are kept, but not those of an unfinished import.
    if (isLate) await (announced.bringsReviews && announced.revision === 0 ? discardImported : endItemsOf)(study, userId, deckId);
    return;
  }
  const isAwaiting = await updateItemsOf(study, deck);
  const { title, revision } = deck;
  // A concurrent change has its own announcement and update.
  const guard = { equals: { changes: announced?.changes ?? 0 } };
  const change = { set: { title, revision, isBehind: isAwaiting }, increment: { version: 1 } };
  await store.knownDecks.update({ userId, _id: deckId }, change, guard);
  // The deck or its account may have been deleted since.
  if (!(await store.decks.get({ userId, _id: deckId }))) await endItemsOf(study, userId, deckId);
  if (!(await deletedAccounts.has(userId))) return;
  await eraseReviews(study, userId);
  throw new DomainError('unauthenticated', 'This account was deleted.');
}

/** Registers the decks that older versions stored without an announcement. */
async function registerOlderDecks(study: StudyContext, userId: string): Promise<void> {
  const { decks, reviewLearners } = study.store;
  const older = await readAll(async (paging) => (await decks.findIds('byUser', { equals: { userId }, ...paging })).map((_id) => ({ _id })));
  for (const { _id } of older) {
    await announceCards(study, userId, _id);
    await followCards(study, userId, _id);
  }
  if (!(await reviewLearners.update({ userId, _id: userId }, { set: { hasKnownDecks: true } })))
    await insertOnce(reviewLearners, { _id: userId, userId, version: 0, hasKnownDecks: true });
}

/** Updates the items of a deck if they are behind. */
export async function settleDeck(study: StudyContext, userId: string, deckId: string): Promise<void> {
  if ((await study.store.knownDecks.get({ userId, _id: deckId }))?.isBehind) await followCards(study, userId, deckId);
}

/** Completes interrupted changes of decks. */
export async function settleDecks(study: StudyContext, userId: string): Promise<void> {
  const { reviewLearners, knownDecks } = study.store;
  const findBehind = () => knownDecks.findIds('byBehind', { equals: { userId, isBehind: true }, limit: settledPerCall });
  const [learner, behind] = await Promise.all([reviewLearners.get({ userId, _id: userId }), findBehind()]);
  if (!learner?.hasKnownDecks) await registerOlderDecks(study, userId);
  for (const deckId of learner?.hasKnownDecks ? behind : await findBehind()) await followCards(study, userId, deckId);
}
