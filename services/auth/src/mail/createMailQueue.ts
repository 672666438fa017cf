import type { DocumentStore } from '@lectern/document-store';
import {
  createPollLoop,
  currentRequest,
  inRequest,
  insertOnce,
  type BackgroundQueue,
  type Metrics,
  type Polling,
} from '@lectern/service-kit';
import { mailsCollection, type MailDocument } from '../store.ts';
import { mailsAtOnce } from './Mailer.ts';
import { createMailLeases, leaseMs, type Mails } from './createMailLeases.ts';
import type { MailRequest } from './MailRequest.ts';
import { longestPauseMs, sendQueuedMail, type SendingDependencies } from './sendQueuedMail.ts';

/** A mail in the queue. */
interface QueuedMail {
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
 * How long the id of a request is stored: as long as the request may be repeated. An event may be repeated for days, a link for one day. The request
 * for a link is never repeated, and its id is deleted with it, because anyone may request any number of links.
 */
const rememberedMs = (request: MailRequest): number => (request.kind === 'verify' || request.kind === 'reset' ? 2 * day : 7 * day);
/** Later than any time that is stored. */
const endOfTime = '9999-12-31T23:59:59.999Z';
/** A pause so that the answer to the requesting call is sent first, in milliseconds. */
const afterAnswerMs = 20;

export interface MailQueue extends BackgroundQueue {
  /** Stores the request. The mail is sent as soon as the mail server accepts it. */
  add(mail: QueuedMail): Promise<void>;
  /** Drops waiting mails of an account. */
  erase(userId: string): Promise<void>;
}

export interface MailQueueOptions extends Pick<SendingDependencies, 'compose' | 'mailer' | 'log' | 'clock'> {
  store: DocumentStore;
  metrics: Metrics;
}

const later = (clock: () => Date, ms: number) => new Date(clock().getTime() + ms).toISOString();

/** Finds the next request to send. */
const nextDue = async (mails: Mails, clock: () => Date): Promise<MailDocument | undefined> => {
  const [due] = await mails.find('byDue', { atMost: clock().toISOString(), limit: 1 });
  if (due) return due;
  // A request that is due later than the longest pause and lease allow means that the clock was set back. It is sent now.
  const [furthest] = await mails.find('byDue', { atMost: endOfTime, order: 'desc', limit: 1 });
  return furthest?.dueAt !== undefined && furthest.dueAt > later(clock, longestPauseMs + leaseMs) ? furthest : undefined;
};

/** Stores a request, unless its id is known from an attempt before a crash or from a repeated event. */
const storeRequest = async (mails: Mails, { id, userId, request }: QueuedMail, clock: () => Date): Promise<void> => {
  const now = clock().toISOString();
  const requestId = currentRequest()?.requestId;
  await insertOnce(mails, {
    _id: id,
    ...(userId !== undefined && { userId }),
    request: JSON.stringify(request),
    dueAt: now,
    tries: 0,
    ...(requestId !== undefined && { requestId }),
    requestedAt: now,
    givenUpAt: later(clock, triedForMs),
    expiresAt: later(clock, rememberedMs(request)),
  });
};

/**
 * Creates the queue of requested mails. They are sent over a few connections. A process leases a request while it sends it, so that several processes
 * on one store send each mail once. After a failure it is retried with growing pauses, for at most a day.
 */
export function createMailQueue({ store, compose, mailer, metrics, log, clock }: MailQueueOptions): MailQueue {
  const attempts = metrics.counter({ name: 'lectern_mails_total', help: 'Tries to send a mail.', labels: ['kind', 'result'] });
  const mails: Mails = store.collection(mailsCollection);
  const leases = createMailLeases({ mails, log, clock });
  const sending: SendingDependencies = {
    mails,
    compose,
    mailer,
    count: (kind, result) => attempts.inc({ kind, result }),
    log,
    clock,
  };

  const poll = async ({ inFlight, begin, pollAfter, isStopped }: Polling<undefined>): Promise<void> => {
    while (!isStopped() && inFlight.size < mailsAtOnce) {
      const due = await nextDue(mails, clock);
      if (due?.dueAt === undefined || due.request === undefined) return;
      // This process is already sending it. Its lease ended because the clock was set or the process was suspended.
      const own = leases.of(due._id);
      if (own) {
        if (await own.renew()) continue;
        return;
      }
      const { _id, request } = due;
      const dueAt = leases.leaseEnd();
      const leased = await mails.update(_id, { set: { dueAt }, increment: { tries: 1 } }, { equals: { dueAt: due.dueAt } });
      // Another process has leased it.
      if (!leased) continue;
      begin(_id, undefined, () =>
        inRequest({ requestId: leased.requestId ?? _id }, () => sendQueuedMail(sending, { ...leased, request }, leases.hold(_id, dueAt))),
      );
      // Polls again after this mail, because its connection is free then.
      pollAfter(_id);
    }
  };
  const loop = createPollLoop({
    poll,
    failed: (error, mail) => log('error', mail === undefined ? 'mail.queueFailed' : 'mail.failed', { mail, error }),
  });

  return {
    ...loop,
    async add(mail) {
      await storeRequest(mails, mail, clock);
      setTimeout(loop.flush, afterAnswerMs).unref();
    },
    async erase(userId) {
      await mails.deleteWhere('byUser', { userId });
    },
    stop() {
      leases.stop();
      return loop.stop();
    },
  };
}
