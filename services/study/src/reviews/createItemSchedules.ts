import { isDeepStrictEqual } from 'node:util';
import { DomainError, notFound } from '@lectern/service-kit';
import { createDeckFigures } from './createDeckFigures.ts';
import type { ReviewDays } from './createReviewDays.ts';
import { itemFields, type ItemChoices, type LearnerRules } from './itemFields.ts';
import { readAll } from './readAll.ts';
import type { ReviewDocument, ReviewItemDocument, ReviewStore } from './reviewCollections.ts';

export interface ItemSchedulesDependencies {
  reviewStore: ReviewStore;
  days: ReviewDays;
  clock: () => Date;
}

/** A change of the log that is now done, or choices of the learner; both are stored with the schedule that follows. */
export interface ItemChange {
  /** Id of a pending change. */
  settled?: string;
  /** The learner's day of the review that came or went. */
  day?: number;
  /** Choices by the current state of the item. */
  choose?: (item: ReviewItemDocument) => Partial<ItemChoices>;
}

/** The log after a change, and the day of the change. */
interface LogChange {
  log: readonly ReviewDocument[];
  day: number | undefined;
}

/** Items that one call brings up to date. */
const settledAtOnce = 200;
/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;
/** A change that is pending for longer was interrupted by a crash: its write has taken effect by now, or never will. */
const settleMs = 60_000;

/** Fields that are removed from an item when they have no value. */
const optionalFields = ['chosenDue', 'forgottenAt', 'missedAt', 'firstDay', 'introducedDay', 'lastDay', 'lastAnsweredAt'] as const;

/** How the schedules of items follow their logs. */
export function createItemSchedules({ reviewStore, days, clock }: ItemSchedulesDependencies) {
  const { items, reviews, exams, parameters, touchDeck } = reviewStore;
  const deckFigures = createDeckFigures(reviewStore);
  const logOf = (userId: string, itemId: string): Promise<ReviewDocument[]> =>
    readAll((paging) => reviews.find('byItem', { equals: { userId, itemId }, ...paging }));

  const rulesOf = async (userId: string): Promise<LearnerRules> => {
    const [planned, own] = [await exams.get({ userId, _id: userId }), await parameters.get({ userId, _id: userId })];
    return { exams: planned?.exams, weights: own?.weights };
  };

  /** Marks the stored figures of days as outdated after a change of an item. */
  const outdate = async (before: ReviewItemDocument, after: ReviewItemDocument, { log, day }: LogChange): Promise<void> => {
    // All days are concerned when `firstDay` has changed, since it decides which answers count, and after a crash, since the change is unknown.
    const isOpen = before.firstDay !== after.firstDay || (before.isBehind && day === undefined);
    await days.touch(after.userId, [...(isOpen ? log.map((review) => review.day) : []), ...(day === undefined ? [] : [day])]);
  };

  /**
   * Stores what follows from the log and the learner's choices. A change that is pending for longer than a minute was interrupted, and is settled.
   * @returns the item; `undefined` when it was deleted
   * @throws DomainError `conflict` when every retry lost to a concurrent change
   */
  const refresh = async (
    key: { userId: string; _id: string },
    { settled, day, choose }: ItemChange = {},
  ): Promise<ReviewItemDocument | undefined> => {
    for (let round = 0; round < changeRounds; round++) {
      const item = await items.get(key);
      if (!item) return undefined;
      const rules = await rulesOf(item.userId);
      const since = new Date(clock().getTime() - settleMs).toISOString();
      const pending = item.pending.filter((each) => each._id !== settled && each.since > since);
      const chosen: ReviewItemDocument = { ...item, ...choose?.(item) };
      const log = await logOf(item.userId, item._id);
      const { _id, ...next } = { ...chosen, ...itemFields(chosen, log, rules), pending };
      const absent = optionalFields.filter((field) => next[field] === undefined);
      const present = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
      const change = { set: { ...present, isBehind: pending.length > 0, revision: item.revision + 1 }, unset: absent };
      const isFollowed = item.kind === 'card' && settled !== undefined && item.isBehind;
      if (isFollowed) await deckFigures.follow(item, { _id, ...next }, rules);
      const stored = await items.update(item, change, { equals: { revision: item.revision } });
      if (item.kind === 'card' && !(isFollowed && stored)) await touchDeck(item.userId, item.parentId);
      // A concurrent change of exams or parameters may have read the item before it was stored: it is computed again.
      if (!stored || !isDeepStrictEqual(await rulesOf(item.userId), rules)) continue;
      await outdate(item, stored, { log, day });
      return stored;
    }
    throw new DomainError('conflict', 'You are reviewing this in another tab or on another device. Please try again.');
  };

  return {
    /** All reviews of an item. */
    logOf,
    refresh,

    /** Brings up to date what concurrent and interrupted changes left behind. */
    async settle(userId: string): Promise<void> {
      for (const itemId of await items.findIds('byBehind', { equals: { userId, isBehind: true }, limit: settledAtOnce }))
        await refresh({ userId, _id: itemId });
    },

    /** Notes that the log of an item is about to change. @throws DomainError `not_found` when the item was deleted */
    async announce({ userId, _id, kind }: ReviewItemDocument, changeId: string): Promise<void> {
      const pending = { _id: changeId, since: clock().toISOString() };
      const noted = await items.update({ userId, _id }, { append: { pending }, set: { isBehind: true }, increment: { revision: 1 } });
      if (!noted) throw notFound(kind === 'card' ? 'Card' : 'Question');
    },
  };
}
export type ItemSchedules = ReturnType<typeof createItemSchedules>;
