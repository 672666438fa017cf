import type { ModelTokens } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { insertOnce, type DeletedAccounts } from '@lectern/service-kit';
import { modelTokensCollection } from '../store.ts';

export interface ModelTokensDependencies {
  store: DocumentStore;
  deletedAccounts: DeletedAccounts;
  clock: () => Date;
}

/** The key of a month's count; with an empty id that of the site. */
const keyOf = (now: Date, userId: string): string => `${now.toISOString().slice(0, 7)}/${userId}`;

/** A count is kept until the end of the month after its own. */
const endOf = (now: Date): string => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)).toISOString();

/** Counts the tokens of the language model by calendar month (UTC), for each learner and for the site. */
export function createModelTokens({ store, deletedAccounts, clock }: ModelTokensDependencies) {
  const counts = store.collection(modelTokensCollection);

  const increment = async (_id: string, tokens: number, now: Date): Promise<void> => {
    if (await counts.update(_id, { increment: { tokens } })) return;
    if (await insertOnce(counts, { _id, tokens, expiresAt: endOf(now) })) return;
    await counts.update(_id, { increment: { tokens } });
  };
  const erase = async (userId: string): Promise<void> => void (await counts.delete(keyOf(clock(), userId)));

  return {
    async read(userId: string): Promise<ModelTokens> {
      const now = clock();
      const [learner, site] = await Promise.all([counts.get(keyOf(now, userId)), counts.get(keyOf(now, ''))]);
      return { learner: learner?.tokens ?? 0, site: site?.tokens ?? 0 };
    },

    async add(userId: string, tokens: number): Promise<void> {
      const now = clock();
      await increment(keyOf(now, ''), tokens, now);
      await increment(keyOf(now, userId), tokens, now);
      // The account may have been deleted meanwhile: its count must not come back.
      if (await deletedAccounts.has(userId)) await erase(userId);
    },

    /** A count of the month before expires by itself, soon. */
    erase,
  };
}
export type ModelTokenCounts = ReturnType<typeof createModelTokens>;
