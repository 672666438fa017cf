import { createHash, createHmac } from 'node:crypto';
import { newId, type DocumentStore } from '@lectern/document-store';
import { DomainError, outboxOf } from '@lectern/service-kit';
import { linksCollection } from '../store.ts';

export type LinkKind = 'verify' | 'reset';

const lifetimeMs: Record<LinkKind, number> = { verify: 24 * 60 * 60 * 1000, reset: 60 * 60 * 1000 };

/**
 * Mailed links. A token is made from a seed and the service's secret: the seed waits in the outbox until the mail is out, the
 * link is stored under the token's hash, and the token itself is in the mail only.
 */
export function createLinks(store: DocumentStore, secret: string, clock: () => Date, randomSeed: () => string) {
  const links = store.collection(linksCollection);
  const hashed = (token: string) => createHash('sha256').update(token).digest('base64url');
  const tokenOf = (kind: LinkKind, seed: string) => createHmac('sha256', secret).update(`link:${kind}:${seed}`).digest('base64url');

  return {
    tokenOf,
    /** Makes a link and, with it, the order to mail it; earlier links of its kind end. */
    async make(kind: LinkKind, userId: string): Promise<void> {
      const now = clock();
      const seed = randomSeed();
      await links.deleteWhere('byUser', { userId, kind });
      await links.insert({
        _id: hashed(tokenOf(kind, seed)),
        userId,
        kind,
        expiresAt: new Date(now.getTime() + lifetimeMs[kind]).toISOString(),
        ...outboxOf([{ _id: newId(() => now.getTime()), kind: 'mail', payload: JSON.stringify({ kind, seed }) }], now),
      });
    },
    /**
     * Uses a link up and answers whose it was.
     * @throws DomainError `link_invalid` when it is used, expired or unknown
     */
    async use(kind: LinkKind, token: string): Promise<string> {
      const link = await links.delete(hashed(token), { equals: { kind }, atLeast: { expiresAt: clock().toISOString() } });
      if (!link)
        throw new DomainError(
          'link_invalid',
          kind === 'verify'
            ? "We couldn't verify your email. The link may have expired or is invalid."
            : 'This reset link has expired or was already used.',
        );
      return link.userId;
    },
    async endAll(userId: string): Promise<void> {
      await links.deleteWhere('byUser', { userId });
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
