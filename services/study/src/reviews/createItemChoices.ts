import { reviewBounds, type ReviewItem, type ReviewItemKind } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { ItemSchedules } from './createItemSchedules.ts';
import type { ReviewItems } from './createReviewItems.ts';
import { invalidField } from './invalidField.ts';
import type { ItemChoices } from './itemFields.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import { inTime } from './scheduleOf.ts';
import { shownReview } from './shownReview.ts';

export interface ItemChoicesDependencies {
  items: ReviewItems;
  schedules: ItemSchedules;
  clock: () => Date;
}

/** What a learner decides about an item. Absent fields stay as they are. */
export interface ReviewItemEdit {
  suspended?: boolean | undefined;
  /** ISO 8601; `null` forgets the schedule. */
  due?: string | null | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The time that an item is put off to. @throws DomainError `invalid` */
const timeToBeDue = (due: string, now: Date): string => {
  const time = new Date(due);
  if (Math.abs(time.getTime() - now.getTime()) > reviewBounds.farthestDays * dayMs)
    throw invalidField('due', 'You can put an item off by at most 100 years.');
  return time.toISOString();
};

/** The history of items, and what a learner decides about them. */
export function createItemChoices({ items, schedules, clock }: ItemChoicesDependencies) {
  const asItem = async (item: ReviewItemDocument): Promise<ReviewItem> => ({
    state: item.state,
    due: item.due,
    stability: item.stability,
    difficulty: item.difficulty,
    reps: item.reps,
    lapses: item.lapses,
    suspended: item.suspended,
    reviews: (await schedules.logOf(item.userId, item._id)).sort(inTime).map(shownReview),
  });

  return {
    getItem: async (userId: string, kind: ReviewItemKind, itemId: string): Promise<ReviewItem> =>
      asItem(await items.get(userId, kind, itemId)),

    /** Suspends an item, puts it off, or forgets its schedule. Its reviews stay in its history. */
    async updateItem(userId: string, kind: ReviewItemKind, itemId: string, { suspended, due }: ReviewItemEdit): Promise<ReviewItem> {
      const now = clock();
      const at = now.toISOString();
      const chosenDue = typeof due === 'string' ? { due: timeToBeDue(due, now), at } : undefined;
      const item = await items.get(userId, kind, itemId);
      const choose = (): Partial<ItemChoices> => ({
        ...(suspended !== undefined && { suspended }),
        ...(chosenDue && { chosenDue }),
        ...(due === null && { forgottenAt: at, chosenDue: undefined }),
      });
      const changed = await schedules.refresh(item, { choose });
      if (!changed) throw notFound(kind === 'card' ? 'Card' : 'Question');
      return asItem(changed);
    },
  };
}
