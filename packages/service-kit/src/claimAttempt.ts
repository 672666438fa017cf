import { DuplicateKeyError, newId } from '@lectern/document-store';
import { DomainError } from './DomainError.ts';
import type { Attempts } from './idempotencyCollection.ts';
import { leaseOwner, isLeaseOwnerAlive } from './leaseOwner.ts';

/** The input of a creating handler: the id of the new resource, and whether an earlier, interrupted attempt may have created it. */
export interface Creation {
  newId: string;
  resumed: boolean;
}

export interface IdempotentRequest {
  key: string;
  scope: string;
  userId: string;
  bodyHash: string;
  /** The resource that the call changes; left out, it is the one that it creates. */
  resourceId?: string | undefined;
}

const keptMs = 24 * 60 * 60 * 1000;

export const idempotencyMismatch = () => new DomainError('idempotency_mismatch', 'This Idempotency-Key was used for another request.');

/** Resumes an abandoned attempt, or returns the kept answer. */
const resume = async (
  attempts: Attempts,
  id: string,
  { bodyHash }: IdempotentRequest,
  now: Date,
): Promise<{ answer: string } | Creation> => {
  const first = await attempts.get(id);
  if (!first) throw new DomainError('in_progress', 'Please try again.', { retryAfterSeconds: 1 });
  if (first.bodyHash !== bodyHash) throw idempotencyMismatch();
  if (first.isResourceDeleted) throw new DomainError('conflict', 'What this request made was deleted.');
  if (first.answer !== undefined) return { answer: first.answer };
  const { leaseOwner: owner, since } = first;
  const isLeft = owner === '' || owner === leaseOwner || !isLeaseOwnerAlive(owner, new Date(since), now);
  const change = { set: { leaseOwner, since: now.toISOString() } };
  const taken = isLeft && (await attempts.update(id, change, { equals: { leaseOwner: owner, since }, absent: ['answer'] }));
  if (!taken) throw new DomainError('in_progress', 'The first request is still being worked on.', { retryAfterSeconds: 1 });
  return { newId: first.newId ?? newId(() => now.getTime()), resumed: true };
};

/**
 * Claims an attempt for this process, or answers the kept answer of the first one.
 * @throws DomainError `idempotency_mismatch` for another body, `in_progress` while another process works on it, `conflict` when the
 * resource was deleted since
 */
export async function claimAttempt(
  attempts: Attempts,
  id: string,
  request: IdempotentRequest,
  now: Date,
): Promise<{ answer: string } | Creation> {
  const { userId, bodyHash } = request;
  const created = newId(() => now.getTime());
  try {
    await attempts.insert({
      _id: id,
      userId,
      bodyHash,
      newId: created,
      resourceId: request.resourceId ?? created,
      leaseOwner,
      since: now.toISOString(),
      expiresAt: new Date(now.getTime() + keptMs).toISOString(),
    });
    return { newId: created, resumed: false };
  } catch (error) {
    if (!(error instanceof DuplicateKeyError)) throw error;
    return resume(attempts, id, request, now);
  }
}
