import { setImmediate } from 'node:timers/promises';
import type { Clock } from './Clock.ts';

/** A clock that stands still until it is moved. */
export interface VirtualClock extends Clock {
  /** Moves the clock by `milliseconds` and wakes the sleepers on the way, in the order of their times. */
  advance(milliseconds: number): Promise<void>;
  /** Moves the clock until nobody sleeps any more. */
  runAll(): Promise<void>;
  /**
   * Moves the clock until `work` has settled. Sleepers that are left over keep sleeping.
   *
   * @returns The result of `work`.
   */
  runUntil<Result>(work: Promise<Result>): Promise<Result>;
}

interface Sleeper {
  at: number;
  wake: () => void;
}

/** Turns of the event loop in which woken code may do its work before the next sleeper is woken: streams and parsers need a few. */
const turnsToSettle = 10;

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < turnsToSettle; turn += 1) await setImmediate();
};

/**
 * Creates a clock for tests in virtual time: a call that takes minutes is tested in milliseconds.
 *
 * @example
 * const clock = virtualClock();
 * const quiz = await clock.runUntil(generateQuiz(…));
 * expect(clock.now()).toBeLessThan(150_000);
 */
export function virtualClock(startsAt = 0): VirtualClock {
  let time = startsAt;
  /** In the order in which they wake; those of the same time in the order in which they came. */
  const sleepers: Sleeper[] = [];

  const wakeNext = (): void => {
    const sleeper = sleepers.shift();
    if (!sleeper) return;
    time = sleeper.at;
    sleeper.wake();
  };

  const advance = async (milliseconds: number): Promise<void> => {
    const end = time + milliseconds;
    await settle();
    while (sleepers[0] && sleepers[0].at <= end) {
      wakeNext();
      await settle();
    }
    time = end;
  };

  return {
    now: () => time,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const leave = (): void => {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          reject(signal?.reason as Error);
        };
        const sleeper: Sleeper = {
          at: time + Math.max(0, milliseconds),
          wake: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        const later = sleepers.findIndex(({ at }) => at > sleeper.at);
        sleepers.splice(later < 0 ? sleepers.length : later, 0, sleeper);
      }),
    advance,
    runAll: async () => {
      await settle();
      while (sleepers.length > 0) {
        wakeNext();
        await settle();
      }
    },
    runUntil: async (work) => {
      let isSettled = false;
      const markSettled = (): void => void (isSettled = true);
      work.then(markSettled, markSettled);
      await settle();
      while (!isSettled) {
        wakeNext();
        await settle();
      }
      return work;
    },
  };
}
