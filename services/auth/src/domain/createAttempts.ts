import { createHash } from 'node:crypto';
import type { DocumentStore } from '@lectern/document-store';
import { insertOnce } from '@lectern/service-kit';
import { attemptsCollection } from '../store.ts';

const windowMs = 15 * 60_000;
/** How often an update of a counter is tried again after concurrent updates. */
const updateRounds = 5;

/** Counts attempts in windows of 15 minutes. Keys are stored as hashes only. */
export function createAttempts(store: DocumentStore, clock: () => Date) {
  const attempts = store.collection(attemptsCollection);
  const idOf = (name: string): string => createHash('sha256').update(name).digest('base64url');
  const secondsUntil = (time: string): number => (Date.parse(time) - clock().getTime()) / 1000;

  return {
    /** Seconds until the next attempt is allowed; `undefined` when it is allowed now. Writes nothing. */
    async wait(name: string, bound: number): Promise<number | undefined> {
      const known = await attempts.get(idOf(name));
      return known && known.count >= bound && known.resetAt >= clock().toISOString() ? secondsUntil(known.resetAt) : undefined;
    },
    /**
     * Counts an attempt before its outcome is known, so that parallel ones count, too. Over the limit it is not counted.
     * @returns the seconds to wait when it is over the limit
     */
    async take(name: string, bound: number): Promise<number | undefined> {
      const id = idOf(name);
      for (let round = 0; round < updateRounds; round++) {
        const now = clock();
        if (await attempts.update(id, { increment: { count: 1 } }, { below: { count: bound }, atLeast: { resetAt: now.toISOString() } }))
          return undefined;
        const known = await attempts.get(id);
        const fresh = { count: 1, resetAt: new Date(now.getTime() + windowMs).toISOString() };
        if (!known) {
          if (await insertOnce(attempts, { _id: id, ...fresh })) return undefined;
        } else if (known.resetAt < now.toISOString()) {
          if (await attempts.update(id, { set: fresh }, { equals: { resetAt: known.resetAt } })) return undefined;
        } else if (known.count >= bound) return secondsUntil(known.resetAt);
      }
      // Too many concurrent updates of the counter.
      return 1;
    },
    /** Uncounts an attempt that succeeded or was never made. */
    async giveBack(name: string): Promise<void> {
      await attempts.update(idOf(name), { increment: { count: -1 } }, { atLeast: { count: 1 } });
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
