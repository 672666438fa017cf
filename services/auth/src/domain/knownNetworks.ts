import { createHmac } from 'node:crypto';
import { networkOf } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';

const dayMs = 24 * 60 * 60 * 1000;
const rememberedMs = 90 * dayMs;
/** The maximum number of networks per account: enough for 90 days of travel. */
const mostOfAccount = 30;

/** Networks are stored as keyed hashes, because a plain hash of an IP address can be reversed by trying all addresses. */
const idOf = ({ tokenSecret }: AuthContext, userId: string, clientAddress: string): string =>
  createHmac('sha256', tokenSecret)
    .update(`network:${userId}:${networkOf(clientAddress)}`)
    .digest('base64url');

/** Records for 90 days that an account has signed in from this network. */
export async function rememberNetwork(auth: AuthContext, userId: string, clientAddress: string): Promise<void> {
  const { knownNetworks: networks } = auth.store;
  const after = (ms: number) => new Date(auth.clock().getTime() + ms).toISOString();
  const _id = idOf(auth, userId, clientAddress);
  const known = await networks.get({ userId, _id });
  // One write a day is precise enough for 90 days.
  if (known && known.expiresAt > after(rememberedMs - dayMs)) return;
  await networks.upsert({ _id, userId, expiresAt: after(rememberedMs) });
  if (known) return;
  const surplus = (await networks.count('byUser', { userId })) - mostOfAccount;
  if (surplus <= 0) return;
  for (const oldest of await networks.find('byUser', { equals: { userId }, limit: surplus }))
    await networks.delete({ userId, _id: oldest._id });
}

/** Returns whether an account has signed in from this network within 90 days. */
export async function isNetworkKnown(auth: AuthContext, userId: string, clientAddress: string): Promise<boolean> {
  const known = await auth.store.knownNetworks.get({ userId, _id: idOf(auth, userId, clientAddress) });
  return known !== undefined && known.expiresAt >= auth.clock().toISOString();
}

export async function forgetNetworks({ store }: AuthContext, userId: string): Promise<void> {
  await store.knownNetworks.deleteWhere('byUser', { userId });
}
