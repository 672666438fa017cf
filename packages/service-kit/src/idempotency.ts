import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { DuplicateKeyError, defineCollection, newId, type DocumentStore } from '@lectern/document-store';
import { DomainError } from './DomainError.ts';
import { leaseOwner, isLeaseOwnerAlive } from './leaseOwner.ts';

const Attempt = z.object({
  _id: z.string(),
  userId: z.string(),
  bodyHash: z.string(),
  /** The id of the new resource, so that a retry after a crash finds what the first attempt created. */
  thingId: z.string(),
  /** The process that works on it; empty after a failure. */
  leaseOwner: z._default(z.string(), ''),
  since: z.string(),
  /** The resource that the call creates or changes. When it is deleted, the answer is deleted, too. */
  resourceId: z.optional(z.string()),
  /** JSON of the answer; absent until the first call has ended, and after the resource was deleted. */
  answer: z.optional(z.string()),
  isResourceDeleted: z.optional(z.boolean()),
  expiresAt: z.string(),
});

export const idempotencyCollection = defineCollection({
  name: 'idempotency',
  schema: Attempt,
  indexes: { byUser: { fields: ['userId', '_id'] }, byResource: { fields: ['userId', 'resourceId', '_id'] } },
  expires: 'expiresAt',
});

const batch = 200;
const keptMs = 24 * 60 * 60 * 1000;
/** Interval and number of retries to release an attempt while the store is away: five minutes in all. */
const laterEveryMs = 1_000;
const laterTries = 300;

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
  resourceId?: string | undefined;
}

export interface Idempotency {
  /**
   * Runs `work` once per key: the same key and body get the first answer. An attempt that failed half-way, or whose process died, is resumed
   * under the same id.
   * @param request - `resourceId`: the resource that the call changes; left out, it is the one that it creates
   * @throws DomainError `idempotency_mismatch` for another body, `in_progress` while another process works on it, `conflict` when the
   * resource was deleted since
   */
  run<T>(request: IdempotentRequest, work: (creation: Creation) => Promise<T>): Promise<T>;
  /** Deletes the kept answers of calls that created or changed this resource: they contain its text. */
  forgetResource(userId: string, resourceId: string): Promise<void>;
  erase(userId: string): Promise<void>;
}

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

export function createIdempotency(store: DocumentStore, clock: () => Date): Idempotency {
  const attempts = store.collection(idempotencyCollection);
  /** Attempts in flight in this process. A stored attempt of this process that is not here was left by a failure of the store. */
  const inFlight = new Map<string, { bodyHash: string; answer: Promise<unknown> }>();
  const mismatch = () => new DomainError('idempotency_mismatch', 'This Idempotency-Key was used for another request.');

  /** Claims the attempt, or answers the kept answer. */
  const claim = async (id: string, { userId, bodyHash, resourceId }: IdempotentRequest): Promise<{ answer: string } | Creation> => {
    const now = clock();
    const thingId = newId(() => now.getTime());
    const since = now.toISOString();
    try {
      const expiresAt = new Date(now.getTime() + keptMs).toISOString();
      await attempts.insert({ _id: id, userId, bodyHash, thingId, resourceId: resourceId ?? thingId, leaseOwner, since, expiresAt });
      return { newId: thingId, resumed: false };
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      const first = await attempts.get(id);
      if (!first) throw new DomainError('in_progress', 'Please try again.', { retryAfterSeconds: 1, cause: error });
      if (first.bodyHash !== bodyHash) throw mismatch();
      if (first.isResourceDeleted) throw new DomainError('conflict', 'What this request made was deleted.');
      if (first.answer !== undefined) return { answer: first.answer };
      const isLeft =
        first.leaseOwner === '' || first.leaseOwner === leaseOwner || !isLeaseOwnerAlive(first.leaseOwner, new Date(first.since), now);
      const taken =
        isLeft &&
        (await attempts.update(
          id,
          { set: { leaseOwner, since } },
          { equals: { leaseOwner: first.leaseOwner, since: first.since }, absent: ['answer'] },
        ));
      if (!taken) throw new DomainError('in_progress', 'The first request is still being worked on.', { retryAfterSeconds: 1 });
      return { newId: first.thingId, resumed: true };
    }
  };

  /** After a refusal nothing was created, and the next attempt starts anew. After any other error the resource may exist, and the next attempt looks for it. */
  const leave = async (id: string, error: unknown): Promise<void> => {
    if (error instanceof DomainError) await attempts.delete(id, { equals: { leaseOwner } });
    else await attempts.update(id, { set: { leaseOwner: '' } }, { equals: { leaseOwner }, absent: ['answer'] });
  };

  const leaveLater = async (id: string, error: unknown): Promise<void> => {
    for (let tries = 0; tries < laterTries; tries += 1) {
      await delay(laterEveryMs, undefined, { ref: false });
      // Another call has resumed it.
      if (inFlight.has(id)) return;
      try {
        return await leave(id, error);
      } catch {
        // The store is still away.
      }
    }
  };

  return {
    async run(request, work) {
      const { key, scope, userId, bodyHash } = request;
      // The stored answer is that of this call, so its type is that of `work`.
      type Answer = Awaited<ReturnType<typeof work>>;
      const id = hashOf([userId, scope, key]);
      const running = inFlight.get(id);
      if (running) {
        if (running.bodyHash !== bodyHash) throw mismatch();
        return (await running.answer) as Answer;
      }
      const answer = (async (): Promise<Answer> => {
        const claimed = await claim(id, request);
        if ('answer' in claimed) return JSON.parse(claimed.answer) as Answer;
        try {
          const made = await work(claimed);
          await attempts.update(id, { set: { answer: JSON.stringify(made) } }, { absent: ['isResourceDeleted'] });
          return made;
        } catch (error) {
          // While the store is away this fails as well; the first error is the one to report. A retry at this process resumes the attempt
          // anyway. A retry at another instance needs it released, so that is retried.
          await leave(id, error).catch(() => void leaveLater(id, error));
          throw error;
        }
      })();
      inFlight.set(id, { bodyHash, answer });
      try {
        return await answer;
      } finally {
        inFlight.delete(id);
      }
    },
    async forgetResource(userId, resourceId) {
      // Updated attempts leave the index, so each batch is read from its start.
      for (let isThrough = false; !isThrough;) {
        const those = await attempts.find('byResource', { equals: { userId, resourceId }, limit: batch });
        for (const { _id } of those) await attempts.update(_id, { set: { isResourceDeleted: true }, unset: ['answer', 'resourceId'] });
        isThrough = those.length < batch;
      }
    },
    async erase(userId) {
      await attempts.deleteWhere('byUser', { userId });
    },
  };
}
