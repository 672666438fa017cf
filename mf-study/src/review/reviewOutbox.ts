import { calls } from '@lectern/contracts';
import { call, getSession } from '@lectern/platform';
import { createReviewOutbox } from './createReviewOutbox';

/** The page's outbox. Its calls run in the background, so a slow call does not offer to cancel it. */
export const reviewOutbox = createReviewOutbox({
  send: (body, idempotencyKey) => call(calls.createReview, { body, idempotencyKey, hasOwnProgress: true, isRepeatedByCaller: true }),
  undo: (id) => call(calls.deleteReview, { path: { id }, hasOwnProgress: true }),
  readItem: (kind, itemId) => call(calls.getReviewItem, { path: { kind, itemId }, hasOwnProgress: true }),
  owner: () => getSession().user?._id,
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  later: (action, ms) => {
    const timer = setTimeout(action, ms);
    return () => {
      clearTimeout(timer);
    };
  },
});

addEventListener('online', () => void reviewOutbox.flush());
