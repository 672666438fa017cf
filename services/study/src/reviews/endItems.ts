import type { StudyContext } from '../StudyContext.ts';
import { inGroups, readPages } from './readAll.ts';
import type { EndedItemDocument, ReviewItemDocument } from './itemCollections.ts';

type KeptFields = Pick<ReviewItemDocument, '_id' | 'userId' | 'kind' | 'forgottenAt' | 'firstDay' | 'introducedDay' | 'lastDay'>;

const wasReviewed = ({ firstDay, forgottenAt }: KeptFields): boolean => firstDay !== undefined || forgottenAt !== undefined;

const endedItemOf = ({ _id, userId, kind, forgottenAt, firstDay, introducedDay, lastDay }: KeptFields): EndedItemDocument => ({
  ...{ _id, userId, kind },
  ...(forgottenAt !== undefined && { forgottenAt }),
  ...(firstDay !== undefined && { firstDay }),
  ...(introducedDay !== undefined && { introducedDay }),
  ...(lastDay !== undefined && { lastDay }),
});

/** Ends the schedule of an item. Stores its review days before deleting it, so that a crash cannot lose them. */
async function endItem({ store, deletedAccounts }: StudyContext, userId: string, itemId: string): Promise<void> {
  const key = { userId, _id: itemId };
  let item = await store.reviewItems.get(key);
  while (item) {
    if (wasReviewed(item)) await store.endedItems.upsert(endedItemOf(item));
    // A concurrent review may have changed its days.
    if (await store.reviewItems.delete(key, { equals: { revision: item.revision } })) return;
    item = await store.reviewItems.get(key);
    // The item may be gone because the account was deleted in the meantime.
    if (!item && (await deletedAccounts.has(userId))) await store.endedItems.delete(key);
  }
}

/** Ends the schedules of deleted cards and questions. Their reviews stay in the log. Idempotent. */
export const endItems = (study: StudyContext, userId: string, itemIds: readonly string[]): Promise<void> =>
  inGroups(itemIds, (id) => endItem(study, userId, id));

/** Ends the schedules of all items of a deleted deck or quiz. Their reviews stay in the log. Idempotent. */
export async function endItemsOf(study: StudyContext, userId: string, parentId: string): Promise<void> {
  const { reviewItems, knownDecks } = study.store;
  const of = { userId, parentId };
  const pages = readPages(async (paging) => (await reviewItems.findIds('byParent', { equals: of, ...paging })).map((_id) => ({ _id })));
  for await (const page of pages) {
    const found = await reviewItems.getManyWithout(['content'], { userId, ids: page.map(({ _id }) => _id) });
    await endItems(
      study,
      userId,
      found.filter(wasReviewed).map(({ _id }) => _id),
    );
  }
  // The items without reviews.
  await reviewItems.deleteWhere('byParent', of);
  await knownDecks.delete({ userId, _id: parentId });
}

/** Deletes the items and imported reviews of a deck whose import did not complete. */
export async function discardImported(study: StudyContext, userId: string, deckId: string): Promise<void> {
  await study.store.reviews.deleteWhere('byParent', { userId, parentId: deckId });
  await study.store.reviewItems.deleteWhere('byParent', { userId, parentId: deckId });
  await endItemsOf(study, userId, deckId);
}

/** Erases all review data of a learner. */
export async function eraseReviews({ store }: Pick<StudyContext, 'store'>, userId: string): Promise<void> {
  const own = { userId, _id: userId };
  await store.reviews.deleteWhere('byItem', { userId });
  await store.reviewItems.deleteWhere('byUser', { userId });
  await store.endedItems.deleteWhere('byUser', { userId });
  await store.knownDecks.deleteWhere('byUser', { userId });
  await store.reviewDays.deleteWhere('byUser', { userId });
  await store.reviewLearners.delete(own);
  await store.reviewSettings.delete(own);
  await store.exams.delete(own);
  await store.parameters.delete(own);
  await store.calendars.delete(own);
}
