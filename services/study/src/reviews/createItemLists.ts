import { reviewBounds, type ListedReviewItem, type ReviewItemList } from '@lectern/contracts';
import type { Page } from '@lectern/service-kit';
import type { Settle } from './createSettling.ts';
import type { ItemViews } from './createItemViews.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';

export interface ItemListsDependencies {
  reviewStore: ReviewStore;
  settle: Settle;
  views: ItemViews;
}

/** The most items that are read, by lapses. Among these, items with equal lapses are ordered by difficulty. */
const lapsedRead = 200;

const hardestFirst = (a: ReviewItemDocument, b: ReviewItemDocument): number =>
  b.lapses - a.lapses || (b.difficulty ?? 0) - (a.difficulty ?? 0) || (a._id < b._id ? -1 : 1);

/** The hardest items of a learner, and those that are suspended. */
export function createItemLists({ reviewStore: { items }, settle, views }: ItemListsDependencies) {
  /** All leeches, or the ten items that lapsed most often. */
  const hardest = async (userId: string): Promise<ReviewItemDocument[]> => {
    const lapsed = await items.find('byLapses', { equals: { userId, suspended: false }, order: 'desc', limit: lapsedRead });
    // Items that are done, or rest after an exam, are not listed.
    const ordered = lapsed.filter(({ lapses, place }) => lapses > 0 && place !== 'none').sort(hardestFirst);
    const leeches = ordered.filter(({ lapses }) => lapses >= reviewBounds.leechLapses).length;
    return ordered.slice(0, Math.min(reviewBounds.listed, Math.max(reviewBounds.hardest, leeches)));
  };

  return async (userId: string, { list, after }: { list: ReviewItemList; after?: string | undefined }): Promise<Page<ListedReviewItem>> => {
    await settle(userId);
    const shown = async (found: readonly ReviewItemDocument[]) => (await views(userId, found)).map(({ view }) => view);
    if (list === 'hardest') return { items: await shown(await hardest(userId)), next: undefined };
    const limit = reviewBounds.listed;
    const found = await items.find('bySuspended', {
      equals: { userId, suspended: true },
      limit,
      ...(after !== undefined && { after }),
    });
    return { items: await shown(found), next: found.length === limit ? found.at(-1)?._id : undefined };
  };
}
