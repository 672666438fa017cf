import { isDeepStrictEqual } from 'node:util';
import { collectionsOf, type DocumentStore } from '@lectern/document-store';
import { collections } from '../store.ts';
import type { ScheduleContext } from '../StudyContext.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import { refreshSchedule } from './schedules.ts';

const itemsAtOnce = 200;

/** Returns an item without its revision. */
const contentOf = ({ revision: _revision, ...content }: ReviewItemDocument) => content;

/**
 * Recomputes the schedules of all items of all learners from the log. The site may run meanwhile.
 *
 * @returns the number of items, and how many had a different schedule before
 */
export async function rebuildSchedules(store: DocumentStore, clock: () => Date): Promise<{ items: number; changed: number }> {
  const study: ScheduleContext = { store: collectionsOf(store, collections), write: (writes) => store.write(writes), clock };
  const counts = { items: 0, changed: 0 };
  for (let after: string | undefined; ;) {
    const found = await study.store.reviewItems.find('_id', { limit: itemsAtOnce, ...(after !== undefined && { after }) });
    for (const item of found) {
      const rebuilt = await refreshSchedule(study, item);
      if (!rebuilt) continue;
      counts.items += 1;
      if (!isDeepStrictEqual(contentOf(rebuilt), contentOf(item))) counts.changed += 1;
    }
    if (found.length < itemsAtOnce) return counts;
    after = found.at(-1)?._id;
  }
}
