import { reviewBounds, type ReviewYear } from '@lectern/contracts';
import { insertOnce } from '@lectern/service-kit';
import type { ScheduleContext } from '../StudyContext.ts';
import { inGroups, readPages } from './readAll.ts';
import { dateOfDay, dayOf } from './learnerDay.ts';
import type { ReviewDocument } from './reviewCollections.ts';
import { readSettings } from './reviewSettings.ts';
import { inTime } from './scheduleOf.ts';

/** The number of answers, and how many of them recalled the item. */
interface Recalled {
  asked: number;
  recalled: number;
}

/** The maximum length of a counted streak, in days. */
const longestStreak = 3_660;

const idOf = (userId: string, day: number): string => `${userId}:${day}`;

/** Counts the first answer to each item, without items that were new on that day. */
async function countDay({ store }: ScheduleContext, userId: string, day: number): Promise<Recalled> {
  const first = new Map<string, ReviewDocument>();
  for await (const found of readPages((paging) => store.reviews.find('byDay', { equals: { userId, day }, ...paging })))
    for (const review of found) {
      const earlier = first.get(review.itemId);
      if (!earlier || inTime(review, earlier) < 0) first.set(review.itemId, review);
    }
  const ids = [...first.keys()];
  const known = [
    ...(await store.endedItems.getMany({ userId, ids })),
    // Last, because an item whose deletion was interrupted still exists.
    ...(await store.reviewItems.getManyWithout(['content'], { userId, ids })),
  ];
  const firstDays = new Map(known.map(({ _id, firstDay }) => [_id, firstDay]));
  const asked = [...first.values()].filter(({ itemId }) => (firstDays.get(itemId) ?? day) < day);
  return { asked: asked.length, recalled: asked.filter(({ rating }) => rating !== 'again').length };
}

/** Counts a past day and stores its figures. */
async function storeDay(study: ScheduleContext, userId: string, day: number): Promise<Recalled> {
  const { reviewDays } = study.store;
  const _id = idOf(userId, day);
  await insertOnce(reviewDays, { _id, userId, day, version: 0 });
  const version = (await reviewDays.get({ userId, _id }))?.version ?? 0;
  const counted = await countDay(study, userId, day);
  await reviewDays.update({ userId, _id }, { set: { figures: { version, ...counted } } }, { equals: { version } });
  return counted;
}

/**
 * Returns the recalled fraction of `count` days up to today; `null` without reviews. Figures of past days are cached; today's are counted each time.
 */
export async function retentionOf(study: ScheduleContext, userId: string, today: number, count: number): Promise<number | null> {
  const past = Array.from({ length: count - 1 }, (_, index) => today - 1 - index);
  const found = await study.store.reviewDays.getMany({ userId, ids: past.map((day) => idOf(userId, day)) });
  const stored = new Map(found.map((each) => [each.day, each]));
  const sum = await countDay(study, userId, today);
  for (const day of past) {
    const kept = stored.get(day);
    const isCurrent = kept?.figures?.version === kept?.version;
    const { asked, recalled } = isCurrent && kept?.figures ? kept.figures : await storeDay(study, userId, day);
    sum.asked += asked;
    sum.recalled += recalled;
  }
  return sum.asked === 0 ? null : sum.recalled / sum.asked;
}

/** Counts the reviews of each day of the year up to today, by an index. */
export async function getReviewYear(study: ScheduleContext, userId: string): Promise<ReviewYear> {
  const first = dayOf(study.clock(), await readSettings(study, userId)) - reviewBounds.calendarDays + 1;
  const counted = Array.from({ length: reviewBounds.calendarDays }, (_, index) => ({ day: first + index, count: 0 }));
  await inGroups(counted, async (each) => {
    each.count = await reviewedOn(study, userId, each.day);
  });
  return counted.map(({ day, count }) => ({ date: dateOfDay(day), reviews: count }));
}

/** Counts the reviews of a day. */
export const reviewedOn = ({ store }: ScheduleContext, userId: string, day: number): Promise<number> =>
  store.reviews.count('byDay', { userId, day });

/** Returns the number of consecutive days with a review up to a past day. Cached. */
async function streakThrough(study: ScheduleContext, userId: string, through: number): Promise<number> {
  const { reviewLearners } = study.store;
  const learner = await reviewLearners.get({ userId, _id: userId });
  const kept = learner?.streak?.version === learner?.version ? learner?.streak : undefined;
  if (kept?.through === through) return kept.days;
  let days = 0;
  while (days < longestStreak && (await reviewedOn(study, userId, through - days)) > 0) {
    days += 1;
    if (kept && through - days === kept.through) {
      days += kept.days;
      break;
    }
  }
  if (learner) {
    const { version } = learner;
    await reviewLearners.update({ userId, _id: userId }, { set: { streak: { version, through, days } } }, { equals: { version } });
  }
  return Math.min(days, longestStreak);
}

/** Returns the number of consecutive days with a review, up to today, or up to yesterday while today has none. */
export async function streakOf(study: ScheduleContext, userId: string, today: number): Promise<number> {
  const before = await streakThrough(study, userId, today - 1);
  return (await reviewedOn(study, userId, today)) > 0 ? before + 1 : before;
}

/** Marks the stored figures of days as outdated. */
export async function touchDays({ store }: ScheduleContext, userId: string, changed: readonly number[]): Promise<void> {
  for (const day of new Set(changed)) await store.reviewDays.update({ userId, _id: idOf(userId, day) }, { increment: { version: 1 } });
  const learner = changed.length > 0 ? await store.reviewLearners.get({ userId, _id: userId }) : undefined;
  if (learner?.streak && Math.min(...changed) <= learner.streak.through)
    await store.reviewLearners.update({ userId, _id: userId }, { increment: { version: 1 } });
}
