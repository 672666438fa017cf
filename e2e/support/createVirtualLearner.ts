import { FSRSAlgorithm, Rating } from 'ts-fsrs';
import { randomFrom } from '@lectern/contracts';

interface Memory {
  stability: number;
  difficulty: number;
  /** Day number, with an arbitrary origin. */
  lastDay: number;
}

/** The probability of knowing a card on first sight. */
const understoodAtOnce = 0.8;

/** A learner who forgets along FSRS's forgetting curve. Items that are repeated on the same day are still known. */
export const createVirtualLearner = (seed: number) => {
  const fsrs = new FSRSAlgorithm({});
  const random = randomFrom(seed);
  const memories = new Map<string, Memory>();
  const recallOf = (itemId: string, day: number): number => {
    const memory = memories.get(itemId);
    return memory ? fsrs.forgetting_curve(day - memory.lastDay, memory.stability) : 0;
  };
  return {
    /** Returns the probability that an item is known on a day; 0 if it was never seen. */
    recallOf,
    /** Whether an answer tests memory: the item was seen before, but not on this day. */
    isAsked: (itemId: string, day: number): boolean => (memories.get(itemId)?.lastDay ?? day) < day,
    /** Answers an item, and updates the memory of it. */
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
