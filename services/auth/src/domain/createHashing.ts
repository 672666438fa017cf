import { availableParallelism } from 'node:os';
import { DomainError } from '@lectern/service-kit';
import type { Passwords } from './passwords.ts';

/** The most hashes that wait, by purpose: 2 or 3 s at 25 ms each. A class of 60 that registers at once has room. */
const mostWaiting = { signIn: 100, other: 100 } as const;
type Lane = keyof typeof mostWaiting;

/** The most sign-ins that run before a waiting registration or new password, so that constant sign-ins cannot starve it. */
const mostPassedOver = 4;

/** Limited by the processors and by libuv's thread pool. At least two, so that one slot is always left for sign-ins. */
const defaultAtOnce = Math.max(2, Math.min(4, availableParallelism()));

export interface Hashing {
  /** For sign-ins: they go first, and one slot is reserved for them. */
  signIn: Passwords;
  /** For registrations and new passwords. */
  other: Passwords;
  /** @throws DomainError `unavailable` when a registration or a new password would be refused now */
  expectRoom(): void;
}

/**
 * A queue for password hashing, which takes 19 MiB and 20 ms of a processor each. A few run at once, a limited number waits, the rest is refused
 * with 503. So a flood of registrations neither fills the memory nor keeps anybody from signing in.
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
