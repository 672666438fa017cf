import type { Review, ReviewItem, ReviewItemKind } from '@lectern/contracts';
import { ApiError, isAbsent } from '@lectern/platform';
import type { Answer, AnswerEntry, OutboxEntries, OutboxEntry, UndoEntry } from './outboxEntries';

export type OutboxEvent =
  | { type: 'sent'; answerId: string; review: Review }
  | { type: 'undone'; answerId: string }
  /** The server rejected the entry permanently. */
  | { type: 'refused'; entry: OutboxEntry; error: unknown };

export interface EntrySenderDependencies {
  send: (answer: Answer, idempotencyKey: string) => Promise<Review>;
  undo: (reviewId: string) => Promise<unknown>;
  /** Returns the id of the learner who is signed in. */
  owner: () => string | undefined;
  readItem: (kind: ReviewItemKind, itemId: string) => Promise<ReviewItem>;
  now: () => number;
  newId: () => string;
}

/** The server keeps an idempotency key for a day. A retry after this time, in milliseconds, first checks whether the answer has arrived. */
const keyKnownMs = 20 * 60 * 60 * 1000;

/** Whether a retry may succeed: no response, an expired session, rate limiting, a server error, or a call in progress. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return true;
  const { status, code } = error;
  return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500 || code === 'in_progress';
};

const isClockAhead = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && error.errors.some(({ path }) => path.endsWith('answeredAt'));

/** Sends single entries of the outbox, and handles rejected ones. */
export const createEntrySender = (
  { send, undo, owner, readItem, now, newId }: EntrySenderDependencies,
  entries: OutboxEntries,
  tell: (event: OutboxEvent) => void,
) => {
  /** Review ids by answer id. */
  const reviewIds = new Map<string, string>();

  /** The review id of an answer that was first sent long ago; undefined if it has not arrived. */
  const arrivedReviewId = async ({ answer, firstSentAt }: AnswerEntry): Promise<string | undefined> => {
    if (firstSentAt === undefined) return undefined;
    // A device's clock may have been set back since.
    const elapsedMs = now() - firstSentAt;
    if (elapsedMs >= 0 && elapsedMs < keyKnownMs) return undefined;
    const { reviews } = await readItem(answer.kind, answer.itemId);
    return reviews.find(({ answeredAt, rating }) => answeredAt === answer.answeredAt && rating === answer.rating)?._id;
  };
  /** Records that the server has stored the answer. A waiting undo needs the review's id. */
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
    // Another learner may have signed in. The answer must not be sent in their name, so it waits for its owner.
    if (owner() !== entry.owner) throw new Error('The learner of this answer is not signed in.');
    if (entry.firstSentAt === undefined) entries.replace(entry, { ...entry, firstSentAt: now() });
    const review = await send(entry.answer, entry.idempotencyKey);
    stored(entry, review._id);
    tell({ type: 'sent', answerId: entry.id, review });
  };

  const sendUndo = async (entry: UndoEntry): Promise<void> => {
    const { answerId, reviewId = reviewIds.get(answerId) } = entry;
    try {
      // Without an id the answer was rejected, so there is nothing to undo.
      if (reviewId !== undefined) await undo(reviewId);
    } catch (error) {
      // An earlier attempt has arrived.
      if (!isAbsent(error)) throw error;
    }
    entries.replace(entry, undefined);
    tell({ type: 'undone', answerId });
  };

  return {
    /** @throws ApiError */
    send: (entry: OutboxEntry): Promise<void> => (entry.type === 'answer' ? sendAnswer(entry) : sendUndo(entry)),
    /** Handles an entry that the server rejected permanently. If the browser's clock is ahead, the answer is resent without its time. */
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
