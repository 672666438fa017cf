import { reviewBounds, type ReviewYear } from '@lectern/contracts';
import { insertOnce } from '@lectern/service-kit';
import { inGroups } from './inGroups.ts';
import { dateOfDay } from './learnerDay.ts';
import { readPages } from './readAll.ts';
import type { ReviewDocument, ReviewStore } from './reviewCollections.ts';
import { inTime } from './scheduleOf.ts';

/** How many answers there were, and how many recalled. */
interface Recalled {
  asked: number;
  recalled: number;
}

const idOf = (userId: string, day: number): string => `${userId}:${day}`;

/** The review figures of each day. Those of past days are stored; today's are counted each time. */
export function createReviewDays({ items, endedItems, reviews, days, learners }: ReviewStore) {
  /** Counts the first answer to each item, without items that were first seen on the day. */
  const countDay = async (userId: string, day: number): Promise<Recalled> => {
    const first = new Map<string, ReviewDocument>();
    for await (const found of readPages((paging) => reviews.find('byDay', { equals: { userId, day }, ...paging })))
      for (const review of found) {
        const earlier = first.get(review.itemId);
        if (!earlier || inTime(review, earlier) < 0) first.set(review.itemId, review);
      }
    const ids = [...first.keys()];
    const known = [
      ...(await endedItems.getMany({ userId, ids })),
      // Last, since an item whose deletion was cut off is still there.
      ...(await items.getManyWithout(['content'], { userId, ids })),
    ];
    const firstDays = new Map(known.map(({ _id, firstDay }) => [_id, firstDay]));
    const asked = [...first.values()].filter(({ itemId }) => (firstDays.get(itemId) ?? day) < day);
    return { asked: asked.length, recalled: asked.filter(({ rating }) => rating !== 'again').length };
  };

  const keepDay = async (userId: string, day: number): Promise<Recalled> => {
    const _id = idOf(userId, day);
    await insertOnce(days, { _id, userId, day, version: 0 });
    const version = (await days.get({ userId, _id }))?.version ?? 0;
    const counted = await countDay(userId, day);
    await days.update({ userId, _id }, { set: { figures: { version, ...counted } } }, { equals: { version } });
    return counted;
  };

  return {
    /** The share recalled on `count` days up to today; `null` without any. */
    async retention(userId: string, today: number, count: number): Promise<number | null> {
      const past = Array.from({ length: count - 1 }, (_, index) => today - 1 - index);
      const stored = new Map((await days.getMany({ userId, ids: past.map((day) => idOf(userId, day)) })).map((each) => [each.day, each]));
      const sum = await countDay(userId, today);
      for (const day of past) {
        const kept = stored.get(day);
        const { asked, recalled } = kept?.figures?.version === kept?.version && kept?.figures ? kept.figures : await keepDay(userId, day);
        sum.asked += asked;
        sum.recalled += recalled;
      }
      return sum.asked === 0 ? null : sum.recalled / sum.asked;
    },

    /** How many reviews there were on each day of the year up to today, counted by an index. */
    async year(userId: string, today: number): Promise<ReviewYear> {
      const first = today - reviewBounds.calendarDays + 1;
      const counted = Array.from({ length: reviewBounds.calendarDays }, (_, index) => ({ day: first + index, count: 0 }));
      await inGroups(counted, async (each) => {
        each.count = await reviews.count('byDay', { userId, day: each.day });
      });
      return counted.map(({ day, count }) => ({ date: dateOfDay(day), reviews: count }));
    },

    reviewedOn: (userId: string, day: number): Promise<number> => reviews.count('byDay', { userId, day }),

    /** Marks the figures of days as outdated. */
    async touch(userId: string, changed: readonly number[]): Promise<void> {
      for (const day of new Set(changed)) await days.update({ userId, _id: idOf(userId, day) }, { increment: { version: 1 } });
      const learner = changed.length > 0 ? await learners.get({ userId, _id: userId }) : undefined;
      if (learner?.streak && Math.min(...changed) <= learner.streak.through)
        await learners.update({ userId, _id: userId }, { increment: { version: 1 } });
    },
  };
}
export type ReviewDays = ReturnType<typeof createReviewDays>;
