import { backoff, createPollLoop, RetryPauses, type BackgroundQueue, type Log } from '@lectern/service-kit';
import type { ReviewSettingsDocument } from '../reviews/reviewCollections.ts';

export interface ReminderLoopDependencies {
  /** Lists the learners whose reminder is due, the longest due first. */
  listToRemind: (limit: number) => Promise<ReviewSettingsDocument[]>;
  remind: (learner: ReviewSettingsDocument) => Promise<void>;
  /** Delivers waiting outbox entries now. */
  send: () => void;
  log: Log;
  /** A monotonic clock for the pauses between retries, in milliseconds; defaults to `performance.now`. */
  monotonic?: () => number;
}

/** The number of learners reminded concurrently. */
const atOnce = 20;
/** The maximum number of learners per poll, which is the maximum of a store read. */
const mostRead = 1_000;
/** The pauses after a learner's reminder failed. */
const pauseMs = backoff({ firstMs: 1_000, longestMs: 60_000 });
/** Logs one line per this many consecutive failures of a learner's reminder. */
const loggedEvery = 10;

/**
 * Polls every second for learners whose reminder is due. A failed reminder is retried after growing pauses, until it is too late. Other learners do
 * not wait for it.
 */
export const createReminderLoop = ({
  listToRemind,
  remind,
  send,
  log,
  monotonic = () => performance.now(),
}: ReminderLoopDependencies): BackgroundQueue => {
  const pauses = new RetryPauses(pauseMs, monotonic);
  return createPollLoop<undefined>({
    poll: async ({ inFlight, begin, pollAfter, isStopped }) => {
      // Learners in flight or waiting for a retry are due the longest, so they come first. The limit is raised by their number.
      const due = await listToRemind(Math.min(mostRead, atOnce + inFlight.size + pauses.size));
      pauses.keepOnly(() => due.map(({ _id }) => _id));
      for (const learner of due) {
        const { _id } = learner;
        if (isStopped() || inFlight.size >= atOnce) return;
        if (inFlight.has(_id) || pauses.isWaiting(_id)) continue;
        begin(_id, undefined, async () => {
          try {
            await remind(learner);
            pauses.forget(_id);
            send();
          } catch (error) {
            const tries = pauses.putOff(_id);
            if (tries === 1 || tries % loggedEvery === 0) log('error', 'reminders.failed', { tries, error });
          }
        });
        // More learners may be due than one poll reads.
        pollAfter(_id);
      }
    },
    failed: (error) => log('error', 'reminders.failed', { error }),
  });
};
