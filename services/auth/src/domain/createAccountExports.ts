import { counted } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { DomainError, insertOnce } from '@lectern/service-kit';
import { exportsCollection } from '../store.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Limits a learner to one export an hour. */
export function createAccountExports(store: DocumentStore, clock: () => Date) {
  const exports = store.collection(exportsCollection);
  return {
    /** Begins an export. @returns when it began, for `giveBack`. @throws DomainError `rate_limited` within an hour of the last one */
    async begin(userId: string): Promise<string> {
      const now = clock();
      const startedAt = now.toISOString();
      const expiresAt = new Date(now.getTime() + hourMs).toISOString();
      if (await insertOnce(exports, { _id: userId, startedAt, expiresAt })) return startedAt;
      const last = await exports.get(userId);
      const leftMs = last ? Date.parse(last.expiresAt) - now.getTime() : minuteMs;
      if (
        last &&
        leftMs <= 0 &&
        (await exports.update(userId, { set: { startedAt, expiresAt } }, { equals: { startedAt: last.startedAt } }))
      )
        return startedAt;
      const seconds = Math.max(1, leftMs / 1000);
      const minutes = Math.ceil(seconds / 60);
      throw new DomainError('rate_limited', `Your data can be exported once an hour. Please try again in ${counted(minutes, 'minute')}.`, {
        retryAfterSeconds: seconds,
      });
    },

    /** An export that failed or is incomplete does not count. */
    async giveBack(userId: string, startedAt: string): Promise<void> {
      await exports.delete(userId, { equals: { startedAt } });
    },

    erase: async (userId: string): Promise<void> => void (await exports.delete(userId)),
  };
}
export type AccountExports = ReturnType<typeof createAccountExports>;
