import type { ItemOrigin, Report } from '@lectern/contracts';
import { DomainError, notFound, type ContentMetrics } from '@lectern/service-kit';

type Item = ItemOrigin & { _id: string };
type Name = 'question' | 'card';

/** The error message for deleting the last item: an empty quiz or deck is useless. */
const lastOne: Record<Name, string> = {
  question: "This is the quiz's last question. Delete the quiz instead.",
  card: "This is the deck's last card. Delete the deck instead.",
};

const wholeOf: Record<Name, string> = { question: 'quiz', card: 'deck' };

/** The limits of a quiz or deck. */
export interface ItemBounds {
  name: Name;
  /** The plan's limit; `undefined` means unlimited. */
  limit: number | undefined;
  /** The maximum number of items on every plan. */
  most: number;
}

/** @throws DomainError `limit_reached` above the plan's limit, `conflict` above the maximum of every plan */
export const requireRoom = (count: number, { name, limit, most }: ItemBounds): void => {
  const whole = `A ${wholeOf[name]} holds at most`;
  if (limit !== undefined && count > limit)
    throw new DomainError('limit_reached', `${whole} ${limit} ${name}s on your plan. Upgrade to premium for more.`);
  if (count > most) throw new DomainError('conflict', `${whole} ${most} ${name}s.`);
};

/** @throws DomainError `not_found` */
export const itemOf = <T extends Item>(items: readonly T[], id: string, name: Name): T => {
  const item = items.find((each) => each._id === id);
  if (!item) throw notFound(name === 'question' ? 'Question' : 'Card');
  return item;
};

export const withItem = <T extends Item>(items: readonly T[], changed: T): T[] =>
  items.map((each) => (each._id === changed._id ? changed : each));

/** @throws DomainError `conflict` for the last item */
export const withoutItem = <T extends Item>(items: readonly T[], id: string, name: Name): T[] => {
  if (items.length === 1) throw new DomainError('conflict', lastOne[name]);
  return items.filter((each) => each._id !== id);
};

/** Returns the item with a learner's report, which replaces an earlier one. */
export const asReported = <T extends Item>(item: T, { reason, comment }: Report, now: Date): T => ({
  ...item,
  reported: { reason, ...(comment && { comment }), at: now.toISOString() },
});

/** Counts that a learner dropped a generated item, or edited it for the first time. Items that the learner wrote do not count. */
export const countChange = (
  metrics: Pick<ContentMetrics, 'changed'>,
  name: Name,
  change: 'dropped' | 'edited',
  item: (Item & { source?: unknown }) | undefined,
  generatedBy: string,
): void => {
  if (item?.source === undefined || (change === 'edited' && item.edited)) return;
  metrics.changed(name, change, item.form ?? 'other', item.generatedBy ?? generatedBy);
};

/** The message after a report. */
export const thanks = { message: 'Thank you. Your report has been saved.' };
