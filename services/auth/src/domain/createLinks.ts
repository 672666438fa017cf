import { createHash, createHmac } from 'node:crypto';
import { newId, type DocumentStore } from '@lectern/document-store';
import { DomainError, outboxOf } from '@lectern/service-kit';
import type { MailOrder } from '../mail/createMailQueue.ts';
import { linksCollection } from '../store.ts';

export type LinkKind = 'verify' | 'reset';

/** What a link that does not work is answered with. */
export const invalidLink = (kind: LinkKind): DomainError =>
  new DomainError(
    'link_invalid',
    kind === 'verify'
      ? "We couldn't verify your email. The link may have expired or is invalid."
      : 'This reset link has expired or was already used.',
  );

/** An account as a link is tied to it. */
export interface LinkOwner {
  _id: string;
  passwordHash: string;
}

const lifetimeMs: Record<LinkKind, number> = { verify: 24 * 60 * 60 * 1000, reset: 60 * 60 * 1000 };

/**
 * Mailed links. A token is made from a seed and the service's secret: the seed waits with the order to mail it until the mail is
 * out, the link is stored under the token's hash, and the token itself is in the mail only.
 */
export function createLinks(store: DocumentStore, secret: string, clock: () => Date, randomSeed: () => string) {
  const links = store.collection(linksCollection);
  const hashed = (token: string) => createHash('sha256').update(token).digest('base64url');
  const tokenOf = (kind: LinkKind, seed: string) => createHmac('sha256', secret).update(`link:${kind}:${seed}`).digest('base64url');

  return {
    tokenOf,
    /** Makes a link and, with it, the order to mail it; earlier links of its kind end. */
    async make(kind: LinkKind, { _id: userId, passwordHash }: LinkOwner): Promise<void> {
      const now = clock();
      const order = { kind, seed: randomSeed() } satisfies MailOrder;
      const orderId = newId(() => now.getTime());
      await links.deleteWhere('byUser', { userId, kind });
      await links.insert({
        _id: hashed(tokenOf(kind, order.seed)),
        userId,
        kind,
        boundTo: hashed(passwordHash),
        expiresAt: new Date(now.getTime() + lifetimeMs[kind]).toISOString(),
        ...outboxOf([{ _id: orderId, kind: 'mail', payload: JSON.stringify(order) }], now),
      });
      // Of several that are made in one moment one stays, whoever looks last: whichever ends later.
      const made = await links.find('byUser', { equals: { userId, kind } });
      const rank = (link: { expiresAt: string; _id: string }) => `${link.expiresAt} ${link._id}`;
      const last = made.reduce((best, each) => (rank(each) > rank(best) ? each : best), made[0] ?? { expiresAt: '', _id: '' });
      for (const each of made) if (each !== last) await links.delete(each._id);
    },
    /** Whether the link of a seed still works: no other was made, it was not used and has not expired. */
    async isOpen(kind: LinkKind, seed: string): Promise<boolean> {
      const link = await links.get(hashed(tokenOf(kind, seed)));
      return link !== undefined && link.expiresAt >= clock().toISOString();
    },
    /** Whether a link was made for the account as it is: with the password that it has now. */
    fits: (link: { boundTo?: string | undefined }, { passwordHash }: LinkOwner): boolean =>
      link.boundTo === undefined || link.boundTo === hashed(passwordHash),
    /**
     * Uses a link up and answers whose it was, and what it is bound to.
     * @throws DomainError `link_invalid` when it is used, expired or unknown
     */
    async use(kind: LinkKind, token: string): Promise<{ userId: string; boundTo?: string | undefined }> {
      const link = await links.delete(hashed(token), { equals: { kind }, atLeast: { expiresAt: clock().toISOString() } });
      if (!link) throw invalidLink(kind);
      return link;
    },
    async endAll(userId: string): Promise<void> {
      await links.deleteWhere('byUser', { userId });
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
