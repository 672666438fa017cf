import type { ModelTokens } from '@lectern/contracts';
import { insertOnce } from '@lectern/service-kit';
import type { BillingContext } from '../BillingContext.ts';

/** Returns the key of a calendar month's count (UTC). An empty id stands for the site. */
const keyOf = (now: Date, userId: string): string => `${now.toISOString().slice(0, 7)}/${userId}`;

/** Counts expire at the end of the following month. */
const expiryOf = (now: Date): string => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)).toISOString();

async function increment({ store }: BillingContext, _id: string, tokens: number, now: Date): Promise<void> {
  if (await store.modelTokens.update(_id, { increment: { tokens } })) return;
  if (await insertOnce(store.modelTokens, { _id, tokens, expiresAt: expiryOf(now) })) return;
  await store.modelTokens.update(_id, { increment: { tokens } });
}

/** Returns the language model tokens of this month: the learner's, and the site's. */
export async function readModelTokens({ store, clock }: BillingContext, userId: string): Promise<ModelTokens> {
  const now = clock();
  const [learner, site] = await Promise.all([store.modelTokens.get(keyOf(now, userId)), store.modelTokens.get(keyOf(now, ''))]);
  return { learner: learner?.tokens ?? 0, site: site?.tokens ?? 0 };
}

/** Adds to the counts of the learner and of the site. */
export async function addModelTokens(billing: BillingContext, userId: string, tokens: number): Promise<void> {
  const now = billing.clock();
  await increment(billing, keyOf(now, ''), tokens, now);
  await increment(billing, keyOf(now, userId), tokens, now);
  // The account may have been deleted since: its count must not reappear.
  if (await billing.deletedAccounts.has(userId)) await eraseModelTokens(billing, userId);
}

/** Deletes the learner's count of this month. That of the previous month expires soon. */
export const eraseModelTokens = async ({ store, clock }: BillingContext, userId: string): Promise<void> =>
  void (await store.modelTokens.delete(keyOf(clock(), userId)));
