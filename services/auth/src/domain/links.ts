import { createHash, createHmac } from 'node:crypto';
import { newId } from '@lectern/document-store';
import { DomainError, outboxOf } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import type { MailRequest } from '../mail/MailRequest.ts';
import type { LinkDocument } from '../store.ts';
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

/** The state of an account on which a link depends. */
export interface LinkOwner {
  _id: string;
  passwordHash: string;
}

const lifetimeMs: Record<LinkKind, number> = { verify: registrationMs, reset: 60 * 60 * 1000 };
/** The maximum number of password attempts per link. */
const mostTries = 10;
/** The number of links per read: the maximum of a store, more than an account has. */
const linksPerRead = 1_000;

const hashed = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Derives the token of a link from a seed and the service's secret. The seed is stored in the mail's entry until the mail is sent, the link is stored
 * under the token's hash, and only the mail contains the token.
 */
export const linkToken = ({ tokenSecret }: AuthContext, kind: LinkKind, seed: string): string =>
  createHmac('sha256', tokenSecret).update(`link:${kind}:${seed}`).digest('base64url');

/** Found by the id alone, because a token does not contain the owner of its link. */
const byToken = ({ store }: AuthContext, token: string): Promise<LinkDocument | undefined> =>
  store.links.findOne('_id', { _id: hashed(token) });

/**
 * Creates a link with the outbox entry of its mail. Earlier links of the same kind end; verification links only those of the same registration,
 * so that nobody can end another registration's link by registering its address.
 */
export async function makeLink(
  auth: AuthContext,
  kind: LinkKind,
  { _id: userId, passwordHash }: LinkOwner,
  registrationId?: string,
): Promise<void> {
  const { links } = auth.store;
  const now = auth.clock();
  const request = { kind, seed: auth.randomSeed() } satisfies MailRequest;
  const entryId = newId(() => now.getTime());
  const alike = async () =>
    (await links.find('byUser', { equals: { userId, kind }, limit: linksPerRead })).filter(
      (each) => each.registrationId === registrationId,
    );
  for (const earlier of await alike()) await links.delete({ userId, _id: earlier._id });
  await links.insert({
    _id: hashed(linkToken(auth, kind, request.seed)),
    userId,
    kind,
    ...(kind === 'reset' && { boundTo: hashed(passwordHash) }),
    ...(registrationId !== undefined && { registrationId }),
    tries: 0,
    expiresAt: new Date(now.getTime() + lifetimeMs[kind]).toISOString(),
    ...outboxOf([{ _id: entryId, kind: 'mail', payload: JSON.stringify(request) }], now),
  });
  // Of several links created concurrently only the one that expires last remains, in whichever order they are read.
  const made = await alike();
  const rank = (link: { expiresAt: string; _id: string }) => `${link.expiresAt} ${link._id}`;
  const last = made.reduce((best, each) => (rank(each) > rank(best) ? each : best), made[0] ?? { expiresAt: '', _id: '' });
  for (const each of made) if (each !== last) await links.delete({ userId, _id: each._id });
}

/** Returns the link of a seed while it is valid: not replaced, used or expired. */
export async function linkOfSeed(auth: AuthContext, kind: LinkKind, seed: string): Promise<LinkDocument | undefined> {
  const link = await byToken(auth, linkToken(auth, kind, seed));
  return link !== undefined && link.expiresAt >= auth.clock().toISOString() ? link : undefined;
}

/** Returns whether a reset link was created for the account's current password. */
export const isLinkOfPassword = (link: Pick<LinkDocument, 'boundTo'>, { passwordHash }: LinkOwner): boolean =>
  link.boundTo === undefined || link.boundTo === hashed(passwordHash);

/** Finds a link without using it. @throws DomainError `link_invalid` if it is used, expired or unknown */
export async function findLink(auth: AuthContext, kind: LinkKind, token: string): Promise<LinkDocument> {
  const link = await byToken(auth, token);
  if (link?.kind !== kind || link.expiresAt < auth.clock().toISOString()) throw invalidLink(kind);
  return link;
}

/** Counts a password attempt with a link. @throws DomainError `link_invalid` after ten */
export async function countTry(auth: AuthContext, kind: LinkKind, token: string): Promise<void> {
  const { userId, _id } = await findLink(auth, kind, token);
  const count = (guard: object) => auth.store.links.update({ userId, _id }, { increment: { tries: 1 } }, { equals: { kind }, ...guard });
  // Links stored before attempts were counted have no count.
  if (!((await count({ below: { tries: mostTries } })) ?? (await count({ absent: ['tries'] })))) throw invalidLink(kind);
}

/** Uncounts an attempt that was not made. */
export async function uncountTry(auth: AuthContext, token: string): Promise<void> {
  const link = await byToken(auth, token);
  if (link) await auth.store.links.update(link, { increment: { tries: -1 } }, { atLeast: { tries: 1 } });
}

/** Uses a link. @throws DomainError `link_invalid` if it is used, expired or unknown */
export async function useLink(auth: AuthContext, kind: LinkKind, token: string): Promise<void> {
  const link = await byToken(auth, token);
  const used = link && (await auth.store.links.delete(link, { equals: { kind }, atLeast: { expiresAt: auth.clock().toISOString() } }));
  if (!used) throw invalidLink(kind);
}

export async function endLinks({ store }: AuthContext, userId: string): Promise<void> {
  await store.links.deleteWhere('byUser', { userId });
}
