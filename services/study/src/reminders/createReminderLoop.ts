import { createPollLoop, type BackgroundQueue, type Log } from '@lectern/service-kit';
import type { Reminders } from './createReminders.ts';

export interface ReminderLoopDependencies {
  reminders: Pick<Reminders, 'toRemind' | 'remind'>;
  /** Delivers waiting outbox entries now. */
  send: () => void;
  log: Log;
}

/** Looks every second whose time for a reminder has come. What fails is tried again, until it is too late for a reminder. */
export const createReminderLoop = ({ reminders, send, log }: ReminderLoopDependencies): BackgroundQueue =>
  createPollLoop<undefined>({
    poll: async ({ inFlight, begin, pollAfter, isStopped }) => {
      for (const learner of await reminders.toRemind()) {
        if (isStopped() || inFlight.has(learner._id)) continue;
        begin(learner._id, undefined, async () => {
          await reminders.remind(learner);
          send();
        });
        // There may be more than one poll reads.
        pollAfter(learner._id);
      }
    },
    failed: (error) => log('error', 'reminders.failed', { error }),
  });
