import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { DuplicateKeyError, defineCollection, newId, type DocumentStore } from '@lectern/document-store';
import { DomainError } from './DomainError.ts';
import { holder, isHolderAlive } from './holder.ts';

const Attempt = z.object({
  _id: z.string(),
  userId: z.string(),
  bodyHash: z.string(),
  /** The id that the thing gets, so that a second try after a crash finds what the first one made. */
  thingId: z.string(),
  holder: z.string(),
  since: z.string(),
  /** JSON of the answer; absent while the first call is being worked on. */
  answer: z.optional(z.string()),
  expiresAt: z.string(),
});

export const idempotencyCollection = defineCollection({
  name: 'idempotency',
  schema: Attempt,
  indexes: { byUser: { fields: ['userId', '_id'] } },
  expires: 'expiresAt',
});

const keptMs = 24 * 60 * 60 * 1000;

/** What a creating handler gets: the id for the thing it makes, and whether an earlier, interrupted try may have made it. */
export interface Creation {
  newId: string;
  resumed: boolean;
}

export interface Idempotency {
  /**
   * Runs `work` once for a key: the same key and body give the first answer.
   * @throws DomainError `idempotency_mismatch` for another body, `in_progress` while another process works on it
   */
  run<T>(request: { key: string; scope: string; userId: string; bodyHash: string }, work: (creation: Creation) => Promise<T>): Promise<T>;
  erase(userId: string): Promise<void>;
}

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

export function createIdempotency(store: DocumentStore, clock: () => Date): Idempotency {
  const attempts = store.collection(idempotencyCollection);
  const inFlight = new Map<string, Promise<unknown>>();

  return {
    async run({ key, scope, userId, bodyHash }, work) {
      const id = hashOf([userId, scope, key]);
      const now = clock();
      let thingId = newId(() => now.getTime());
      let resumed = false;
      try {
        await attempts.insert({
          _id: id,
          userId,
          bodyHash,
          thingId,
          holder,
          since: now.toISOString(),
          expiresAt: new Date(now.getTime() + keptMs).toISOString(),
        });
      } catch (error) {
        if (!(error instanceof DuplicateKeyError)) throw error;
        const first = await attempts.get(id);
        if (!first) throw new DomainError('in_progress', 'Please try again.', { retryAfterSeconds: 1, cause: error });
        if (first.bodyHash !== bodyHash)
          throw new DomainError('idempotency_mismatch', 'This Idempotency-Key was used for another request.');
        // What is stored is this call's own answer, so its type is that of `work`.
        type Answer = Awaited<ReturnType<typeof work>>;
        if (first.answer !== undefined) return JSON.parse(first.answer) as Answer;
        const running = inFlight.get(id);
        if (running) return (await running) as Answer;
        const taken =
          !isHolderAlive(first.holder, new Date(first.since), now) &&
          (await attempts.update(
            id,
            { set: { holder, since: now.toISOString() } },
            { equals: { holder: first.holder, since: first.since } },
          ));
        if (!taken) throw new DomainError('in_progress', 'The first request is still being worked on.', { retryAfterSeconds: 1 });
        thingId = first.thingId;
        resumed = true;
      }
      const running = (async () => {
        try {
          const answer = await work({ newId: thingId, resumed });
          await attempts.update(id, { set: { answer: JSON.stringify(answer) } });
          return answer;
        } catch (error) {
          // A failed try leaves nothing: the next one with this key starts anew.
          await attempts.delete(id);
          throw error;
        } finally {
          inFlight.delete(id);
        }
      })();
      inFlight.set(id, running);
      return running;
    },
    async erase(userId) {
      await attempts.deleteWhere('byUser', { userId });
    },
  };
}
