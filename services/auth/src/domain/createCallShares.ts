import { createHash } from 'node:crypto';
import { callAllowance, type CallShare, type CallShareRequest } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { insertOnce } from '@lectern/service-kit';
import { attemptsCollection } from '../store.ts';

const windowMs = 60_000;
/** How often an update of a count is tried again after concurrent ones: one for each gateway. */
const updateRounds = 20;
/** How soon a gateway asks again when the count was changed by others all the time, in milliseconds. */
const askAgainMs = 1_000;

/** Counts the calls of each learner for all gateways, in windows of one minute. */
export function createCallShares(store: DocumentStore, clock: () => Date) {
  const counts = store.collection(attemptsCollection);
  return {
    /** Grants a gateway as many of the wanted calls as are left in the learner's minute. Calls that were made without asking count first. */
    async take({ userId, used, wanted }: CallShareRequest): Promise<CallShare> {
      const _id = createHash('sha256').update(`calls ${userId}`).digest('base64url');
      for (let round = 0; round < updateRounds; round++) {
        const now = clock();
        const known = await counts.get(_id);
        const isOpen = known !== undefined && known.resetAt > now.toISOString();
        const before = (isOpen ? known.count : 0) + used;
        const granted = Math.max(0, Math.min(wanted, callAllowance.perMinute - before));
        const next = { count: before + granted, resetAt: isOpen ? known.resetAt : new Date(now.getTime() + windowMs).toISOString() };
        const isStored = known
          ? (await counts.update(_id, { set: next }, { equals: { count: known.count, resetAt: known.resetAt } })) !== undefined
          : await insertOnce(counts, { _id, ...next });
        if (isStored) return { granted, resetInMs: Date.parse(next.resetAt) - now.getTime() };
      }
      return { granted: 0, resetInMs: askAgainMs };
    },
  };
}
