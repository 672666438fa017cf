import { createPollLoop, type BackgroundQueue, type Log } from '@lectern/service-kit';
import type { Reminders } from './createReminders.ts';

export interface ReminderLoopDependencies {
  reminders: Pick<Reminders, 'toRemind' | 'remind'>;
  /** Delivers waiting outbox entries now. */
  send: () => void;
  log: Log;
}

/** Polls every second for learners whose reminder is due. A failure is retried until it is too late for the reminder. */
export const createReminderLoop = ({ reminders, send, log }: ReminderLoopDependencies): BackgroundQueue =>
  createPollLoop<undefined>({
    poll: async ({ inFlight, begin, pollAfter, isStopped }) => {
      for (const learner of await reminders.toRemind()) {
        if (isStopped() || inFlight.has(learner._id)) continue;
        begin(learner._id, undefined, async () => {
          await reminders.remind(learner);
          send();
        });
        // More learners may be due than one poll reads.
        pollAfter(learner._id);
      }
    },
    failed: (error) => log('error', 'reminders.failed', { error }),
  });
