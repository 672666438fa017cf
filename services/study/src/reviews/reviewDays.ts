import { reviewBounds, type ReviewYear } from '@lectern/contracts';
import { toInsert, toUpdate, type Write } from '@lectern/document-store';
import { insertOnce, unlessDuplicate } from '@lectern/service-kit';
import type { ScheduleContext } from '../StudyContext.ts';
import { inGroups, readPages } from './readAll.ts';
import { dateOfDay, dayOf } from './learnerDay.ts';
import type { DayCounts } from './countInDeck.ts';
import type { ReviewDocument, ReviewItemDocument } from './reviewCollections.ts';
import { reviewDaysCollection, type LearnerDocument, type ReviewDayDocument } from './reviewFigures.ts';
import { readSettings } from './reviewSettings.ts';
import { inTime } from './scheduleOf.ts';

/** The number of answers, and how many of them recalled the item. */
interface Recalled {
  asked: number;
  recalled: number;
}

/** The maximum length of a counted streak, in days. */
const longestStreak = 3_660;
/** The number of days per read of a streak. */
const daysPerRead = 30;

type Streak = NonNullable<LearnerDocument['streak']>;

const idOf = (userId: string, day: number): string => `${userId}:${day}`;

/** The first day of an item. */
type FirstDay = Pick<ReviewItemDocument, '_id' | 'firstDay'>;

/** Counts the first answer to each item, without items that were new on that day. @param items - those that are read already */
async function countDay(
  { store }: ScheduleContext,
  userId: string,
  day: number,
  items: Promise<readonly FirstDay[]> = Promise.resolve([]),
): Promise<Recalled> {
  const first = new Map<string, ReviewDocument>();
  for await (const found of readPages((paging) => store.reviews.find('byDay', { equals: { userId, day }, ...paging })))
    for (const review of found) {
      const earlier = first.get(review.itemId);
      if (!earlier || inTime(review, earlier) < 0) first.set(review.itemId, review);
    }
  const read = await items;
  const there = new Set(read.map(({ _id }) => _id));
  const ids = [...first.keys()].filter((id) => !there.has(id));
  const [known, ended] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([store.reviewItems.getManyWithout(['content'], { userId, ids }), store.endedItems.getMany({ userId, ids })]);
  // The known ones last, because an item whose deletion was interrupted still exists.
  const firstDays = new Map([...ended, ...known, ...read].map(({ _id, firstDay }) => [_id, firstDay]));
  const asked = [...first.values()].filter(({ itemId }) => (firstDays.get(itemId) ?? day) < day);
  return { asked: asked.length, recalled: asked.filter(({ rating }) => rating !== 'again').length };
}

/** Returns the stored days of a learner, by day. */
export const readDays = async (
  { store }: ScheduleContext,
  userId: string,
  days: readonly number[],
): Promise<Map<number, ReviewDayDocument>> => {
  const found = await store.reviewDays.getMany({ userId, ids: days.map((day) => idOf(userId, day)) });
  return new Map(found.map((each) => [each.day, each]));
};

const firstOf = (userId: string, day: number): ReviewDayDocument => ({ _id: idOf(userId, day), userId, day, version: 0 });

/** Returns the writes that mark the stored figures of days as outdated. A day is stored in any case, so that a concurrent count conflicts. */
export const outdateDays = (userId: string, days: readonly number[], stored: ReadonlyMap<number, ReviewDayDocument>): Write[] =>
  days.map((day) => {
    const known = stored.get(day);
    return known
      ? toUpdate(reviewDaysCollection, known, { increment: { version: 1 } })
      : toInsert(reviewDaysCollection, firstOf(userId, day));
  });

/** Counts past days, and stores the figures unless a day changes meanwhile. @param stored - the days that are stored already */
async function countPastDays(
  study: ScheduleContext,
  userId: string,
  days: readonly number[],
  stored: ReadonlyMap<number, ReviewDayDocument>,
): Promise<Recalled[]> {
  const counted = await Promise.all(days.map((day) => countDay(study, userId, day)));
  const writes = days.map((day, index) => {
    const known = stored.get(day);
    const { version } = known ?? { version: 0 };
    const figures = { version, asked: 0, recalled: 0, ...counted[index] };
    return known
      ? toUpdate(reviewDaysCollection, known, { set: { figures } }, { equals: { version } })
      : toInsert(reviewDaysCollection, { ...firstOf(userId, day), figures });
  });
  // Without effect if a review has arrived meanwhile: it changes the version of its day, or stores the day.
  await study.write(writes).catch(unlessDuplicate);
  return counted;
}

/**
 * Returns the recalled fraction of `count` days up to today; `null` without reviews. Figures of past days are cached; today's are counted each time.
 */
export async function retentionOf(
  study: ScheduleContext,
  userId: string,
  today: number,
  count: number,
  counting: Promise<DayCounts>,
): Promise<number | null> {
  const past = Array.from({ length: count - 1 }, (_, index) => today - 1 - index);
  const [stored, ofToday] = await Promise.all([
    readDays(study, userId, past),
    countDay(
      study,
      userId,
      today,
      counting.then(({ seenToday }) => seenToday),
    ),
  ]);
  const figuresOf = (day: number): Recalled | undefined => {
    const { figures, version } = stored.get(day) ?? {};
    return figures?.version === version ? figures : undefined;
  };
  const outdated = past.filter((day) => !figuresOf(day));
  const counted = outdated.length > 0 ? await countPastDays(study, userId, outdated, stored) : [];
  const all = [ofToday, ...past.flatMap((day) => figuresOf(day) ?? []), ...counted];
  const sumOf = (name: keyof Recalled): number => all.reduce((sum, each) => sum + each[name], 0);
  return sumOf('asked') === 0 ? null : sumOf('recalled') / sumOf('asked');
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

/** Counts the consecutive days with a review up to a day. @param kept - a shorter streak that is known */
async function countStreak(study: ScheduleContext, userId: string, through: number, kept: Streak | undefined): Promise<number> {
  for (let days = 0; days < longestStreak;) {
    // A known streak mostly ends on the day before.
    const isNext = kept?.through === through - days - 1;
    const part = Array.from({ length: isNext ? 1 : daysPerRead }, (_, index) => through - days - index);
    const counts = await Promise.all(part.map((day) => reviewedOn(study, userId, day)));
    for (const count of counts) {
      if (count === 0) return days;
      days += 1;
      if (kept && through - days === kept.through) return days + kept.days;
    }
  }
  return longestStreak;
}

/** Returns the number of consecutive days with a review up to a past day. Cached. */
async function streakThrough(study: ScheduleContext, userId: string, through: number): Promise<number> {
  const { reviewLearners } = study.store;
  const learner = await reviewLearners.get({ userId, _id: userId });
  const kept = learner?.streak?.version === learner?.version ? learner?.streak : undefined;
  if (kept?.through === through) return kept.days;
  const days = await countStreak(study, userId, through, kept);
  if (learner) {
    const { version } = learner;
    await reviewLearners.update({ userId, _id: userId }, { set: { streak: { version, through, days } } }, { equals: { version } });
  }
  return Math.min(days, longestStreak);
}

/**
 * Returns the number of consecutive days with a review, up to today, or up to yesterday while today has none.
 *
 * @param reviewedToday - the number of today's reviews
 */
export async function streakOf(study: ScheduleContext, userId: string, today: number, reviewedToday: Promise<number>): Promise<number> {
  const [before, reviewed] = await Promise.all([streakThrough(study, userId, today - 1), reviewedToday]);
  return reviewed > 0 ? before + 1 : before;
}

/** Marks the stored figures of days as outdated. */
export async function touchDays({ store }: ScheduleContext, userId: string, changed: readonly number[]): Promise<void> {
  for (const day of new Set(changed)) {
    const note = () => store.reviewDays.update({ userId, _id: idOf(userId, day) }, { increment: { version: 1 } });
    // Stored in any case, so that a concurrent count conflicts.
    if (!(await note()) && !(await insertOnce(store.reviewDays, firstOf(userId, day)))) await note();
  }
  const learner = changed.length > 0 ? await store.reviewLearners.get({ userId, _id: userId }) : undefined;
  if (learner?.streak && Math.min(...changed) <= learner.streak.through)
    await store.reviewLearners.update({ userId, _id: userId }, { increment: { version: 1 } });
}
