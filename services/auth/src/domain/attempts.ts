import { createHash } from 'node:crypto';
import { insertOnce } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';

const windowMs = 15 * 60_000;
/** The maximum number of attempts to update a counter, after concurrent updates. */
const updateRounds = 5;

/** Hashes the name of attempts; only hashes are stored. */
const idOf = (name: string): string => createHash('sha256').update(name).digest('base64url');

/** Returns the seconds until the next attempt is allowed; `undefined` if it is allowed now. Writes nothing. */
export async function secondsToWait({ store, areLimitsOn, clock }: AuthContext, name: string, most: number): Promise<number | undefined> {
  const known = areLimitsOn ? await store.attempts.get(idOf(name)) : undefined;
  const now = clock();
  return known && known.count >= most && known.resetAt >= now.toISOString()
    ? (Date.parse(known.resetAt) - now.getTime()) / 1000
    : undefined;
}

/**
 * Counts an attempt in a window of 15 minutes, before its outcome is known, so that parallel ones count, too. An attempt over the limit is not
 * counted.
 *
 * @returns the seconds to wait if it is over the limit
 */
export async function takeAttempt(auth: AuthContext, name: string, most: number): Promise<number | undefined> {
  if (!auth.areLimitsOn) return undefined;
  const { attempts } = auth.store;
  const id = idOf(name);
  for (let round = 0; round < updateRounds; round++) {
    const now = auth.clock();
    if (await attempts.update(id, { increment: { count: 1 } }, { below: { count: most }, atLeast: { resetAt: now.toISOString() } }))
      return undefined;
    const known = await attempts.get(id);
    const fresh = { count: 1, resetAt: new Date(now.getTime() + windowMs).toISOString() };
    if (!known) {
      if (await insertOnce(attempts, { _id: id, ...fresh })) return undefined;
    } else if (known.resetAt < now.toISOString()) {
      if (await attempts.update(id, { set: fresh }, { equals: { resetAt: known.resetAt } })) return undefined;
    } else if (known.count >= most) return (Date.parse(known.resetAt) - auth.clock().getTime()) / 1000;
  }
  // Too many concurrent updates of the counter.
  return 1;
}

/** Uncounts an attempt that succeeded or was not made. */
export async function giveBackAttempt({ store, areLimitsOn }: AuthContext, name: string): Promise<void> {
  if (areLimitsOn) await store.attempts.update(idOf(name), { increment: { count: -1 } }, { atLeast: { count: 1 } });
}
