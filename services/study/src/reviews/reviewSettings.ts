import { defaultReviewSettings, ReviewSettings, type ReviewSettingsEdit, type ShownReviewSettings } from '@lectern/contracts';
import { DomainError, insertOnce, outboxOf, pick } from '@lectern/service-kit';
import { nextReminder } from '../reminders/nextReminder.ts';
import type { ScheduleContext } from '../StudyContext.ts';
import type { ReviewSettingsDocument } from './reviewCollections.ts';

/** The settings that schedules are computed with. */
export interface OwnSettings extends ReviewSettings {
  /** Own parameters of FSRS; absent: the default ones. */
  weights?: readonly number[] | undefined;
}

/** How often a change is tried again after concurrent changes. */
const changeRounds = 5;

/** A learner's settings, with defaults for those that were never set. */
const settingsOf = (stored: ReviewSettingsDocument | undefined): ReviewSettings => ({
  ...defaultReviewSettings,
  ...(stored && pick(ReviewSettings, stored)),
});

export async function readSettings({ store }: ScheduleContext, userId: string): Promise<OwnSettings> {
  const stored = await store.reviewSettings.get({ userId, _id: userId });
  const own = await store.parameters.get({ userId, _id: userId });
  return { ...settingsOf(stored), ...(own?.weights && { weights: own.weights }) };
}

/** The settings as the learner sees them, with the result of fitting parameters. A reminder that is off is left out. */
export async function getReviewSettings({ store }: ScheduleContext, userId: string): Promise<ShownReviewSettings> {
  const stored = await store.reviewSettings.get({ userId, _id: userId });
  const own = await store.parameters.get({ userId, _id: userId });
  const { reminder, ...others } = settingsOf(stored);
  const shown = { ...others, ...(reminder?.isOn && { reminder }) };
  if (!own?.fit) return shown;
  const { at, reviews, lossOfDefault, lossOfOwn } = own.fit;
  return { ...shown, parameters: { areOwn: own.weights !== undefined, fittedAt: at, reviews, lossOfDefault, lossOfOwn } };
}

/**
 * Changes settings, and the time of the next reminder with them. Stored reviews keep the settings that they were stored with.
 * @throws DomainError `conflict` when every retry lost to a concurrent change
 */
export async function changeSettings({ store, clock }: ScheduleContext, userId: string, edit: ReviewSettingsEdit): Promise<void> {
  const set = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  for (let round = 0; round < changeRounds; round++) {
    const stored = await store.reviewSettings.get({ userId, _id: userId });
    const next: ReviewSettings = { ...settingsOf(stored), ...set };
    const remindAt = nextReminder(next, clock(), stored?.remindedDay)?.toISOString();
    const own = { ...set, ...(remindAt !== undefined && { remindAt }) };
    if (!stored) {
      const first = { ...defaultReviewSettings, ...own, _id: userId, userId, revision: 1, ...outboxOf([], clock()) };
      if (await insertOnce(store.reviewSettings, first)) return;
      continue;
    }
    const change = { set: own, ...(remindAt === undefined && { unset: ['remindAt' as const] }), increment: { revision: 1 } };
    if (await store.reviewSettings.update({ userId, _id: userId }, change, { equals: { revision: stored.revision ?? null } })) return;
  }
  throw new DomainError('conflict', 'Your settings are being changed in another tab or on another device. Please try again.');
}

/** Changes settings. @returns all of them, as the learner sees them */
export async function updateReviewSettings(study: ScheduleContext, userId: string, edit: ReviewSettingsEdit): Promise<ShownReviewSettings> {
  await changeSettings(study, userId, edit);
  return getReviewSettings(study, userId);
}
