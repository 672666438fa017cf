import type { Collection } from '@lectern/document-store';
import type { DeletedAccounts } from '@lectern/service-kit';
import { inGroups } from './inGroups.ts';
import { readPages } from './readAll.ts';
import type { EndedItemDocument, endedItemsCollection, ReviewItemDocument, reviewItemsCollection } from './itemCollections.ts';
import type { KnownDeckDocument, knownDecksCollection } from './reviewFigures.ts';

interface ItemEndingDependencies {
  items: Collection<ReviewItemDocument, typeof reviewItemsCollection.indexes>;
  endedItems: Collection<EndedItemDocument, typeof endedItemsCollection.indexes>;
  knownDecks: Collection<KnownDeckDocument, typeof knownDecksCollection.indexes>;
  deletedAccounts: DeletedAccounts;
}

type KeptFields = Pick<ReviewItemDocument, '_id' | 'userId' | 'kind' | 'forgottenAt' | 'firstDay' | 'introducedDay' | 'lastDay'>;

const wasReviewed = ({ firstDay, forgottenAt }: KeptFields): boolean => firstDay !== undefined || forgottenAt !== undefined;

const endedItemOf = ({ _id, userId, kind, forgottenAt, firstDay, introducedDay, lastDay }: KeptFields): EndedItemDocument => ({
  ...{ _id, userId, kind },
  ...(forgottenAt !== undefined && { forgottenAt }),
  ...(firstDay !== undefined && { firstDay }),
  ...(introducedDay !== undefined && { introducedDay }),
  ...(lastDay !== undefined && { lastDay }),
});

/** How the schedules of deleted cards and questions end. What was done stays in the log. All of it may be repeated, also after a crash. */
export const createItemEnding = ({ items, endedItems, knownDecks, deletedAccounts }: ItemEndingDependencies) => {
  /** Ends the schedule of an item: notes its days first, so that no crash loses them, and then deletes it. */
  const endItem = async (userId: string, itemId: string): Promise<void> => {
    const key = { userId, _id: itemId };
    let item = await items.get(key);
    while (item) {
      if (wasReviewed(item)) await endedItems.upsert(endedItemOf(item));
      // A review that was stored meanwhile may have changed its days.
      if (await items.delete(key, { equals: { revision: item.revision } })) return;
      item = await items.get(key);
      // The account may have been deleted instead.
      if (!item && (await deletedAccounts.has(userId))) await endedItems.delete(key);
    }
  };
  const endItems = (userId: string, itemIds: readonly string[]): Promise<void> => inGroups(itemIds, (id) => endItem(userId, id));

  /** Ends the schedules of all items of a deck or quiz. */
  const endItemsOf = async (userId: string, parentId: string): Promise<void> => {
    const of = { userId, parentId };
    const pages = readPages(async (paging) => (await items.findIds('byParent', { equals: of, ...paging })).map((_id) => ({ _id })));
    for await (const page of pages) {
      const found = await items.getManyWithout(['content'], { userId, ids: page.map(({ _id }) => _id) });
      await endItems(
        userId,
        found.filter(wasReviewed).map(({ _id }) => _id),
      );
    }
    // Those that were never reviewed.
    await items.deleteWhere('byParent', of);
    await knownDecks.delete({ userId, _id: parentId });
  };

  return { endItems, endItemsOf };
};
