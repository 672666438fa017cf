import { DomainError, notFound } from '@lectern/service-kit';
import { itemFields, type ItemChoices } from './itemFields.ts';
import { readAll } from './readAll.ts';
import type { ReviewDocument, ReviewItemDocument, ReviewStore } from './reviewCollections.ts';

export interface ItemSchedulesDependencies {
  reviewStore: ReviewStore;
  clock: () => Date;
}

/** A change of the log that is now done, or choices of the learner; both are stored with the schedule that follows. */
export interface ItemChange {
  /** Id of a pending change. */
  settled?: string;
  /** Choices by the current state of the item. */
  choose?: (item: ReviewItemDocument) => Partial<ItemChoices>;
}

/** Items that one call brings up to date. */
const settledAtOnce = 200;
/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;
/** After this time a pending change was left by a crash: its write has had its effect, or never will. */
const settleMs = 60_000;

/** Fields that an item loses when nothing gives them a value any more. */
const optionalFields = ['chosenDue', 'forgottenAt', 'missedAt', 'firstDay', 'introducedDay', 'lastDay', 'lastAnsweredAt'] as const;

/** How the schedules of items follow their logs. */
export function createItemSchedules({ reviewStore: { items, reviews, exams }, clock }: ItemSchedulesDependencies) {
  const logOf = (userId: string, itemId: string): Promise<ReviewDocument[]> =>
    readAll((paging) => reviews.find('byItem', { equals: { userId, itemId }, ...paging }));

  /**
   * Stores what follows from the log and the learner's choices. A change that is pending for longer than a minute was interrupted, and is settled.
   * @returns the item; `undefined` when it was deleted
   * @throws DomainError `conflict` when others change it all the time
   */
  const refresh = async (itemId: string, { settled, choose }: ItemChange = {}): Promise<ReviewItemDocument | undefined> => {
    for (let round = 0; round < changeRounds; round++) {
      const item = await items.get(itemId);
      if (!item) return undefined;
      const planned = await exams.get(item.userId);
      const since = new Date(clock().getTime() - settleMs).toISOString();
      const pending = item.pending.filter((each) => each._id !== settled && each.since > since);
      const chosen: ReviewItemDocument = { ...item, ...choose?.(item) };
      const { _id, ...next } = { ...chosen, ...itemFields(chosen, await logOf(item.userId, itemId), planned?.exams), pending };
      const absent = optionalFields.filter((field) => next[field] === undefined);
      const present = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
      const change = { set: { ...present, isBehind: pending.length > 0, revision: item.revision + 1 }, unset: absent };
      const stored = await items.update(_id, change, { equals: { revision: item.revision } });
      // An exam that was planned meanwhile may have looked at the item before it was stored.
      const isPlanned = !stored || (await exams.get(item.userId))?.revision === planned?.revision;
      if (stored && isPlanned) return stored;
    }
    throw new DomainError('conflict', 'This item is being reviewed elsewhere. Please try again.');
  };

  return {
    /** All reviews of an item. */
    logOf,
    refresh,

    /** Brings up to date what concurrent and interrupted changes left behind. */
    async settle(userId: string): Promise<void> {
      for (const itemId of await items.findIds('byBehind', { equals: { userId, isBehind: true }, limit: settledAtOnce }))
        await refresh(itemId);
    },

    /** Notes that the log of an item is about to change. @throws DomainError `not_found` when the item was deleted */
    async announce({ _id, kind }: ReviewItemDocument, changeId: string): Promise<void> {
      const pending = { _id: changeId, since: clock().toISOString() };
      const noted = await items.update(_id, { append: { pending }, set: { isBehind: true }, increment: { revision: 1 } });
      if (!noted) throw notFound(kind === 'card' ? 'Card' : 'Question');
    },
  };
}
export type ItemSchedules = ReturnType<typeof createItemSchedules>;
