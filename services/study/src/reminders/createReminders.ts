import { eventEntry, notFound, type CountOwner, type DeletedAccounts } from '@lectern/service-kit';
import { createSignature } from '../createSignature.ts';
import { dayOf } from '../reviews/learnerDay.ts';
import type { ReviewQueue } from '../reviews/createReviewQueue.ts';
import type { ReviewSettingsDocument, ReviewStore } from '../reviews/reviewCollections.ts';
import { nextReminder } from './nextReminder.ts';

export interface RemindersDependencies {
  reviewStore: ReviewStore;
  deletedAccounts: DeletedAccounts;
  /** How much is left today. */
  counts: ReviewQueue['counts'];
  /** The secret that the key of the signatures is derived from. */
  secret: string;
  /** The address of the gateway, as browsers see it. */
  apiUrl: string;
  clock: () => Date;
}

/** A reminder that is later than this is left out: the service was down at the learner's hour. Milliseconds. */
const latestMs = 2 * 60 * 60 * 1000;
/** The learner and the signature in an address. */
const tokenForm = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/**
 * Reminders of what is due, and the addresses that switch them off. The settings of a learner have the time of the next reminder. One write
 * advances it and adds the event, so that restarts and other processes send no second reminder.
 */
export function createReminders({ reviewStore, deletedAccounts, counts, secret, apiUrl, clock }: RemindersDependencies) {
  const { settings } = reviewStore;
  const signature = createSignature(secret, 'lectern: addresses that switch reminders off');
  const unsubscribeUrl = (userId: string): string => `${apiUrl}/reviews/reminders/${userId}.${signature.of(userId)}/unsubscribe`;

  const eventOf = (userId: string, due: number, today: number, remindAt: number) =>
    eventEntry('auth', {
      type: 'reviews.due',
      eventId: `${userId}-${today}`,
      userId,
      due,
      unsubscribeUrl: unsubscribeUrl(userId),
      validUntil: new Date(remindAt + latestMs).toISOString(),
    });

  /** The number that the learner sees everywhere, new cards included; 0 when there are only new cards, which are no reason for a mail. */
  const dueOf = async (userId: string): Promise<number> => {
    const { all } = await counts(userId);
    return all.due > 0 ? all.due + all.new : 0;
  };

  return {
    /** Learners whose reminder is due, the longest due first. @param limit - 1 to 1,000; 100 when left out */
    toRemind: (limit = 100): Promise<ReviewSettingsDocument[]> => settings.find('byReminder', { atMost: clock().toISOString(), limit }),

    /** Reminds a learner when something is due, and moves the time on to the next day. When another process was faster, nothing changes. */
    async remind(learner: ReviewSettingsDocument): Promise<void> {
      const { _id: userId, revision, remindedDay } = learner;
      const [now, remindAt] = [clock(), Date.parse(learner.remindAt ?? '')];
      const today = dayOf(now, learner);
      const isTooLate = now.getTime() - remindAt > latestMs;
      const isWanted = learner.reminder?.isOn === true && !isTooLate && remindedDay !== today;
      const due = isWanted ? await dueOf(userId) : 0;
      // After an outage of days, today's reminder may still be in time.
      const after = isTooLate ? new Date(now.getTime() - latestMs) : now;
      const next = nextReminder(learner, after, due > 0 ? today : remindedDay)?.toISOString();
      await settings.update(
        { userId, _id: userId },
        {
          ...(next === undefined ? { unset: ['remindAt'] } : {}),
          set: { ...(next !== undefined && { remindAt: next }), ...(due > 0 && { remindedDay: today, outboxSince: now.toISOString() }) },
          increment: { revision: 1, ...(due > 0 && { outboxCount: 1 }) },
          ...(due > 0 && { append: { outbox: eventOf(userId, due, today, remindAt) } }),
        },
        { equals: { revision: revision ?? null } },
      );
    },

    /**
     * Switches the reminders of a learner off. An address that was not made here is refused before anything is read.
     * @throws DomainError `not_found`, `rate_limited`
     */
    async unsubscribe(
      token: string,
      countOwner: CountOwner,
      switchOff: (userId: string) => Promise<unknown>,
    ): Promise<{ message: string }> {
      const [, userId = '', given = ''] = tokenForm.exec(token) ?? [];
      if (!signature.isOf(given, userId)) throw notFound('Reminder');
      countOwner(userId);
      // Nothing is stored for a learner without reminders, such as one whose account was deleted.
      const stored = await settings.get({ userId, _id: userId });
      if (stored?.reminder?.isOn === true) await switchOff(userId);
      // No call of the learner, so nothing else erases what it stored while the account was being deleted.
      if (stored && (await deletedAccounts.has(userId))) await settings.delete({ userId, _id: userId });
      return { message: 'Review reminders are now off.' };
    },
  };
}
export type Reminders = ReturnType<typeof createReminders>;
