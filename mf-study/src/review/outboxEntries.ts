import { isRecord, type ReviewItemKind, type ReviewRating } from '@lectern/contracts';
import { learnerStorage } from '@lectern/platform';

/** An answer that the learner gave. */
export interface Answer {
  itemId: string;
  kind: ReviewItemKind;
  rating: ReviewRating;
  durationMs: number;
  /** ISO 8601. Removed when the server refused it because this browser's clock is ahead; the server then uses its own time. */
  answeredAt?: string;
}

export interface AnswerEntry {
  type: 'answer';
  id: string;
  /** Id of the learner. */
  owner: string;
  idempotencyKey: string;
  answer: Answer;
  /** When it was first sent, in milliseconds since 1970. */
  firstSentAt?: number;
}

/** Takes an answer back that was sent, or that is being sent. */
export interface UndoEntry {
  type: 'undo';
  id: string;
  owner: string;
  answerId: string;
  itemId: string;
  /** The id of its review, once the server has answered. */
  reviewId?: string;
}

export type OutboxEntry = AnswerEntry | UndoEntry;

/** The prefix `unsent.` keeps a learner's entries after signing out (`learnerStorage`). */
const nameFor = (owner: string): string => `unsent.${owner}.review-outbox`;

const isAnswerEntry = (value: Record<string, unknown>): boolean =>
  value['type'] === 'answer' && typeof value['idempotencyKey'] === 'string' && isRecord(value['answer']);

const isUndoEntry = (value: Record<string, unknown>): boolean =>
  value['type'] === 'undo' && typeof value['answerId'] === 'string' && typeof value['itemId'] === 'string';

const isEntry = (value: unknown): value is OutboxEntry =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['owner'] === 'string' && (isAnswerEntry(value) || isUndoEntry(value));

/** The entries in each learner's storage, which all tabs share. Where nothing can be stored, they stay in memory. */
export const createOutboxEntries = () => {
  let inMemory: OutboxEntry[] = [];
  const stored = (owner: string): OutboxEntry[] => {
    const value = learnerStorage.readJson(nameFor(owner));
    return Array.isArray(value) ? value.filter(isEntry).filter((entry) => entry.owner === owner) : [];
  };
  const read = (owner: string): OutboxEntry[] => [...stored(owner), ...inMemory.filter((entry) => entry.owner === owner)];
  /** Reads and writes in one go, so that the change of another tab is not overwritten. */
  const change = (owner: string, edit: (entries: OutboxEntry[]) => OutboxEntry[]): void => {
    const next = edit(read(owner));
    if (next.length > 0) learnerStorage.writeJson(nameFor(owner), next);
    else learnerStorage.remove(nameFor(owner));
    const kept = new Set(stored(owner).map(({ id }) => id));
    inMemory = [...inMemory.filter((entry) => entry.owner !== owner), ...next.filter(({ id }) => !kept.has(id))];
  };
  return {
    /** Those of a learner, oldest first. */
    of: (owner: string | undefined): OutboxEntry[] => (owner === undefined ? [] : read(owner)),
    add: (entry: OutboxEntry): void => {
      change(entry.owner, (all) => [...all, entry]);
    },
    /** Removes an entry, or puts another one in its place. */
    replace: ({ id, owner }: OutboxEntry, next: OutboxEntry | undefined): void => {
      change(owner, (all) => all.flatMap((entry) => (entry.id === id ? (next ?? []) : entry)));
    },
    /** The server stored the answer as a review: removes its entry, and gives a waiting undo the review's id. */
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
