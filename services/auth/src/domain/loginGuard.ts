import { DomainError, networkOf } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import { giveBackAttempt, secondsToWait, takeAttempt } from './attempts.ts';

const failuresForAddress = 10;
const failuresForNetwork = 100;

/** An allowed sign-in attempt. */
export interface LoginAttempt {
  /** Uncounts the attempt: only failures count. */
  takeBack: () => Promise<void>;
  /** The error for a wrong password, which does not reveal whether the account is known from this network. */
  refusal?: DomainError;
}

/** Checks a password. If the check itself fails, for example because the queue is full, the attempt is uncounted. */
export async function uncountOnError<T>({ takeBack }: Pick<LoginAttempt, 'takeBack'>, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    await takeBack();
    throw error;
  }
}

const refusalFor = (seconds: number) =>
  new DomainError('rate_limited', 'Too many failed sign-ins. Please wait a few minutes and try again.', { retryAfterSeconds: seconds });

/**
 * Limits password guessing by counting failed sign-ins, both per email address and network, and per network. After a network has used up its
 * failures, accounts that signed in from it before may still sign in, under their own limit, so that one guesser does not lock out a campus.
 *
 * @param isKnownHere - returns whether the address has an account that signed in from this network recently; called only if needed
 * @throws DomainError `rate_limited`
 */
export async function beginLogin(
  auth: AuthContext,
  email: string,
  clientAddress: string,
  isKnownHere: () => Promise<boolean>,
): Promise<LoginAttempt> {
  const whole = `network ${networkOf(clientAddress)}`;
  const pair = `${whole} ${email}`;

  // Checked before anything is counted, so that refused attempts store no rows, however many addresses are tried.
  let networkWait = await secondsToWait(auth, whole, failuresForNetwork);
  if (networkWait !== undefined && !(await isKnownHere())) throw refusalFor(networkWait);
  const pairWait = await takeAttempt(auth, pair, failuresForAddress);
  if (pairWait !== undefined) throw refusalFor(pairWait);
  const counted = [pair];
  if (networkWait === undefined) {
    networkWait = await takeAttempt(auth, whole, failuresForNetwork);
    if (networkWait === undefined) counted.push(whole);
    else if (!(await isKnownHere())) {
      await giveBackAttempt(auth, pair);
      throw refusalFor(networkWait);
    }
  }
  return {
    ...(networkWait !== undefined && { refusal: refusalFor(networkWait) }),
    async takeBack() {
      for (const name of counted) await giveBackAttempt(auth, name);
    },
  };
}
