import { availableParallelism } from 'node:os';
import { DomainError } from '@lectern/service-kit';
import type { Passwords } from './passwords.ts';

/** The maximum number of waiting hashes, by purpose: 2 or 3 s at 25 ms each. Sufficient for a class of 60 that registers at the same time. */
const mostWaiting = { signIn: 100, other: 100 } as const;
type Lane = keyof typeof mostWaiting;

/** The maximum number of sign-ins that overtake a waiting registration or new password, so that constant sign-ins cannot starve it. */
const mostPassedOver = 4;

/** Limited by the processors and by libuv's thread pool. At least two, so that one slot always remains for sign-ins. */
const defaultAtOnce = Math.max(2, Math.min(4, availableParallelism()));

export interface Hashing {
  /** For sign-ins. They have priority and one reserved slot. */
  signIn: Passwords;
  /** For registrations and new passwords. */
  other: Passwords;
  /** @throws DomainError `unavailable` if a registration or a new password would be refused now */
  expectRoom(): void;
}

/**
 * Creates a queue for password hashing, which takes 19 MiB and 20 ms of CPU time each. A few hashes run concurrently, a limited number waits, and
 * the rest is refused with 503, so that a flood of registrations neither exhausts the memory nor prevents sign-ins.
 */
export function createHashing(passwords: Passwords, atOnce = defaultAtOnce): Hashing {
  const lanes: Record<Lane, (() => Promise<void>)[]> = { signIn: [], other: [] };
  const running: Record<Lane, number> = { signIn: 0, other: 0 };

  let passedOver = 0;
  const takeNext = (): Lane | undefined => {
    if (running.signIn + running.other >= atOnce) return undefined;
    const mayOther = lanes.other.length > 0 && running.other < atOnce - 1;
    if (lanes.signIn.length > 0 && !(mayOther && passedOver >= mostPassedOver)) {
      if (mayOther) passedOver += 1;
      return 'signIn';
    }
    passedOver = 0;
    return mayOther ? 'other' : undefined;
  };
  const start = (): void => {
    for (let lane = takeNext(); lane; lane = takeNext()) {
      const job = lanes[lane].shift();
      const from = lane;
      running[from] += 1;
      void job?.().finally(() => {
        running[from] -= 1;
        start();
      });
    }
  };
  const expectRoomIn = (lane: Lane): void => {
    if (lanes[lane].length >= mostWaiting[lane])
      throw new DomainError('unavailable', 'We are very busy right now. Please try again in a moment.', { retryAfterSeconds: 5 });
  };
  const inLane = <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    expectRoomIn(lane);
    return new Promise<T>((resolve, reject) => {
      lanes[lane].push(() => work().then(resolve, reject));
      start();
    });
  };
  const passwordsIn = (lane: Lane): Passwords => ({
    hash: async (password, like) => inLane(lane, () => passwords.hash(password, like)),
    fits: async (password, passwordHash) => inLane(lane, () => passwords.fits(password, passwordHash)),
  });
  return { signIn: passwordsIn('signIn'), other: passwordsIn('other'), expectRoom: () => expectRoomIn('other') };
}
