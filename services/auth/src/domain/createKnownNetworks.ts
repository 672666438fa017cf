import { createHmac } from 'node:crypto';
import type { DocumentStore } from '@lectern/document-store';
import { networkOf } from '@lectern/service-kit';
import { knownNetworksCollection } from '../store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const rememberedMs = 90 * dayMs;
/** The most networks of one account: enough for 90 days of travel. */
const mostOfAccount = 30;

/**
 * The networks from which an account has signed in within 90 days. They are stored as keyed hashes, because a plain hash of an IP address can be
 * found by trying all addresses.
 */
export function createKnownNetworks(store: DocumentStore, secret: string, clock: () => Date) {
  const networks = store.collection(knownNetworksCollection);
  const idOf = (userId: string, clientAddress: string): string =>
    createHmac('sha256', secret)
      .update(`network:${userId}:${networkOf(clientAddress)}`)
      .digest('base64url');
  const after = (ms: number) => new Date(clock().getTime() + ms).toISOString();

  return {
    async remember(userId: string, clientAddress: string): Promise<void> {
      const _id = idOf(userId, clientAddress);
      const known = await networks.get({ userId, _id });
      // One write a day is precise enough for 90 days.
      if (known && known.expiresAt > after(rememberedMs - dayMs)) return;
      await networks.upsert({ _id, userId, expiresAt: after(rememberedMs) });
      if (known) return;
      const surplus = (await networks.count('byUser', { userId })) - mostOfAccount;
      if (surplus <= 0) return;
      for (const oldest of await networks.find('byUser', { equals: { userId }, limit: surplus }))
        await networks.delete({ userId, _id: oldest._id });
    },
    async has(userId: string, clientAddress: string): Promise<boolean> {
      const known = await networks.get({ userId, _id: idOf(userId, clientAddress) });
      return known !== undefined && known.expiresAt >= clock().toISOString();
    },
    async erase(userId: string): Promise<void> {
      await networks.deleteWhere('byUser', { userId });
    },
  };
}
export type KnownNetworks = ReturnType<typeof createKnownNetworks>;
