import { DuplicateKeyError, newId, stringifyInPieces, toUpdate, type Write } from '@lectern/document-store';
import { DomainError } from './DomainError.ts';
import type { Leases } from './createLeases.ts';
import { idempotencyCollection, type Attempts } from './idempotencyCollection.ts';

/** The input of a creating handler. */
export interface Creation {
  /** The id of the new resource. */
  newId: string;
  /** Whether an earlier, interrupted attempt may have created it. */
  resumed: boolean;
  /**
   * Must be called after slow work, right before its result is stored.
   *
   * @throws DomainError `unavailable` if another process has taken over the work, because this one was suspended
   */
  confirm: () => Promise<void>;
  /**
   * Returns the write that stores the answer of the call, for the step that stores its result. If that step writes nothing, `confirm` tells whether
   * another process has taken over. The call must answer with this very object. Without a key there is nothing to store.
   */
  keep: (answer: object) => Promise<Write[]>;
}

/** A claimed attempt, and its stored owner. */
export interface Claim {
  creation: Creation;
  owner: string;
  /** Whether `keep` was called with this answer. */
  isKept: (answer: unknown) => boolean;
}

export interface ClaimDependencies {
  attempts: Attempts;
  leases: Leases;
  clock: () => Date;
}

export interface IdempotentRequest {
  key: string;
  scope: string;
  userId: string;
  bodyHash: string;
  /** The resource that the call changes. Defaults to the one that it creates. */
  resourceId?: string | undefined;
}

const keptMs = 24 * 60 * 60 * 1000;

export const idempotencyMismatch = () => new DomainError('idempotency_mismatch', 'This Idempotency-Key was used for another request.');

/** Creates the claim of an attempt. */
const claimOf = (
  { leases }: ClaimDependencies,
  { userId, _id, owner }: { userId: string; _id: string; owner: string },
  fields: Pick<Creation, 'newId' | 'resumed'>,
): Claim => {
  let kept: object | undefined;
  const keep = async (answer: object): Promise<Write[]> => {
    kept = answer;
    const change = { set: { answer: await stringifyInPieces(answer) } };
    return [toUpdate(idempotencyCollection, { userId, _id }, change, { equals: { leaseOwner: owner }, absent: ['isResourceDeleted'] })];
  };
  return {
    creation: { ...fields, confirm: () => leases.confirm(owner), keep },
    owner,
    isKept: (answer) => kept !== undefined && answer === kept,
  };
};

/** Resumes an abandoned attempt, or returns the stored answer. */
const resume = async (
  dependencies: ClaimDependencies,
  id: string,
  { userId, bodyHash }: IdempotentRequest,
  owner: string,
): Promise<{ answer: string } | Claim> => {
  const { attempts, leases, clock } = dependencies;
  const first = await attempts.get({ userId, _id: id });
  if (!first) throw new DomainError('in_progress', 'Please try again.', { retryAfterSeconds: 1 });
  if (first.bodyHash !== bodyHash) throw idempotencyMismatch();
  if (first.isResourceDeleted) throw new DomainError('conflict', 'What this request made was deleted.');
  if (first.answer !== undefined) return { answer: first.answer };
  const { leaseOwner: last, since } = first;
  const isLeft = leases.isOwn(last) || (await leases.isOver(last));
  const now = clock();
  const change = { set: { leaseOwner: owner, since: now.toISOString() } };
  const taken = isLeft && (await attempts.update({ userId, _id: id }, change, { equals: { leaseOwner: last, since }, absent: ['answer'] }));
  if (!taken) throw new DomainError('in_progress', 'The first request is still being worked on.', { retryAfterSeconds: 1 });
  return claimOf(dependencies, { userId, _id: id, owner }, { newId: first.newId ?? newId(() => now.getTime()), resumed: true });
};

/**
 * Claims an attempt for this process, or returns the stored answer of the first one.
 *
 * @throws DomainError `idempotency_mismatch` for another body, `in_progress` while another process works on it, `conflict` if the resource was
 * deleted since
 */
export async function claimAttempt(
  dependencies: ClaimDependencies,
  id: string,
  request: IdempotentRequest,
): Promise<{ answer: string } | Claim> {
  const { attempts, leases, clock } = dependencies;
  const { userId, bodyHash } = request;
  const owner = await leases.own();
  const now = clock();
  const created = newId(() => now.getTime());
  try {
    await attempts.insert({
      _id: id,
      userId,
      bodyHash,
      newId: created,
      resourceId: request.resourceId ?? created,
      leaseOwner: owner,
      since: now.toISOString(),
      expiresAt: new Date(now.getTime() + keptMs).toISOString(),
    });
    return claimOf(dependencies, { userId, _id: id, owner }, { newId: created, resumed: false });
  } catch (error) {
    if (!(error instanceof DuplicateKeyError)) throw error;
    return resume(dependencies, id, request, owner);
  }
}
