import { createHash, createHmac } from 'node:crypto';
import { newId, type DocumentStore } from '@lectern/document-store';
import { DomainError, outboxOf } from '@lectern/service-kit';
import type { MailRequest } from '../mail/MailRequest.ts';
import { linksCollection, type LinkDocument } from '../store.ts';
import { registrationMs } from './waitingRegistrations.ts';

export type LinkKind = 'verify' | 'reset';

/** The error of an invalid link. */
export const invalidLink = (kind: LinkKind): DomainError =>
  new DomainError(
    'link_invalid',
    kind === 'verify'
      ? "We couldn't verify your email. The link may have expired or is invalid."
      : 'This reset link has expired or was already used.',
  );

/** The state of an account that a link depends on. */
export interface LinkOwner {
  _id: string;
  passwordHash: string;
}

const lifetimeMs: Record<LinkKind, number> = { verify: registrationMs, reset: 60 * 60 * 1000 };
/** The most passwords that may be tried with one link. */
const mostTries = 10;
/** Links that are read at once: the most that a store answers, more than an account has. */
const linksPerRead = 1_000;

const hashed = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Mailed links. A token is derived from a seed and the service's secret. The seed is stored in the mail's entry until the mail is sent, the
 * link is stored under the token's hash, and the token itself is in the mail only.
 */
export function createLinks(store: DocumentStore, secret: string, clock: () => Date, randomSeed: () => string) {
  const links = store.collection(linksCollection);
  const tokenOf = (kind: LinkKind, seed: string) => createHmac('sha256', secret).update(`link:${kind}:${seed}`).digest('base64url');
  /** Found by the id alone, because a token does not contain the owner of its link. */
  const byToken = (token: string): Promise<LinkDocument | undefined> => links.findOne('_id', { _id: hashed(token) });

  return {
    tokenOf,
    /**
     * Creates a link with the outbox entry of its mail. Earlier links of the same kind end; verification links only those of the same registration,
     * so that nobody can end the link of another one by registering its address.
     */
    async make(kind: LinkKind, { _id: userId, passwordHash }: LinkOwner, registrationId?: string): Promise<void> {
      const now = clock();
      const request = { kind, seed: randomSeed() } satisfies MailRequest;
      const entryId = newId(() => now.getTime());
      const alike = async () =>
        (await links.find('byUser', { equals: { userId, kind }, limit: linksPerRead })).filter(
          (each) => each.registrationId === registrationId,
        );
      for (const earlier of await alike()) await links.delete({ userId, _id: earlier._id });
      await links.insert({
        _id: hashed(tokenOf(kind, request.seed)),
        userId,
        kind,
        ...(kind === 'reset' && { boundTo: hashed(passwordHash) }),
        ...(registrationId !== undefined && { registrationId }),
        tries: 0,
        expiresAt: new Date(now.getTime() + lifetimeMs[kind]).toISOString(),
        ...outboxOf([{ _id: entryId, kind: 'mail', payload: JSON.stringify(request) }], now),
      });
      // Of several links created concurrently only the one that expires last stays, in whichever order they are read.
      const made = await alike();
      const rank = (link: { expiresAt: string; _id: string }) => `${link.expiresAt} ${link._id}`;
      const last = made.reduce((best, each) => (rank(each) > rank(best) ? each : best), made[0] ?? { expiresAt: '', _id: '' });
      for (const each of made) if (each !== last) await links.delete({ userId, _id: each._id });
    },
    /** The link of a seed, while it is valid: not replaced, not used, not expired. */
    async ofSeed(kind: LinkKind, seed: string): Promise<LinkDocument | undefined> {
      const link = await byToken(tokenOf(kind, seed));
      return link !== undefined && link.expiresAt >= clock().toISOString() ? link : undefined;
    },
    /** Whether a reset link was created for the account's current password. */
    fits: (link: { boundTo?: string | undefined }, { passwordHash }: LinkOwner): boolean =>
      link.boundTo === undefined || link.boundTo === hashed(passwordHash),
    /**
     * Looks a link up without using it.
     * @throws DomainError `link_invalid` when it is used, expired or unknown
     */
    async find(kind: LinkKind, token: string): Promise<LinkDocument> {
      const link = await byToken(token);
      if (link?.kind !== kind || link.expiresAt < clock().toISOString()) throw invalidLink(kind);
      return link;
    },
    /** Counts a password attempt with a link. @throws DomainError `link_invalid` past ten */
    async countTry(kind: LinkKind, token: string): Promise<void> {
      const { userId, _id } = await this.find(kind, token);
      const count = (guard: object) => links.update({ userId, _id }, { increment: { tries: 1 } }, { equals: { kind }, ...guard });
      // Links stored before attempts were counted have no count.
      if (!((await count({ below: { tries: mostTries } })) ?? (await count({ absent: ['tries'] })))) throw invalidLink(kind);
    },
    /** Uncounts an attempt that was not made. */
    async takeBackTry(token: string): Promise<void> {
      const link = await byToken(token);
      if (link) await links.update(link, { increment: { tries: -1 } }, { atLeast: { tries: 1 } });
    },
    /**
     * Uses a link up.
     * @throws DomainError `link_invalid` when it is used, expired or unknown
     */
    async use(kind: LinkKind, token: string): Promise<void> {
      const link = await byToken(token);
      const used = link && (await links.delete(link, { equals: { kind }, atLeast: { expiresAt: clock().toISOString() } }));
      if (!used) throw invalidLink(kind);
    },
    async endAll(userId: string): Promise<void> {
      await links.deleteWhere('byUser', { userId });
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
