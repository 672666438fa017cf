import type { ItemSchedules } from './createItemSchedules.ts';
import type { KnownDecks } from './createKnownDecks.ts';

/** Brings up to date what interrupted changes of decks and logs left behind of a learner. */
export type Settle = (userId: string) => Promise<void>;

/** What every reading of several items begins with: cards of decks first, and then the schedules of items. */
export const createSettling =
  (knownDecks: Pick<KnownDecks, 'settle'>, schedules: Pick<ItemSchedules, 'settle'>): Settle =>
  async (userId) => {
    await knownDecks.settle(userId);
    await schedules.settle(userId);
  };
