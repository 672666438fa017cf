import { isRecord, type GivenEvidence, type ReviewItemKind, type ReviewRating } from '@lectern/contracts';
import { learnerStorage } from '@lectern/platform';
import type { SummaryDelta } from './createSummaryChanges';

/** An answer given by the learner. */
export interface Answer {
  itemId: string;
  kind: ReviewItemKind;
  rating: ReviewRating;
  /** Absent in entries of an earlier version, and for a rating in a review session. */
  evidence?: GivenEvidence;
  durationMs: number;
  /** ISO 8601. Removed if the server rejects it because the browser's clock is ahead; the server then uses its own time. */
  answeredAt?: string;
}

export interface AnswerEntry {
  type: 'answer';
  id: string;
  /** Id of the learner. */
  owner: string;
  idempotencyKey: string;
  answer: Answer;
  /** How it changes the summary while it waits. Absent in entries of an earlier version. */
  delta?: SummaryDelta;
  /** When it was first sent, in milliseconds since 1970. */
  firstSentAt?: number;
}

/** Undoes an answer that was sent, or is being sent. */
export interface UndoEntry {
  type: 'undo';
  id: string;
  owner: string;
  answerId: string;
  itemId: string;
  /** Id of the answer's review; undefined until the server has responded. */
  reviewId?: string;
}

export type OutboxEntry = AnswerEntry | UndoEntry;

/** The prefix `unsent.` keeps a learner's entries after sign-out (see `learnerStorage`). */
const nameFor = (owner: string): string => `unsent.${owner}.review-outbox`;

const isAnswerEntry = (value: Record<string, unknown>): boolean =>
  value['type'] === 'answer' && typeof value['idempotencyKey'] === 'string' && isRecord(value['answer']);

const isUndoEntry = (value: Record<string, unknown>): boolean =>
  value['type'] === 'undo' && typeof value['answerId'] === 'string' && typeof value['itemId'] === 'string';

const isEntry = (value: unknown): value is OutboxEntry =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['owner'] === 'string' && (isAnswerEntry(value) || isUndoEntry(value));

/** The entries in each learner's storage, shared by all tabs. If storage is unavailable, they stay in memory. */
export const createOutboxEntries = () => {
  let inMemory: OutboxEntry[] = [];
  const stored = (owner: string): OutboxEntry[] => {
    const value = learnerStorage.readJson(nameFor(owner));
    return Array.isArray(value) ? value.filter(isEntry).filter((entry) => entry.owner === owner) : [];
  };
  const read = (owner: string): OutboxEntry[] => [...stored(owner), ...inMemory.filter((entry) => entry.owner === owner)];
  /** Reads and writes synchronously, so that a change from another tab is not overwritten. */
  const change = (owner: string, edit: (entries: OutboxEntry[]) => OutboxEntry[]): void => {
    const next = edit(read(owner));
    if (next.length > 0) learnerStorage.writeJson(nameFor(owner), next);
    else learnerStorage.remove(nameFor(owner));
    const kept = new Set(stored(owner).map(({ id }) => id));
    inMemory = [...inMemory.filter((entry) => entry.owner !== owner), ...next.filter(({ id }) => !kept.has(id))];
  };
  return {
    /** The learner's entries, oldest first. */
    of: (owner: string | undefined): OutboxEntry[] => (owner === undefined ? [] : read(owner)),
    add: (entry: OutboxEntry): void => {
      change(entry.owner, (all) => [...all, entry]);
    },
    /** Replaces an entry, or removes it if `next` is undefined. */
    replace: ({ id, owner }: OutboxEntry, next: OutboxEntry | undefined): void => {
      change(owner, (all) => all.flatMap((entry) => (entry.id === id ? (next ?? []) : entry)));
    },
    /** Removes the entry of a stored answer, and sets the review's id on a waiting undo. */
    sent: ({ id, owner }: AnswerEntry, reviewId: string): void => {
      change(owner, (all) =>
        all.flatMap((entry) => {
          if (entry.id === id) return [];
          return entry.type === 'undo' && entry.answerId === id ? { ...entry, reviewId } : entry;
        }),
      );
    },
  };
};
export type OutboxEntries = ReturnType<typeof createOutboxEntries>;
