import { setTimeout } from 'node:timers/promises';

/** A clock whose waiting is replaced by tests. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** @throws the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const realClock: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await setTimeout(Math.max(0, milliseconds), undefined, { signal });
    } catch {
      throw signal?.reason;
    }
  },
};
