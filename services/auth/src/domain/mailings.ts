import { createHash } from 'node:crypto';
import { DomainError, insertOnce } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const perHour = 5;
/** The maximum number of attempts to update a count, after concurrent updates. */
const updateRounds = 10;

/**
 * The kinds of mail, each with its own count. `password-changed` and `password-reset` are separate kinds: if the owner resets the
 * password right after somebody else changed it, both mails are sent.
 */
export type MailingKind = 'verify' | 'reset' | 'password-changed' | 'password-reset';

/**
 * Counts a mail of a kind to an address: one a minute and five an hour are allowed. Known and unknown addresses count alike.
 *
 * @returns `false` if one was sent within the last minute, and nothing must be sent
 * @throws DomainError `rate_limited` above five an hour
 */
export async function takeMailing(
  { store: { mailings }, areLimitsOn, clock }: AuthContext,
  kind: MailingKind,
  email: string,
  { exemptFromMinute = false } = {},
): Promise<boolean> {
  if (!areLimitsOn) return true;
  const id = `${kind}:${createHash('sha256').update(email).digest('base64url')}`;
  for (let round = 0; round < updateRounds; round++) {
    const now = clock().getTime();
    const known = await mailings.get(id);
    const times = (known?.times ?? []).filter((time) => Date.parse(time) > now - hourMs);
    const last = times.at(-1);
    if (!exemptFromMinute && last !== undefined && Date.parse(last) > now - minuteMs) return false;
    const first = times[0];
    if (times.length >= perHour && first !== undefined)
      throw new DomainError('rate_limited', 'Too many emails were sent to this address. Please try again later.', {
        retryAfterSeconds: (Date.parse(first) + hourMs - now) / 1000,
      });
    const next = { times: [...times, new Date(now).toISOString()], expiresAt: new Date(now + hourMs).toISOString() };
    if (known) {
      if (await mailings.update(id, { set: next, increment: { version: 1 } }, { equals: { version: known.version } })) return true;
    } else if (await insertOnce(mailings, { _id: id, version: 1, ...next })) return true;
  }
  throw new DomainError('rate_limited', 'Too many requests for this address. Please try again.', { retryAfterSeconds: 1 });
}
