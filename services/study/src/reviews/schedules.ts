import { isDeepStrictEqual } from 'node:util';
import { reviewBounds } from '@lectern/contracts';
import { DomainError, notFound } from '@lectern/service-kit';
import type { ScheduleContext } from '../StudyContext.ts';
import { followDeckFigures, touchDeck } from './deckFigures.ts';
import { itemFields, type ItemChoices, type LearnerRules } from './itemFields.ts';
import { readAll } from './readAll.ts';
import type { ReviewDocument, ReviewItemDocument } from './reviewCollections.ts';
import { touchDays } from './reviewDays.ts';

/** A completed change of the log, or choices of the learner. They are stored with the resulting schedule. */
export interface ItemChange {
  /** The id of the pending change. */
  settled?: string | undefined;
  /** The learner's day of the added or removed review. */
  day?: number;
  /** Computes choices from the item's current state. */
  choose?: ((item: ReviewItemDocument) => Partial<ItemChoices>) | undefined;
}

/** The maximum number of items that one call updates. */
const settledPerCall = 200;
/** The maximum number of attempts after concurrent changes. */
const changeRounds = 20;
/** A change that is pending for longer was interrupted by a crash: its write has taken effect by now, or never will. */
const settleMs = 60_000;

/** Fields that are removed from an item without a value. */
const optionalFields = ['chosenDue', 'forgottenAt', 'missedAt', 'firstDay', 'introducedDay', 'lastDay', 'lastAnsweredAt'] as const;

/** Reads all reviews of an item. */
export const logOf = ({ store }: ScheduleContext, userId: string, itemId: string): Promise<ReviewDocument[]> =>
  readAll((paging) => store.reviews.find('byItem', { equals: { userId, itemId }, ...paging }), reviewBounds.reviewsPerItem);

/** Reads the learner's data that affects all of their items. */
async function rulesOf({ store }: ScheduleContext, userId: string): Promise<LearnerRules> {
  const [planned, own] = await Promise.all([store.exams.get({ userId, _id: userId }), store.parameters.get({ userId, _id: userId })]);
  return { exams: planned?.exams, weights: own?.weights };
}

/** Returns the days whose cached figures a change of an item affects. @param day - of the added or removed review, if known */
export const daysOfChange = (
  before: ReviewItemDocument,
  after: Pick<ReviewItemDocument, 'firstDay'>,
  log: readonly ReviewDocument[],
  day: number | undefined,
): number[] => {
  // All days if `firstDay` changed, because it decides which answers count, and after a crash, because the change is unknown.
  const isOpen = before.firstDay !== after.firstDay || (before.isBehind && day === undefined);
  return [...new Set([...(isOpen ? log.map((review) => review.day) : []), ...(day === undefined ? [] : [day])])];
};

/** Computes an item from its log. @returns the item, and the change that stores it */
export function scheduledItem(
  item: ReviewItemDocument,
  log: readonly ReviewDocument[],
  rules: LearnerRules,
  now: Date,
  { settled, choose }: ItemChange = {},
) {
  const since = new Date(now.getTime() - settleMs).toISOString();
  const pending = item.pending.filter((each) => each._id !== settled && each.since > since);
  const chosen: ReviewItemDocument = { ...item, ...choose?.(item) };
  const fields = { ...itemFields(chosen, log, rules), pending, isBehind: pending.length > 0, revision: item.revision + 1 };
  const next: ReviewItemDocument = { ...chosen, ...fields };
  const { _id, ...stored } = next;
  const unset = optionalFields.filter((field) => next[field] === undefined);
  const set = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined));
  return { next, change: { set, unset } };
}

/**
 * Stores the fields derived from the log and the learner's choices. Settles changes that are pending for longer than a minute, because they were
 * interrupted.
 *
 * @returns the item; `undefined` if it was deleted
 * @throws DomainError `conflict` if every attempt lost to a concurrent change
 */
export async function refreshSchedule(
  study: ScheduleContext,
  key: { userId: string; _id: string },
  { settled, day, choose }: ItemChange = {},
): Promise<ReviewItemDocument | undefined> {
  for (let round = 0; round < changeRounds; round++) {
    const item = await study.store.reviewItems.get(key);
    if (!item) return undefined;
    const rules = await rulesOf(study, item.userId);
    const log = await logOf(study, item.userId, item._id);
    const { next, change } = scheduledItem(item, log, rules, study.clock(), { settled, choose });
    const isFollowed = item.kind === 'card' && settled !== undefined && item.isBehind;
    if (isFollowed) await followDeckFigures(study, item, next, rules);
    const stored = await study.store.reviewItems.update(item, change, { equals: { revision: item.revision } });
    if (item.kind === 'card' && !(isFollowed && stored)) await touchDeck(study, item.userId, item.parentId);
    // A concurrent change of exams or parameters may have missed this version of the item, so it is computed again.
    if (!stored || !isDeepStrictEqual(await rulesOf(study, item.userId), rules)) continue;
    await touchDays(study, item.userId, daysOfChange(item, stored, log, day));
    return stored;
  }
  throw new DomainError('conflict', 'You are reviewing this in another tab or on another device. Please try again.');
}

/** Finds items that concurrent and interrupted changes left behind. */
export const findBehind = ({ store }: ScheduleContext, userId: string): Promise<string[]> =>
  store.reviewItems.findIds('byBehind', { equals: { userId, isBehind: true }, limit: settledPerCall });

/** Announces a change of an item's log. @throws DomainError `not_found` if the item was deleted */
export async function announceReview(
  { store, clock }: ScheduleContext,
  { userId, _id, kind }: ReviewItemDocument,
  changeId: string,
): Promise<void> {
  const pending = { _id: changeId, since: clock().toISOString() };
  const change = { append: { pending }, set: { isBehind: true }, increment: { revision: 1 } };
  if (!(await store.reviewItems.update({ userId, _id }, change))) throw notFound(kind === 'card' ? 'Card' : 'Question');
}
