import type { ItemSchedules } from './createItemSchedules.ts';
import type { KnownDecks } from './createKnownDecks.ts';

/** Completes a learner's interrupted changes of decks and review logs. */
export type Settle = (userId: string) => Promise<void>;

/** Called before every read of several items. Settles the cards of decks first, then the schedules of items. */
export const createSettling =
  (knownDecks: Pick<KnownDecks, 'settle'>, schedules: Pick<ItemSchedules, 'settle'>): Settle =>
  async (userId) => {
    await knownDecks.settle(userId);
    await schedules.settle(userId);
  };
