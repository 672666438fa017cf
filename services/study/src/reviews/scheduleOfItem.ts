import type { ReviewItemDocument } from './reviewCollections.ts';
import type { Schedule } from './scheduleOf.ts';

/** Returns an item's schedule; `undefined` without counted reviews. */
export const scheduleOfItem = (item: Omit<ReviewItemDocument, 'content'>): Schedule | undefined => {
  const { state, stability, difficulty, firstDay, lastDay, lastAnsweredAt, due, step, reps, lapses } = item;
  if (state === 'new' || stability === null || difficulty === null) return undefined;
  if (firstDay === undefined || lastDay === undefined || lastAnsweredAt === undefined) return undefined;
  return { state, due, stability, difficulty, step, reps, lapses, firstDay, lastDay, lastAnsweredAt };
};
