import type { ReviewSummary } from '@lectern/contracts';

/** What an answer changes of the summary. */
export interface SummaryDelta {
  due: number;
  new: number;
  reviewedToday: number;
}

/** A summary as the server gave it, and when it was asked for: a number of `begin`. */
export interface SummaryRead {
  summary: ReviewSummary;
  readAt: number;
}

interface Change extends SummaryDelta {
  /** Id of the learner. */
  owner: string | undefined;
  /** When the server had stored it, by the same count as `readAt`; undefined while it is on its way. */
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
 * What the answers of this page changed since a summary was read, those on their way included, so that every number on screen changes with the rating
 * and none goes back when an older summary arrives.
 * @param owner - the id of the learner who is signed in
 */
export const createSummaryChanges = (owner: () => string | undefined) => {
  const changes = new Map<string, Change>();
  const listeners = new Set<() => void>();
  /** Counts events, so that their order is known whatever the clock says. */
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
    /** Grows with every change. */
    version: (): number => events,

    add: (id: string, delta: SummaryDelta): void => {
      changes.set(id, { ...delta, owner: owner() });
      tell();
    },
    /** The answer is taken back; the server may have it by now. */
    takeBack: (id: string): void => {
      const change = changes.get(id);
      if (!change) return;
      changes.set(undoOf(id), { ...opposite(change), owner: change.owner });
      tell();
    },
    /** The server has stored it. */
    stored: (id: string): void => {
      const change = changes.get(id);
      if (!change || change.storedAt !== undefined) return;
      changes.set(id, { ...change, storedAt: events + 1 });
      tell();
    },
    /** The server has undone it, or it never arrived there. */
    undone: (id: string): void => {
      const [change, undo] = [changes.get(id), changes.get(undoOf(id))];
      if (!change || !undo) return;
      if (change.storedAt === undefined) {
        changes.delete(id);
        changes.delete(undoOf(id));
      } else changes.set(undoOf(id), { ...undo, storedAt: events + 1 });
      tell();
    },
    /** The server refused it. */
    refused: (id: string): void => {
      if (changes.delete(id)) tell();
    },

    /** A summary is about to be asked for. */
    begin: (): number => {
      events += 1;
      return events;
    },
    /** Whether an answer was stored since: the summary that was asked for then may have it or not. */
    wasStoredSince: (readAt: number): boolean => [...changes.values()].some(({ storedAt }) => storedAt !== undefined && storedAt > readAt),

    /** The summary with what has changed since. */
    applyTo: ({ summary, readAt }: SummaryRead): ReviewSummary => {
      const own = [...changes.values()].filter((change) => change.owner === owner());
      return withChanges(
        summary,
        own.filter(({ storedAt }) => storedAt === undefined || storedAt > readAt),
      );
    },
  };
};
