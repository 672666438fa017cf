import * as z from 'zod/mini';
import { backoff, type Log } from '@lectern/service-kit';
import type { MailDocument } from '../store.ts';
import type { MailLease, Mails } from './createMailLeases.ts';
import { MailError, type Mail, type Mailer } from './Mailer.ts';
import { MailRequest } from './MailRequest.ts';

/** A leased request, before it is parsed. */
export type LeasedMail = Pick<MailDocument, '_id' | 'userId' | 'tries' | 'requestedAt' | 'givenUpAt'> & { request: string };

export interface SendingDependencies {
  mails: Mails;
  /** Composes the mail when it is sent; `undefined` if nothing must be sent, for example for a used link or a deleted account. */
  compose: (request: MailRequest, userId: string | undefined) => Promise<Mail | undefined>;
  mailer: Mailer;
  /** Counts an attempt. */
  count: (kind: string, result: 'sent' | 'pointless' | 'failed' | 'given up') => void;
  log: Log;
  clock: () => Date;
}

export const longestPauseMs = 120_000;
/** The pauses after a temporary refusal. */
const afterRefusal = backoff({ firstMs: 30_000, longestMs: longestPauseMs });
/** An unreachable mail server is retried often, so that mails arrive soon after it recovers. */
const afterNoAnswer = backoff({ firstMs: 1_000, longestMs: 8_000 });
const pauseMs = (error: unknown, tries: number): number =>
  (error instanceof MailError && error.isRefused ? afterRefusal : afterNoAnswer)(tries);

/** The number of attempts for a permanently refused mail: some servers refuse permanently while they are being set up. */
const triesOfRefused = 3;
/** Logs one line per this many failures of a mail. */
const loggedEvery = 10;

/** Returns the logged details of a failure. A library's message may contain the mail's addresses; `MailError` contains none. */
const reasonOf = (error: unknown): object => (error instanceof MailError ? { code: error.code, ...error.details } : { error });

/** Deletes the personal data of a completed request. Its id stays, except for a request for a link, which is never repeated. */
const finish = async (mails: Mails, id: string, kind: string): Promise<void> => {
  if (kind === 'link-wanted') await mails.delete(id);
  else await mails.update(id, { unset: ['userId', 'request', 'dueAt'] });
};

/** Makes one attempt to send a leased request. After a failure it is rescheduled; after a final failure it is given up. */
export async function sendQueuedMail(dependencies: SendingDependencies, leased: LeasedMail, lease: MailLease): Promise<void> {
  const { mails, compose, mailer, count, log, clock } = dependencies;
  const { _id: id, userId, tries, requestedAt, givenUpAt } = leased;
  let kind = 'unknown';
  const giveUp = (madeTries: number, reason: object): Promise<void> => {
    count(kind, 'given up');
    log('error', 'mail.givenUp', { mail: id, kind, tries: madeTries, ...reason });
    return finish(mails, id, kind);
  };
  try {
    const request = z.parse(MailRequest, JSON.parse(leased.request));
    kind = request.kind;
    if (givenUpAt <= clock().toISOString()) return await giveUp(tries - 1, { reason: 'not taken in time' });
    const mail = await compose(request, userId);
    if (mail) await mailer.send(mail, { id, date: new Date(requestedAt) });
    if (kind !== 'link-wanted') count(kind, mail ? 'sent' : 'pointless');
    await finish(mails, id, kind);
  } catch (error) {
    if (error instanceof MailError && error.isPermanent && tries >= triesOfRefused) return giveUp(tries, reasonOf(error));
    count(kind, 'failed');
    if (tries === 1 || tries % loggedEvery === 0) log('warn', 'mail.retry', { mail: id, kind, tries, ...reasonOf(error) });
    const dueAt = new Date(clock().getTime() + pauseMs(error, tries)).toISOString();
    await mails.update(id, { set: { dueAt } }, { equals: { dueAt: lease.dueAt() } });
  } finally {
    lease.release();
  }
}
