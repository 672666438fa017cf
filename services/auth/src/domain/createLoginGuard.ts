import { DomainError, networkOf } from '@lectern/service-kit';
import type { Attempts } from './createAttempts.ts';

const failuresForAddress = 10;
const failuresForNetwork = 100;

/** A sign-in that may be tried. */
export interface LoginAttempt {
  /** It succeeded, or was never made: only failures count. */
  takeBack: () => Promise<void>;
  /** What a wrong password is answered with instead, so that nobody learns which accounts are known here. */
  refusal?: DomainError;
}

const refusalFor = (seconds: number) =>
  new DomainError('rate_limited', 'Too many failed sign-ins. Please wait a few minutes and try again.', { retryAfterSeconds: seconds });

/**
 * Bounds guessing: failed sign-ins for a typed address from one network, and of one network over all addresses. When a network has used
 * up its failures, an account that signed in from there before may still be tried, under its own bound: who guesses at others must not
 * lock out a whole campus.
 */
export function createLoginGuard(attempts: Attempts, enabled: boolean) {
  return {
    /**
     * @param isKnownHere - whether the address has an account that signed in from this network lately; asked only when it matters
     * @throws DomainError `rate_limited`
     */
    async begin(email: string, clientAddress: string, isKnownHere: () => Promise<boolean>): Promise<LoginAttempt> {
      if (!enabled) return { takeBack: async () => undefined };
      const whole = `network ${networkOf(clientAddress)}`;
      const pair = `${whole} ${email}`;

      // Looked at before anything is counted: what is refused here leaves no row behind, however many addresses are typed.
      let networkWait = await attempts.wait(whole, failuresForNetwork);
      if (networkWait !== undefined && !(await isKnownHere())) throw refusalFor(networkWait);
      const pairWait = await attempts.take(pair, failuresForAddress);
      if (pairWait !== undefined) throw refusalFor(pairWait);
      const counted = [pair];
      if (networkWait === undefined) {
        networkWait = await attempts.take(whole, failuresForNetwork);
        if (networkWait === undefined) counted.push(whole);
        else if (!(await isKnownHere())) {
          await attempts.giveBack(pair);
          throw refusalFor(networkWait);
        }
      }
      return {
        ...(networkWait !== undefined && { refusal: refusalFor(networkWait) }),
        async takeBack() {
          for (const name of counted) await attempts.giveBack(name);
        },
      };
    },
  };
}
export type LoginGuard = ReturnType<typeof createLoginGuard>;
