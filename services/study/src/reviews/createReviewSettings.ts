import { defaultReviewSettings, ReviewSettings, type ShownReviewSettings } from '@lectern/contracts';
import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError, pick } from '@lectern/service-kit';
import type { ReviewStore } from './reviewCollections.ts';

/** The settings that schedules are worked out with. */
export interface OwnSettings extends ReviewSettings {
  /** Own parameters of FSRS; absent: the default ones. */
  weights?: readonly number[] | undefined;
}

/** A learner's changes. Absent fields stay as they are. */
export type ReviewSettingsEdit = { [Field in keyof ReviewSettings]?: ReviewSettings[Field] | undefined };

/** How often a first change is tried again, when other first changes come before it. */
const changeRounds = 5;

/** The settings of reviewing. */
export const createReviewSettings = ({ settings, parameters }: ReviewStore) => ({
  async get(userId: string): Promise<OwnSettings> {
    const [stored, own] = [await settings.get(userId), await parameters.get(userId)];
    return { ...(stored ? pick(ReviewSettings, stored) : defaultReviewSettings), ...(own?.weights && { weights: own.weights }) };
  },

  /** The settings as the learner sees them, with what fitting parameters gave. */
  async show(userId: string): Promise<ShownReviewSettings> {
    const [stored, own] = [await settings.get(userId), await parameters.get(userId)];
    const shown = stored ? pick(ReviewSettings, stored) : defaultReviewSettings;
    if (!own?.fit) return shown;
    const { at, reviews, lossOfDefault, lossOfOwn } = own.fit;
    return { ...shown, parameters: { areOwn: own.weights !== undefined, fittedAt: at, reviews, lossOfDefault, lossOfOwn } };
  },

  /** Changes settings. Reviews that are stored already keep those that they were stored under. */
  async update(userId: string, edit: ReviewSettingsEdit): Promise<ReviewSettings> {
    const set = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
    for (let round = 0; round < changeRounds; round++) {
      const changed = Object.keys(set).length > 0 ? await settings.update(userId, { set }) : await settings.get(userId);
      if (changed) return pick(ReviewSettings, changed);
      try {
        return pick(ReviewSettings, await settings.insert({ ...defaultReviewSettings, ...set, _id: userId, userId }));
      } catch (error) {
        // Another first change came before it. This one is made in the next round.
        if (!(error instanceof DuplicateKeyError)) throw error;
      }
    }
    throw new DomainError('conflict', 'The settings are being changed elsewhere. Please try again.');
  },
});
export type ReviewSettingsRules = ReturnType<typeof createReviewSettings>;
