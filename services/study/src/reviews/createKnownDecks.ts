import type { DocumentStore } from '@lectern/document-store';
import { DomainError, insertOnce, type DeletedAccounts } from '@lectern/service-kit';
import { decksCollection } from '../store.ts';
import { createCardItems } from './createCardItems.ts';
import { readAll } from './readAll.ts';
import type { ReviewStore } from './reviewCollections.ts';

export interface KnownDecksDependencies {
  store: DocumentStore;
  reviewStore: ReviewStore;
  deletedAccounts: DeletedAccounts;
  clock: () => Date;
}

/** An announced change of a deck is made within this time, or never. */
const settleMs = 60_000;
/** Decks that one call brings up to date. */
const settledAtOnce = 100;

/**
 * The cards of decks as items. A change of a deck is announced first, then made, and then its items follow. After a crash in between, the
 * announcement shows that they may be behind, and the next reading of the queue brings them up to date.
 */
export function createKnownDecks({ store, reviewStore, deletedAccounts, clock }: KnownDecksDependencies) {
  const { knownDecks, learners, discardOf, discardUnstored } = reviewStore;
  const decks = store.collection(decksCollection);
  const followCards = createCardItems(reviewStore, clock);

  /** Brings the items of a deck up to date. A missing deck is forgotten, unless it was announced recently and may still be stored. */
  const follow = async (userId: string, deckId: string): Promise<void> => {
    const announced = await knownDecks.get({ userId, _id: deckId });
    const deck = await decks.get({ userId, _id: deckId });
    if (!deck) {
      const isLate = announced && Date.parse(announced.announcedAt) <= clock().getTime() - settleMs;
      // Reviews of a deck that was stored once are kept, but not those of an import that did not finish.
      if (isLate) await (announced.bringsReviews && announced.revision === 0 ? discardUnstored : discardOf)(userId, deckId);
      return;
    }
    const isAwaiting = await followCards(deck);
    const { title, revision } = deck;
    // Another change that was announced meanwhile follows on its own.
    const guard = { equals: { changes: announced?.changes ?? 0 } };
    await knownDecks.update({ userId, _id: deckId }, { set: { title, revision, isBehind: isAwaiting }, increment: { version: 1 } }, guard);
    // The deck, or its account, may have been deleted meanwhile.
    if (!(await decks.get({ userId, _id: deckId }))) await discardOf(userId, deckId);
    if (!(await deletedAccounts.has(userId))) return;
    await reviewStore.eraseAll(userId);
    throw new DomainError('unauthenticated', 'This account was deleted.');
  };

  /** Notes that the cards or the title of a deck are about to change. @param more - notes, too, that an import brings reviews */
  const announce = async (userId: string, deckId: string, more: { bringsReviews?: true } = {}): Promise<void> => {
    const announcedAt = clock().toISOString();
    const set = { isBehind: true, announcedAt, ...more };
    const note = () => knownDecks.update({ userId, _id: deckId }, { set, increment: { changes: 1 } });
    if (await note()) return;
    const first = { _id: deckId, userId, revision: 0, title: '', changes: 1, version: 0, bringsReviews: false, ...set };
    if (!(await insertOnce(knownDecks, first))) await note();
  };

  /** Registers the decks that were stored by versions that did not announce them. */
  const knowOlderDecks = async (userId: string): Promise<void> => {
    const older = await readAll(async (paging) =>
      (await decks.findIds('byUser', { equals: { userId }, ...paging })).map((_id) => ({ _id })),
    );
    for (const { _id } of older) {
      await announce(userId, _id);
      await follow(userId, _id);
    }
    if (!(await learners.update({ userId, _id: userId }, { set: { hasKnownDecks: true } })))
      await insertOnce(learners, { _id: userId, userId, version: 0, hasKnownDecks: true });
  };

  return {
    announce,
    follow,

    /** Brings a deck up to date when it is behind. */
    async settleDeck(userId: string, deckId: string): Promise<void> {
      if ((await knownDecks.get({ userId, _id: deckId }))?.isBehind) await follow(userId, deckId);
    },

    /** Brings up to date what interrupted changes left behind. */
    async settle(userId: string): Promise<void> {
      if (!(await learners.get({ userId, _id: userId }))?.hasKnownDecks) await knowOlderDecks(userId);
      for (const deckId of await knownDecks.findIds('byBehind', { equals: { userId, isBehind: true }, limit: settledAtOnce }))
        await follow(userId, deckId);
    },
  };
}
export type KnownDecks = ReturnType<typeof createKnownDecks>;
