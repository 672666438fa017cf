import * as z from 'zod/mini';
import { DuplicateKeyError, type DocumentStore } from '@lectern/document-store';
import { currentRequest, inRequest, type Log, type Metrics } from '@lectern/service-kit';
import { mailsCollection } from '../store.ts';
import { mailConnections, MailError, type Mail, type Mailer } from './createMailer.ts';

/** A requested mail. It contains no token: a link's token is derived from the seed when the mail is sent. */
export const MailRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), seed: z.string() }),
  z.object({ kind: z.literal('reset'), seed: z.string() }),
  z.object({ kind: z.literal('password-changed'), at: z.string() }),
  /** The only request with an address, since the account is gone when the mail is sent. */
  z.object({ kind: z.literal('account-deleted'), email: z.string(), firstName: z.string(), at: z.string() }),
  z.object({ kind: z.literal('payment-failed'), amount: z.int(), currency: z.string() }),
  /**
   * A link was requested for an address. The account is looked up when this is handled, after the answer, so that the time of the answer does
   * not reveal whether it exists.
   */
  z.object({ kind: z.literal('link-wanted'), link: z.enum(['verify', 'reset']), email: z.string() }),
]);
export type MailRequest = z.infer<typeof MailRequest>;

/** A mail in the queue. */
export interface QueuedMail {
  /** A request with a known id is not sent again. */
  id: string;
  /** The account that it concerns, unless it was deleted. */
  userId: string | undefined;
  request: MailRequest;
}

const day = 24 * 60 * 60 * 1000;
/** How long a mail server may be down before its mails are given up. */
const triedForMs = day;
/**
 * How long the id of a request is kept: as long as it may come again. An event may be repeated for days, a link for one day. The request for a
 * link comes once and is forgotten when it was handled, since anybody may make any number of them.
 */
const rememberedMs = (request: MailRequest): number => (request.kind === 'verify' || request.kind === 'reset' ? 2 * day : 7 * day);
/** The lease of a request in flight, in milliseconds. The sending process renews it; after its death another process takes over. */
const leaseMs = 5_000;
const renewedEveryMs = 1_500;
const longestWaitMs = 120_000;
/**
 * The pause after the n-th failure. An unreachable mail server is retried often, so that mails arrive soon after it is back; after a refusal
 * the pause is longer.
 */
const waitMs = (error: unknown, tries: number): number =>
  error instanceof MailError && error.responseCode !== undefined
    ? Math.min(longestWaitMs, 15_000 * 2 ** Math.min(tries, 3))
    : Math.min(8_000, 500 * 2 ** Math.min(tries, 4));
/** Later than any time that is stored. */
const endOfTime = '9999-12-31T23:59:59.999Z';
/** How often a permanently refused mail is retried: some servers refuse permanently while they are being set up. */
const triesOfRefused = 3;
const everyMs = 1_000;
const stopMs = 1_500;
/** A pause so that the answer to the requesting call is sent first, in milliseconds. */
const afterAnswerMs = 20;

export interface MailQueue {
  /** Stores the request. The mail is sent as soon as the mail server accepts it. */
  add(mail: QueuedMail): Promise<void>;
  /** Drops waiting mails of an account. */
  erase(userId: string): Promise<void>;
  /** Sends due mails now. Retries follow by themselves. */
  flush(): void;
  /** Resolves when nothing is in flight. For tests and shutdown. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface MailQueueOptions {
  store: DocumentStore;
  /** Composes the mail when it is sent; `undefined` when there is nothing to send: a used link, a deleted account. */
  compose: (request: MailRequest, userId: string | undefined) => Promise<Mail | undefined>;
  mailer: Mailer;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
}

/**
 * Requests to mail, carried out one by one over a few connections; who takes one holds it for a while, so that several processes on
 * one store send each mail once. Tried again after a failure with growing pauses, for a day at most.
 */
export function createMailQueue({ store, compose, mailer, metrics, log, clock }: MailQueueOptions): MailQueue {
  const figure = metrics.counter({ name: 'lectern_mails_total', help: 'Tries to send a mail.', labels: ['kind', 'result'] });
  const mails = store.collection(mailsCollection);
  const underWay = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const after = (ms: number) => new Date(clock().getTime() + ms).toISOString();

  const nextDue = async () => {
    const [due] = await mails.find('byDue', { atMost: clock().toISOString(), limit: 1 });
    if (due) return due;
    // Nobody waits for so long, nor holds a request: the clock was set back, and this is due by the time that it told before.
    const [furthest] = await mails.find('byDue', { atMost: endOfTime, order: 'desc', limit: 1 });
    return furthest?.dueAt !== undefined && furthest.dueAt > after(longestWaitMs + leaseMs) ? furthest : undefined;
  };

  const finish = async (id: string, kind: string): Promise<void> => {
    if (kind === 'link-wanted') await mails.delete(id);
    else await mails.update(id, { unset: ['userId', 'request', 'dueAt'] });
  };

  /** What this process is sending, by the request's id. */
  const held = new Map<string, Lease>();
  /** Keeps others from a request until it is let go of. */
  const hold = (id: string, until: string): Lease => {
    let dueAt = until;
    const renew = async (): Promise<boolean> => {
      const next = after(leaseMs);
      if (!(await mails.update(id, { set: { dueAt: next } }, { equals: { dueAt } }))) return false;
      dueAt = next;
      return true;
    };
    const timer = setInterval(() => {
      // A renewal that fails costs a second sending at worst, and of the very same mail.
      if (!stopped) void renew().catch((error: unknown) => log('warn', 'mail.leaseFailed', { mail: id, error }));
    }, renewedEveryMs);
    timer.unref();
    const release = () => {
      clearInterval(timer);
      held.delete(id);
    };
    const lease = { dueAt: () => dueAt, renew, release };
    held.set(id, lease);
    return lease;
  };

  const attempt = async (id: string, { request: json, userId, tries, requestedAt, givenUpAt, dueAt }: Taken): Promise<void> => {
    let kind = 'unknown';
    const lease = hold(id, dueAt);
    try {
      const request = z.parse(MailRequest, JSON.parse(json));
      kind = request.kind;
      if (givenUpAt <= clock().toISOString()) {
        figure.inc({ kind, result: 'given up' });
        log('error', 'mail.givenUp', { mail: id, kind, tries: tries - 1, reason: 'not taken in time' });
        return await finish(id, kind);
      }
      const mail = await compose(request, userId);
      if (mail) await mailer.send(mail, { id, date: new Date(requestedAt) });
      if (kind !== 'link-wanted') figure.inc({ kind, result: mail ? 'sent' : 'pointless' });
      await finish(id, kind);
    } catch (error) {
      // A library's own words about a mail name its addresses; `MailError` has none.
      const reason =
        error instanceof MailError ? { code: error.code, command: error.command, responseCode: error.responseCode } : { error };
      if (error instanceof MailError && error.isPermanent && tries >= triesOfRefused) {
        figure.inc({ kind, result: 'given up' });
        log('error', 'mail.givenUp', { mail: id, kind, tries, ...reason });
        return finish(id, kind);
      }
      figure.inc({ kind, result: 'failed' });
      if (tries === 1 || tries % 10 === 0) log('warn', 'mail.retry', { mail: id, kind, tries, ...reason });
      await mails.update(id, { set: { dueAt: after(waitMs(error, tries)) } }, { equals: { dueAt: lease.dueAt() } });
    } finally {
      lease.release();
    }
  };

  const take = async (): Promise<void> => {
    while (!stopped && underWay.size < mailConnections) {
      const due = await nextDue();
      if (due?.dueAt === undefined || due.request === undefined) return;
      // Our own, after the clock was set or the process has slept: still being sent.
      const own = held.get(due._id);
      if (own) {
        if (await own.renew()) continue;
        return;
      }
      const dueAt = after(leaseMs);
      const taken = await mails.update(due._id, { set: { dueAt }, increment: { tries: 1 } }, { equals: { dueAt: due.dueAt } });
      // Somebody else took it.
      if (!taken) continue;
      const { _id, userId, tries, requestedAt, givenUpAt } = taken;
      const job = { request: due.request, userId, tries, requestedAt, givenUpAt, dueAt };
      const work = inRequest({ requestId: taken.requestId ?? _id }, () => attempt(_id, job))
        .catch((error: unknown) => log('error', 'mail.failed', { mail: _id, error }))
        .finally(() => {
          underWay.delete(work);
          flush();
        });
      underWay.add(work);
    }
  };

  const flush = (): void => {
    if (stopped) return;
    if (taking) {
      again = true;
      return;
    }
    taking = take()
      .catch((error: unknown) => log('error', 'mail.queueFailed', { error }))
      .finally(() => {
        taking = undefined;
        if (again) {
          again = false;
          flush();
        }
      });
  };

  const idle = async (): Promise<void> => {
    while (taking ?? underWay.size > 0) await Promise.all([taking, ...underWay]);
  };

  const timer = setInterval(flush, everyMs);
  timer.unref();

  return {
    async add({ id, userId, request }) {
      const now = clock().toISOString();
      const requestId = currentRequest()?.requestId;
      try {
        await mails.insert({
          _id: id,
          ...(userId !== undefined && { userId }),
          request: JSON.stringify(request),
          dueAt: now,
          tries: 0,
          ...(requestId !== undefined && { requestId }),
          requestedAt: now,
          givenUpAt: after(triedForMs),
          expiresAt: after(rememberedMs(request)),
        });
      } catch (error) {
        // Requested before: by a try that a crash cut off, or by an event that came twice.
        if (!(error instanceof DuplicateKeyError)) throw error;
      }
      setTimeout(flush, afterAnswerMs).unref();
    },
    async erase(userId) {
      await mails.deleteWhere('byUser', { userId });
    },
    flush,
    idle,
    async stop() {
      stopped = true;
      clearInterval(timer);
      // A mail server that hangs must not hold up the end; what it did not take is tried again by the next process.
      const patience = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([idle(), patience]);
    },
  };
}

interface Lease {
  /** Until when it holds: what the request says while it is ours. */
  dueAt: () => string;
  /** Whether it was still ours to renew. */
  renew: () => Promise<boolean>;
  release: () => void;
}

interface Taken {
  request: string;
  userId: string | undefined;
  tries: number;
  requestedAt: string;
  givenUpAt: string;
  dueAt: string;
}
