import type { Review, ReviewItem, ReviewItemKind } from '@lectern/contracts';
import { ApiError, isAbsent } from '@lectern/platform';
import type { Answer, AnswerEntry, OutboxEntries, OutboxEntry, UndoEntry } from './outboxEntries';

export type OutboxEvent =
  | { type: 'sent'; answerId: string; review: Review }
  | { type: 'undone'; answerId: string }
  /** The server refused it for good. */
  | { type: 'refused'; entry: OutboxEntry; error: unknown };

export interface EntrySenderDependencies {
  send: (answer: Answer, idempotencyKey: string) => Promise<Review>;
  undo: (reviewId: string) => Promise<unknown>;
  /** Id of the learner who is signed in. */
  owner: () => string | undefined;
  readItem: (kind: ReviewItemKind, itemId: string) => Promise<ReviewItem>;
  now: () => number;
  newId: () => string;
}

/** The server keeps an idempotency key for a day. A retry after this time first checks whether the answer has arrived. Milliseconds. */
const keyKnownMs = 20 * 60 * 60 * 1000;

/** Whether a call may succeed later: no answer, an ended session, too many calls, a server error, or a call in progress. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return true;
  const { status, code } = error;
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500 || code === 'in_progress';
};

const isClockAhead = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && error.errors.some(({ path }) => path.endsWith('answeredAt'));

/** Sends single entries of the outbox, and handles refused ones. */
export const createEntrySender = (
  { send, undo, owner, readItem, now, newId }: EntrySenderDependencies,
  entries: OutboxEntries,
  tell: (event: OutboxEvent) => void,
) => {
  /** Ids of reviews by the ids of their answers. */
  const reviewIds = new Map<string, string>();

  /** The id of the review of an answer that was sent long ago; undefined when it has not arrived. */
  const arrivedReviewId = async ({ answer, firstSentAt }: AnswerEntry): Promise<string | undefined> => {
    if (firstSentAt === undefined || now() - firstSentAt < keyKnownMs) return undefined;
    const { reviews } = await readItem(answer.kind, answer.itemId);
    return reviews.find(({ answeredAt, rating }) => answeredAt === answer.answeredAt && rating === answer.rating)?._id;
  };
  /** The server has stored the answer. An undo that waits for it needs the review's id. */
  const stored = (entry: AnswerEntry, reviewId: string): void => {
    reviewIds.set(entry.id, reviewId);
    entries.sent(entry, reviewId);
  };

  const sendAnswer = async (entry: AnswerEntry): Promise<void> => {
    const arrived = await arrivedReviewId(entry);
    if (arrived !== undefined) {
      stored(entry, arrived);
      return;
    }
    // Another learner may have signed in meanwhile. The answer must not be sent in their name; it waits for its own learner.
    if (owner() !== entry.owner) throw new Error('The learner of this answer is not signed in.');
    if (entry.firstSentAt === undefined) entries.replace(entry, { ...entry, firstSentAt: now() });
    const review = await send(entry.answer, entry.idempotencyKey);
    stored(entry, review._id);
    tell({ type: 'sent', answerId: entry.id, review });
  };

  const sendUndo = async (entry: UndoEntry): Promise<void> => {
    const { answerId, reviewId = reviewIds.get(answerId) } = entry;
    try {
      // Without an id the answer was refused, so there is nothing to take back.
      if (reviewId !== undefined) await undo(reviewId);
    } catch (error) {
      // An earlier try has arrived.
      if (!isAbsent(error)) throw error;
    }
    entries.replace(entry, undefined);
    tell({ type: 'undone', answerId });
  };

  return {
    /** @throws ApiError */
    send: (entry: OutboxEntry): Promise<void> => (entry.type === 'answer' ? sendAnswer(entry) : sendUndo(entry)),
    /** The server refused an entry for good. An answer from a clock that is ahead is sent again without its time. */
    refuse: (entry: OutboxEntry, error: unknown): void => {
      if (entry.type === 'answer' && entry.answer.answeredAt !== undefined && isClockAhead(error)) {
        const { answeredAt: _refused, ...answer } = entry.answer;
        entries.replace(entry, { ...entry, idempotencyKey: newId(), answer });
        return;
      }
      entries.replace(entry, undefined);
      tell({ type: 'refused', entry, error });
    },
    reviewIdOf: (answerId: string): string | undefined => reviewIds.get(answerId),
  };
};
