import { reviewBounds, type ListedReviewItem, type ReviewItemList } from '@lectern/contracts';
import type { Page } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { viewItems } from './itemViews.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import { settleReviews } from './reviewItems.ts';

/** The maximum number of items to read, by lapses. Among them, items with equal lapses are ordered by difficulty. */
const lapsedRead = 200;

const hardestFirst = (a: ReviewItemDocument, b: ReviewItemDocument): number =>
  b.lapses - a.lapses || (b.difficulty ?? 0) - (a.difficulty ?? 0) || (a._id < b._id ? -1 : 1);

/** Finds all leeches, or the ten items with the most lapses. */
async function findHardest({ store }: StudyContext, userId: string): Promise<ReviewItemDocument[]> {
  const lapsed = await store.reviewItems.find('byLapses', { equals: { userId, suspended: false }, order: 'desc', limit: lapsedRead });
  // Excludes items that are done, or at rest after an exam.
  const ordered = lapsed.filter(({ lapses, place }) => lapses > 0 && place !== 'none').sort(hardestFirst);
  const leeches = ordered.filter(({ lapses }) => lapses >= reviewBounds.leechLapses).length;
  return ordered.slice(0, Math.min(reviewBounds.listed, Math.max(reviewBounds.hardest, leeches)));
}

/** Lists the hardest or the suspended items of a learner. */
export async function listReviewItems(
  study: StudyContext,
  userId: string,
  { list, after }: { list: ReviewItemList; after?: string | undefined },
): Promise<Page<ListedReviewItem>> {
  await settleReviews(study, userId);
  const show = async (found: readonly ReviewItemDocument[]) => (await viewItems(study, userId, found)).map(({ view }) => view);
  if (list === 'hardest') return { items: await show(await findHardest(study, userId)), next: undefined };
  const limit = reviewBounds.listed;
  const found = await study.store.reviewItems.find('bySuspended', {
    equals: { userId, suspended: true },
    limit,
    ...(after !== undefined && { after }),
  });
  return { items: await show(found), next: found.length === limit ? found.at(-1)?._id : undefined };
}
