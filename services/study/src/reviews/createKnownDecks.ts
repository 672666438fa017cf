import type { DocumentStore } from '@lectern/document-store';
import { DomainError, insertOnce, type DeletedAccounts } from '@lectern/service-kit';
import { decksCollection, largeDeckFields, type DeckDocument } from '../store.ts';
import { newItem } from './newItem.ts';
import { passageOf } from './passageOf.ts';
import { readAll } from './readAll.ts';
import type { ReviewStore } from './reviewCollections.ts';

export interface KnownDecksDependencies {
  store: DocumentStore;
  reviewStore: ReviewStore;
  deletedAccounts: DeletedAccounts;
}

/** Decks of one read, which comes without their cards. */
const decksAtOnce = 100;
const insertsAtOnce = 50;

/** Which decks were looked through for cards. */
export function createKnownDecks({ store, reviewStore, deletedAccounts }: KnownDecksDependencies) {
  const { items, knownDecks, discardItems, discardOf } = reviewStore;
  const decks = store.collection(decksCollection);

  /** Makes every card of a deck an item, and deletes the items of cards that are gone. */
  const knowDeck = async (deck: DeckDocument): Promise<void> => {
    const { _id: parentId, userId, revision, createdAt } = deck;
    const known = new Set(
      (await readAll((paging) => items.find('byParent', { equals: { userId, parentId }, ...paging }))).map(({ _id }) => _id),
    );
    const missing = deck.cards.filter(({ _id }) => !known.has(_id));
    for (let index = 0; index < missing.length; index += insertsAtOnce)
      await Promise.all(
        missing.slice(index, index + insertsAtOnce).map(async (card) => {
          const fields = { _id: card._id, userId, kind: 'card' as const, parentId, createdAt };
          await insertOnce(items, newItem({ ...fields, ...passageOf(deck, card.source) }));
        }),
      );
    const cards = new Set(deck.cards.map(({ _id }) => _id));
    await discardItems(
      userId,
      [...known].filter((id) => !cards.has(id)),
    );
    await knownDecks.upsert({ _id: parentId, userId, revision }, { below: { revision } });
    // The deck may have been deleted meanwhile.
    const [stillThere] = await decks.getManyWithout(largeDeckFields, [parentId]);
    if (!stillThere) await discardOf(userId, parentId);
  };

  return {
    /** Makes the cards of new and changed decks items. The others are not read. */
    async knowDecks(userId: string): Promise<void> {
      let hasChanged = false;
      for (let after: string | undefined; ;) {
        const ids = await decks.findIds('byUser', { equals: { userId }, limit: decksAtOnce, ...(after !== undefined && { after }) });
        const known = new Map((await knownDecks.getMany(ids)).map(({ _id, revision }) => [_id, revision]));
        for (const { _id, revision } of await decks.getManyWithout(largeDeckFields, ids)) {
          if (known.get(_id) === revision) continue;
          const deck = await decks.get(_id);
          if (deck) await knowDeck(deck);
          hasChanged = true;
        }
        if (ids.length < decksAtOnce) break;
        after = ids.at(-1);
      }
      // A reading call writes here, so it has to look itself whether the account was deleted meanwhile.
      if (hasChanged && (await deletedAccounts.has(userId))) {
        await reviewStore.eraseAll(userId);
        throw new DomainError('unauthenticated', 'This account was deleted.');
      }
    },
  };
}
export type KnownDecks = ReturnType<typeof createKnownDecks>;
