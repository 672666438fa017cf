import { defaultReviewSettings, ReviewSettings, type ReviewSettingsEdit, type ShownReviewSettings } from '@lectern/contracts';
import { DomainError, insertOnce, outboxOf, pick } from '@lectern/service-kit';
import { nextReminder } from '../reminders/nextReminder.ts';
import type { ScheduleContext } from '../StudyContext.ts';
import type { ReviewSettingsDocument } from './reviewCollections.ts';

/** The settings for computing schedules. */
export interface OwnSettings extends ReviewSettings {
  /** The learner's own FSRS parameters. Defaults to those of FSRS. */
  weights?: readonly number[] | undefined;
}

/** The maximum number of attempts after concurrent changes. */
const changeRounds = 5;

/** Returns a learner's settings, with defaults for absent ones. */
const settingsOf = (stored: ReviewSettingsDocument | undefined): ReviewSettings => ({
  ...defaultReviewSettings,
  ...(stored && pick(ReviewSettings, stored)),
});

export async function readSettings({ store }: ScheduleContext, userId: string): Promise<OwnSettings> {
  const [stored, own] = await Promise.all([
    store.reviewSettings.get({ userId, _id: userId }),
    store.parameters.get({ userId, _id: userId }),
  ]);
  return { ...settingsOf(stored), ...(own?.weights && { weights: own.weights }) };
}

/** Returns the settings for display, with the result of fitting parameters. Omits a reminder that is off. */
export async function getReviewSettings({ store }: ScheduleContext, userId: string): Promise<ShownReviewSettings> {
  const [stored, own] = await Promise.all([
    store.reviewSettings.get({ userId, _id: userId }),
    store.parameters.get({ userId, _id: userId }),
  ]);
  const { reminder, ...others } = settingsOf(stored);
  const shown = { ...others, ...(reminder?.isOn && { reminder }) };
  if (!own?.fit) return shown;
  const { at, reviews, lossOfDefault, lossOfOwn } = own.fit;
  return { ...shown, parameters: { areOwn: own.weights !== undefined, fittedAt: at, reviews, lossOfDefault, lossOfOwn } };
}

/**
 * Changes settings, and updates the time of the next reminder. Stored reviews keep the settings that applied when they were made.
 *
 * @throws DomainError `conflict` if every attempt lost to a concurrent change
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

/** Changes settings. @returns all settings, for display */
export async function updateReviewSettings(study: ScheduleContext, userId: string, edit: ReviewSettingsEdit): Promise<ShownReviewSettings> {
  await changeSettings(study, userId, edit);
  return getReviewSettings(study, userId);
}
