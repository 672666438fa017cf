import { defaultReviewSettings, ReviewSettings, type ReviewSettingsEdit, type ShownReviewSettings } from '@lectern/contracts';
import { DomainError, insertOnce, outboxOf, pick } from '@lectern/service-kit';
import { nextReminder } from '../reminders/nextReminder.ts';
import type { ReviewSettingsDocument, ReviewStore } from './reviewCollections.ts';

/** The settings that schedules are worked out with. */
export interface OwnSettings extends ReviewSettings {
  /** Own parameters of FSRS; absent: the default ones. */
  weights?: readonly number[] | undefined;
}

/** How often a change is tried again after concurrent changes. */
const changeRounds = 5;

/** A learner's settings, with defaults for what was never set. */
const settingsOf = (stored: ReviewSettingsDocument | undefined): ReviewSettings => ({
  ...defaultReviewSettings,
  ...(stored && pick(ReviewSettings, stored)),
});

/** The settings of reviewing. */
export const createReviewSettings = ({ settings, parameters }: ReviewStore, clock: () => Date) => ({
  async get(userId: string): Promise<OwnSettings> {
    const [stored, own] = [await settings.get({ userId, _id: userId }), await parameters.get({ userId, _id: userId })];
    return { ...settingsOf(stored), ...(own?.weights && { weights: own.weights }) };
  },

  /** The settings as the learner sees them, with what fitting parameters gave. A reminder that is off is left out. */
  async show(userId: string): Promise<ShownReviewSettings> {
    const [stored, own] = [await settings.get({ userId, _id: userId }), await parameters.get({ userId, _id: userId })];
    const { reminder, ...others } = settingsOf(stored);
    const shown = { ...others, ...(reminder?.isOn && { reminder }) };
    if (!own?.fit) return shown;
    const { at, reviews, lossOfDefault, lossOfOwn } = own.fit;
    return { ...shown, parameters: { areOwn: own.weights !== undefined, fittedAt: at, reviews, lossOfDefault, lossOfOwn } };
  },

  /** Changes settings, and the time of the next reminder with them. Stored reviews keep the settings that they were stored with. */
  async update(userId: string, edit: ReviewSettingsEdit): Promise<ReviewSettings> {
    const set = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
    for (let round = 0; round < changeRounds; round++) {
      const stored = await settings.get({ userId, _id: userId });
      const next: ReviewSettings = { ...settingsOf(stored), ...set };
      if (Object.keys(set).length === 0) return next;
      const remindAt = nextReminder(next, clock(), stored?.remindedDay)?.toISOString();
      const own = { ...set, ...(remindAt !== undefined && { remindAt }) };
      if (!stored) {
        if (await insertOnce(settings, { ...defaultReviewSettings, ...own, _id: userId, userId, revision: 1, ...outboxOf([], clock()) }))
          return next;
        continue;
      }
      const change = { set: own, ...(remindAt === undefined && { unset: ['remindAt' as const] }), increment: { revision: 1 } };
      if (await settings.update({ userId, _id: userId }, change, { equals: { revision: stored.revision ?? null } })) return next;
    }
    throw new DomainError('conflict', 'Your settings are being changed in another tab or on another device. Please try again.');
  },
});
export type ReviewSettingsRules = ReturnType<typeof createReviewSettings>;
