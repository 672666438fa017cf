import type { ReviewSummary } from '@lectern/contracts';

/** Effect of an answer on the summary. */
export interface SummaryDelta {
  due: number;
  new: number;
  reviewedToday: number;
}

/** A summary from the server. `readAt` is the value of `begin` at its request. */
export interface SummaryRead {
  summary: ReviewSummary;
  readAt: number;
}

interface Change extends SummaryDelta {
  /** Id of the learner. */
  owner: string | undefined;
  /** When the server stored it, on the scale of `readAt`; undefined while in flight. */
  storedAt?: number;
}

const opposite = ({ due, new: fresh, reviewedToday }: SummaryDelta): SummaryDelta => ({
  ...{ due: -due, new: -fresh, reviewedToday: -reviewedToday },
});

const withChanges = (summary: ReviewSummary, changes: readonly SummaryDelta[]): ReviewSummary => {
  const changed = (field: keyof SummaryDelta): number =>
    Math.max(
      0,
      changes.reduce((sum, change) => sum + change[field], summary[field]),
    );
  const [today, ...others] = summary.forecast;
  const due = changed('due');
  return {
    ...summary,
    ...{ due, new: changed('new'), reviewedToday: changed('reviewedToday') },
    forecast: today ? [{ ...today, due }, ...others] : [],
  };
};

/**
 * Tracks how this page's answers, including those in flight, change a summary after its request. Numbers on screen change with each rating, and
 * do not jump back when an older summary arrives.
 *
 * @param owner - returns the id of the learner who is signed in
 */
export const createSummaryChanges = (owner: () => string | undefined) => {
  const changes = new Map<string, Change>();
  const listeners = new Set<() => void>();
  /** A logical clock that orders events independently of the system time. */
  let events = 0;
  const tell = (): void => {
    events += 1;
    for (const listener of [...listeners]) listener();
  };
  const undoOf = (id: string): string => `undo of ${id}`;

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Increases with every change. */
    version: (): number => events,

    /** Adds an answer, also one that waited before the page was opened. A known one has no effect. */
    add: (id: string, delta: SummaryDelta): void => {
      if (changes.has(id)) return;
      changes.set(id, { ...delta, owner: owner() });
      tell();
    },
    /** Takes an answer back. The server may already have it. */
    takeBack: (id: string): void => {
      const change = changes.get(id);
      if (!change) return;
      changes.set(undoOf(id), { ...opposite(change), owner: change.owner });
      tell();
    },
    /** Records that the server has stored the answer. */
    stored: (id: string): void => {
      const change = changes.get(id);
      if (!change || change.storedAt !== undefined) return;
      changes.set(id, { ...change, storedAt: events + 1 });
      tell();
    },
    /** Records that the server has undone the answer, or never received it. */
    undone: (id: string): void => {
      const [change, undo] = [changes.get(id), changes.get(undoOf(id))];
      if (!change || !undo) return;
      if (change.storedAt === undefined) {
        changes.delete(id);
        changes.delete(undoOf(id));
      } else changes.set(undoOf(id), { ...undo, storedAt: events + 1 });
      tell();
    },
    /** Records that the server rejected the answer. */
    refused: (id: string): void => {
      if (changes.delete(id)) tell();
    },

    /** Marks the start of a summary request. @returns the value for `readAt` */
    begin: (): number => {
      events += 1;
      return events;
    },
    /** Whether an answer was stored after `readAt`. The summary may or may not include it. */
    wasStoredSince: (readAt: number): boolean => [...changes.values()].some(({ storedAt }) => storedAt !== undefined && storedAt > readAt),

    /** Applies the changes since the summary's request. */
    applyTo: ({ summary, readAt }: SummaryRead): ReviewSummary => {
      const own = [...changes.values()].filter((change) => change.owner === owner());
      return withChanges(
        summary,
        own.filter(({ storedAt }) => storedAt === undefined || storedAt > readAt),
      );
    },
  };
};
