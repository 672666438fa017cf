import { FSRSAlgorithm, Rating } from 'ts-fsrs';
import { randomFrom } from '@lectern/contracts';

interface Memory {
  stability: number;
  difficulty: number;
  /** A day, counted from any day. */
  lastDay: number;
}

/** A card that was never seen is understood at once so often. */
const understoodAtOnce = 0.8;

/** A learner who forgets by the curve of FSRS. What is asked again on the same day is still known. */
export const createVirtualLearner = (seed: number) => {
  const fsrs = new FSRSAlgorithm({});
  const random = randomFrom(seed);
  const memories = new Map<string, Memory>();
  const recallOf = (itemId: string, day: number): number => {
    const memory = memories.get(itemId);
    return memory ? fsrs.forgetting_curve(day - memory.lastDay, memory.stability) : 0;
  };
  return {
    /** The chance that an item is known on a day; 0 before it was seen. */
    recallOf,
    /** Whether an answer tells of memory: the item was seen, and not on this day. */
    isAsked: (itemId: string, day: number): boolean => (memories.get(itemId)?.lastDay ?? day) < day,
    /** Answers an item, and remembers it. */
    answer: (itemId: string, day: number): 'good' | 'again' => {
      const memory = memories.get(itemId);
      const chance = memory ? (memory.lastDay === day ? 1 : recallOf(itemId, day)) : understoodAtOnce;
      const rating = random() < chance ? 'good' : 'again';
      const elapsed = memory ? day - memory.lastDay : 0;
      const { stability, difficulty } = fsrs.next_state(memory ?? null, elapsed, rating === 'good' ? Rating.Good : Rating.Again);
      memories.set(itemId, { stability, difficulty, lastDay: day });
      return rating;
    },
  };
};
