import { counted, examBounds, type ReviewSettings } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import { startOfDay } from '../reviews/learnerDay.ts';
import type { ReviewItemDocument } from '../reviews/reviewCollections.ts';
import type { OwnSettings } from '../reviews/reviewSettings.ts';
import type { GoodDays, MemoryOnly } from '../reviews/scheduleOf.ts';
import { scheduleOfItem } from '../reviews/scheduleOfItem.ts';
import type { StoredExam } from './examsCollection.ts';
import { firstOfLastDays, lastLookOf } from './underExams.ts';

/**
 * Returns over how many days the new cards of an exam are spread, including today: until a week before the exam; if it was planned later than that,
 * over the first half of the time, and after that over half of the remaining days. 0 from the day of the exam on.
 *
 * @param today - the learner's day
 */
export const daysToMeet = ({ day, from }: Pick<StoredExam, 'day' | 'from'>, today: number): number => {
  if (today >= day) return 0;
  const wanted = day - examBounds.metDaysBefore;
  const last = wanted >= from ? wanted : from + Math.ceil((day - from) / 2) - 1;
  return today <= last ? last - today + 1 : Math.ceil((day - today) / 2);
};

/** One day of a plan. `day`: days since 1970-01-01. */
export interface PlannedDay {
  day: number;
  /** The number of cards that are introduced. */
  new: number;
  /** The number of other items. */
  reviews: number;
}

/** An item without its content, because a learner may have tens of thousands. */
export type PlannedItem = Omit<ReviewItemDocument, 'content'>;

export interface PlanRequest {
  exam: StoredExam;
  /** The items of its guides that are not suspended. */
  items: readonly PlannedItem[];
  /** The ids of the items in today's queue. */
  chosenToday: ReadonlySet<string>;
  today: number;
  own: OwnSettings;
  afterGoodDay: GoodDays;
}

const dayMs = 24 * 60 * 60 * 1000;
/** The tolerance for daylight saving time: a day of 23 hours counts as a whole day. */
const clockChangeMs = 2 * 60 * 60 * 1000;

/** Returns the day on which each new card is introduced: the learner's daily number, or more if the time is short. */
const meetingDays = (count: number, { exam, today, own }: PlanRequest): number[] => {
  const days: number[] = [];
  for (let day = today + 1; days.length < count && day < exam.day; day += 1) {
    const left = count - days.length;
    const share = Math.max(Math.ceil(left / daysToMeet(exam, day)), Math.min(own.newPerDay, left));
    days.push(...Array.from({ length: Math.min(share, left) }, () => day));
  }
  return days;
};

/**
 * Computes the work of each day from today to the day before an exam, at most a year, assuming that every answer is right. Today has the items of
 * today's queue; other due items move to tomorrow. Yields to the event loop between items.
 */
export async function planExam(request: PlanRequest): Promise<PlannedDay[]> {
  const { exam, items, chosenToday, today, own, afterGoodDay } = request;
  const plan = Array.from({ length: Math.min(examBounds.planDays, Math.max(0, exam.day - today)) }, (_, index): PlannedDay => ({
    day: today + index,
    new: 0,
    reviews: 0,
  }));
  const todayStart = startOfDay(today, own).getTime();

  const reviewFrom = (first: number, itemId: string, before: MemoryOnly | undefined): void => {
    let [day, memory] = [first, before];
    for (let slot = plan[day - today]; slot; slot = plan[day - today]) {
      if (memory) slot.reviews += 1;
      else slot.new += 1;
      const after = afterGoodDay(memory, day);
      memory = after.memory;
      const next = day + after.days;
      if (next >= exam.day && day >= firstOfLastDays(exam)) return;
      day = next >= exam.day ? Math.max(day + 1, lastLookOf(itemId, exam)) : next;
    }
  };

  const isMetLater = ({ _id, place }: PlannedItem) => place === 'new' && !chosenToday.has(_id);
  const metLater = items.filter(isMetLater);
  const meetings = meetingDays(metLater.length, request);
  for (const [index, { _id }] of metLater.entries()) {
    await maybeYield();
    reviewFrom(meetings[index] ?? exam.day, _id, undefined);
  }
  for (const item of items) {
    await maybeYield();
    if (item.place === 'none' || item.place === 'ready' || isMetLater(item)) continue;
    const due = Math.floor((Date.parse(item.due) - todayStart + clockChangeMs) / dayMs);
    const schedule = scheduleOfItem(item);
    // A missed question has no schedule yet, but counts as a review.
    const memory = schedule ?? (item.place === 'new' ? undefined : { stability: 1, difficulty: 5, lastDay: today });
    reviewFrom(chosenToday.has(item._id) ? today : today + Math.max(1, due), item._id, memory);
  }
  return plan;
}

export interface ShortfallRequest {
  exam: StoredExam;
  plan: readonly PlannedDay[];
  /** The number of cards that were not introduced yet. */
  left: number;
  today: number;
  own: ReviewSettings;
}

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/**
 * Explains why the time before an exam is too short under the learner's settings, and what would fit. Returns `undefined` if there is enough time.
 */
export function shortfallOf({ exam, plan, left, today, own }: ShortfallRequest): string | undefined {
  if (exam.day <= today) return undefined;
  const sentences: string[] = [];
  const days = daysToMeet(exam, today);
  const share = Math.ceil(left / days);
  if (share > own.newPerDay) {
    const needed = `${counted(left, 'new card')} in ${counted(days, 'day')} means ${share.toLocaleString('en')} per day`;
    const fit = counted(own.newPerDay * days, 'card');
    sentences.push(`${needed}, above your limit of ${own.newPerDay}, which leaves time for ${fit}.`);
  }
  const hardest = plan.reduce<PlannedDay | undefined>((most, day) => (most && most.reviews >= day.reviews ? most : day), undefined);
  if (hardest && hardest.reviews > own.reviewsPerDay) {
    const needed = `${counted(hardest.reviews, 'review')} are planned for ${dayName.format(hardest.day * dayMs)}`;
    const fit = counted(own.reviewsPerDay * examBounds.lastDays, 'card');
    sentences.push(`${needed}, above your limit of ${own.reviewsPerDay}, which leaves time for ${fit} in the last five days.`);
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
