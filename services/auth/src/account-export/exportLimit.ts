import { counted } from '@lectern/contracts';
import { DomainError, insertOnce } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Starts an export, at most one an hour. @returns its start time, for `giveBackExport`. @throws DomainError `rate_limited` */
export async function beginExport({ store, clock }: AuthContext, userId: string): Promise<string> {
  const { exports } = store;
  const now = clock();
  const startedAt = now.toISOString();
  const expiresAt = new Date(now.getTime() + hourMs).toISOString();
  if (await insertOnce(exports, { _id: userId, startedAt, expiresAt })) return startedAt;
  const last = await exports.get(userId);
  const leftMs = last ? Date.parse(last.expiresAt) - now.getTime() : minuteMs;
  if (last && leftMs <= 0 && (await exports.update(userId, { set: { startedAt, expiresAt } }, { equals: { startedAt: last.startedAt } })))
    return startedAt;
  const seconds = Math.max(1, leftMs / 1000);
  const minutes = Math.ceil(seconds / 60);
  throw new DomainError('rate_limited', `Your data can be exported once an hour. Please try again in ${counted(minutes, 'minute')}.`, {
    retryAfterSeconds: seconds,
  });
}

/** Uncounts an export that failed or is incomplete. */
export async function giveBackExport({ store }: AuthContext, userId: string, startedAt: string): Promise<void> {
  await store.exports.delete(userId, { equals: { startedAt } });
}
