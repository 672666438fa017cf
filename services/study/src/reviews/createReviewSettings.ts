import { defaultReviewSettings, ReviewSettings } from '@lectern/contracts';
import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError, pick } from '@lectern/service-kit';
import type { ReviewStore } from './reviewCollections.ts';

/** A learner's changes. Absent fields stay as they are. */
export type ReviewSettingsEdit = { [Field in keyof ReviewSettings]?: ReviewSettings[Field] | undefined };

/** How often a first change is tried again, when other first changes come before it. */
const changeRounds = 5;

/** The settings of reviewing. */
export const createReviewSettings = ({ settings }: ReviewStore) => ({
  async get(userId: string): Promise<ReviewSettings> {
    const stored = await settings.get(userId);
    return stored ? pick(ReviewSettings, stored) : defaultReviewSettings;
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
