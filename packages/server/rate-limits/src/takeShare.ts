import { createHmac } from 'node:crypto';
import { rateLimits, type Share, type ShareRequest } from '@lectern/contracts';
import type { Collection } from '@lectern/document-store';
import { DomainError, insertOnce } from '@lectern/service-kit';

/** The calls of one subject in a window. */
interface ShareCount {
  _id: string;
  count: number;
  /** The end of the window, ISO 8601. */
  resetAt: string;
}

export interface ShareCounts {
  counts: Collection<ShareCount>;
  /** Keys the hashes of subjects. */
  secret: string;
  clock: () => Date;
}

/** How often an update of a count is tried again after concurrent ones: each gateway makes one at a time. */
const updateRounds = 20;

/** The end of a window that began earlier at a gateway. */
const endOf = (now: Date, windowMs: number, ageMs: number): string =>
  new Date(now.getTime() + windowMs - Math.min(ageMs, windowMs - 1)).toISOString();

/**
 * Grants a gateway as many of the wanted calls of a learner or network as are left in the window, counted for all gateways. The calls in `used`
 * were already let through and are counted first. Subjects are stored as keyed hashes, because a plain hash of an IP address can be found by
 * trying all addresses.
 * @throws DomainError `unavailable` when every retry lost to a concurrent change
 */
export async function takeShare(
  { counts, secret, clock }: ShareCounts,
  { limit, subject, used, wanted, ageMs }: ShareRequest,
): Promise<Share> {
  const { most, windowMs } = rateLimits[limit];
  const _id = createHmac('sha256', secret).update(`share:${limit}:${subject}`).digest('base64url');
  for (let round = 0; round < updateRounds; round++) {
    const now = clock();
    const known = await counts.get(_id);
    const isOpen = known !== undefined && known.resetAt > now.toISOString();
    const before = Math.max(0, (isOpen ? known.count : 0) + used);
    const granted = Math.max(0, Math.min(wanted, most - before));
    const taken = before + granted;
    const next = { count: taken, resetAt: isOpen ? known.resetAt : endOf(now, windowMs, ageMs) };
    const isStored = known
      ? (await counts.update(_id, { set: next }, { equals: { count: known.count, resetAt: known.resetAt } })) !== undefined
      : await insertOnce(counts, { _id, ...next });
    if (isStored) return { granted, taken, resetInMs: Date.parse(next.resetAt) - now.getTime() };
  }
  throw new DomainError('unavailable', 'The count is busy. Please try again.', { retryAfterSeconds: 1 });
}
