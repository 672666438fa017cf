import { createHash } from 'node:crypto';
import { DuplicateKeyError, type DocumentStore } from '@lectern/document-store';
import { DomainError, networkOf } from '@lectern/service-kit';
import { attemptsCollection } from '../store.ts';

const windowMs = 15 * 60_000;
const failuresForAddress = 10;
const failuresForNetwork = 100;

/** Bounds guessing: failed sign-ins for a typed address from one network, and of one network over all addresses. */
export function createLoginGuard(store: DocumentStore, clock: () => Date, enabled: boolean) {
  const attempts = store.collection(attemptsCollection);

  /** Counts one attempt under a bound, before it is known how it ends, so that parallel guesses count too. */
  const take = async (id: string, bound: number): Promise<void> => {
    for (let round = 0; round < 5; round++) {
      const now = clock();
      if (await attempts.update(id, { increment: { count: 1 } }, { below: { count: bound }, atLeast: { resetAt: now.toISOString() } }))
        return;
      const known = await attempts.get(id);
      const fresh = { count: 1, resetAt: new Date(now.getTime() + windowMs).toISOString() };
      if (!known) {
        try {
          await attempts.insert({ _id: id, ...fresh });
          return;
        } catch (error) {
          if (!(error instanceof DuplicateKeyError)) throw error;
        }
      } else if (known.resetAt < now.toISOString()) {
        if (await attempts.update(id, { set: fresh }, { equals: { resetAt: known.resetAt } })) return;
      } else if (known.count >= bound) {
        throw new DomainError('rate_limited', 'Too many failed sign-ins. Please wait a few minutes and try again.', {
          retryAfterSeconds: (Date.parse(known.resetAt) - now.getTime()) / 1000,
        });
      }
    }
    throw new DomainError('rate_limited', 'Too many sign-ins at once. Please try again.', { retryAfterSeconds: 1 });
  };

  return {
    /**
     * Begins an attempt; `succeeded` takes it back, since only failures count.
     * @throws DomainError `rate_limited`
     */
    async begin(email: string, clientAddress: string): Promise<{ succeeded: () => Promise<void> }> {
      if (!enabled) return { succeeded: async () => undefined };
      const network = networkOf(clientAddress);
      const pair = createHash('sha256').update(`${network} ${email}`).digest('base64url');
      const whole = createHash('sha256').update(network).digest('base64url');
      await take(pair, failuresForAddress);
      await take(whole, failuresForNetwork);
      return {
        async succeeded() {
          for (const id of [pair, whole]) await attempts.update(id, { increment: { count: -1 } }, { atLeast: { count: 1 } });
        },
      };
    },
  };
}
export type LoginGuard = ReturnType<typeof createLoginGuard>;
