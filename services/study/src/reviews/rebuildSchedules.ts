import { isDeepStrictEqual } from 'node:util';
import type { DocumentStore } from '@lectern/document-store';
import { createItemSchedules } from './createItemSchedules.ts';
import { createReviewDays } from './createReviewDays.ts';
import { openReviewStore, type ReviewItemDocument } from './reviewCollections.ts';

const itemsAtOnce = 200;

/** An item without what only says how often it was written. */
const contentOf = ({ revision: _revision, ...content }: ReviewItemDocument) => content;

/**
 * Works out the schedules of all items of all learners from the log again. The site may run meanwhile.
 * @returns how many items there are, and how many had another schedule before
 */
export async function rebuildSchedules(store: DocumentStore, clock: () => Date): Promise<{ items: number; changed: number }> {
  const reviewStore = openReviewStore(store);
  const { refresh } = createItemSchedules({ reviewStore, days: createReviewDays(reviewStore), clock });
  const counts = { items: 0, changed: 0 };
  for (let after: string | undefined; ;) {
    const found = await reviewStore.items.find('_id', { limit: itemsAtOnce, ...(after !== undefined && { after }) });
    for (const item of found) {
      const rebuilt = await refresh(item);
      if (!rebuilt) continue;
      counts.items += 1;
      if (!isDeepStrictEqual(contentOf(rebuilt), contentOf(item))) counts.changed += 1;
    }
    if (found.length < itemsAtOnce) return counts;
    after = found.at(-1)?._id;
  }
}
