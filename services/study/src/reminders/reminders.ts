import { eventEntry, notFound, type CountOwner } from '@lectern/service-kit';
import { dayOf } from '../reviews/learnerDay.ts';
import type { ReviewSettingsDocument } from '../reviews/reviewCollections.ts';
import { countDue } from '../reviews/reviewQueue.ts';
import { changeSettings } from '../reviews/reviewSettings.ts';
import type { StudyContext } from '../StudyContext.ts';
import { nextReminder } from './nextReminder.ts';

/** A reminder that is later than this is skipped: the service was down at the learner's hour. Milliseconds. */
const latestMs = 2 * 60 * 60 * 1000;
/** The learner and the signature in an address. */
const tokenForm = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

const eventOf = ({ signatures, apiUrl }: StudyContext, userId: string, due: number, today: number, remindAt: number) =>
  eventEntry('auth', {
    type: 'reviews.due',
    eventId: `${userId}-${today}`,
    userId,
    due,
    unsubscribeUrl: `${apiUrl}/reviews/reminders/${userId}.${signatures.reminders.of(userId)}/unsubscribe`,
    validUntil: new Date(remindAt + latestMs).toISOString(),
  });

/** Returns the number of due items as shown everywhere, including new cards; 0 if there are only new cards, which do not justify a mail. */
async function dueOf(study: StudyContext, userId: string): Promise<number> {
  const { all } = await countDue(study, userId);
  return all.due > 0 ? all.due + all.new : 0;
}

/** Lists the learners whose reminder is due, the longest due first. @param limit - 1 to 1,000; defaults to 100 */
export const listToRemind = ({ store, clock }: StudyContext, limit = 100): Promise<ReviewSettingsDocument[]> =>
  store.reviewSettings.find('byReminder', { atMost: clock().toISOString(), limit });

/**
 * Reminds a learner if something is due, and schedules the next reminder. Both are one write, so that restarts and other processes send no second
 * reminder: if another process was faster, nothing changes.
 */
export async function remind(study: StudyContext, learner: ReviewSettingsDocument): Promise<void> {
  const { _id: userId, revision, remindedDay } = learner;
  const [now, remindAt] = [study.clock(), Date.parse(learner.remindAt ?? '')];
  const today = dayOf(now, learner);
  const isTooLate = now.getTime() - remindAt > latestMs;
  const isWanted = learner.reminder?.isOn === true && !isTooLate && remindedDay !== today;
  const due = isWanted ? await dueOf(study, userId) : 0;
  // After an outage of days, today's reminder may still be in time.
  const after = isTooLate ? new Date(now.getTime() - latestMs) : now;
  const next = nextReminder(learner, after, due > 0 ? today : remindedDay)?.toISOString();
  await study.store.reviewSettings.update(
    { userId, _id: userId },
    {
      ...(next === undefined ? { unset: ['remindAt'] } : {}),
      set: { ...(next !== undefined && { remindAt: next }), ...(due > 0 && { remindedDay: today, outboxSince: now.toISOString() }) },
      increment: { revision: 1, ...(due > 0 && { outboxCount: 1 }) },
      ...(due > 0 && { append: { outbox: eventOf(study, userId, due, today, remindAt) } }),
    },
    { equals: { revision: revision ?? null } },
  );
}

/**
 * Turns off the reminders of a learner by a signed address. An address with an invalid signature is refused before anything is read.
 *
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function unsubscribeFromReminders(study: StudyContext, token: string, countOwner: CountOwner): Promise<{ message: string }> {
  const { store, signatures, deletedAccounts } = study;
  const [, userId = '', given = ''] = tokenForm.exec(token) ?? [];
  if (!signatures.reminders.isOf(given, userId)) throw notFound('Reminder');
  countOwner(userId);
  // Stores nothing for a learner without reminders, for example after the account was deleted.
  const stored = await store.reviewSettings.get({ userId, _id: userId });
  if (stored?.reminder?.isOn === true) await changeSettings(study, userId, { reminder: { ...stored.reminder, isOn: false } });
  // The call has no session, so its data is not erased otherwise if the account is deleted concurrently.
  if (stored && (await deletedAccounts.has(userId))) await store.reviewSettings.delete({ userId, _id: userId });
  return { message: 'Review reminders are now off.' };
}
