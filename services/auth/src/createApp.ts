import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { Id, internalPaths } from '@lectern/contracts';
import {
  check,
  createDeletedAccounts,
  createIdempotency,
  createOutbox,
  createStatefulService,
  deliverEvent,
  type InternalClient,
  type OutboxEntry,
  type ServiceParts,
} from '@lectern/service-kit';
import { createAccounts, registrantOf } from './domain/createAccounts.ts';
import { createAttempts } from './domain/createAttempts.ts';
import { createHashing } from './domain/createHashing.ts';
import { createKnownNetworks } from './domain/createKnownNetworks.ts';
import { createLinks } from './domain/createLinks.ts';
import { createLoginGuard } from './domain/createLoginGuard.ts';
import { createMailings } from './domain/createMailings.ts';
import { createSessions } from './domain/createSessions.ts';
import { passwords as argon2Passwords, type Passwords } from './domain/passwords.ts';
import { createMailQueue } from './mail/createMailQueue.ts';
import { MailRequest } from './mail/MailRequest.ts';
import type { Mail, Mailer } from './mail/createMailer.ts';
import { letters, mailOf } from './mail/letters.ts';
import { routes } from './routes.ts';
import { linksCollection, usersCollection } from './store.ts';

export interface AppOptions extends ServiceParts {
  tokenSecret: string;
  publicUrl: string;
  supportEmail: string;
  mailer: Mailer;
  call: InternalClient;
  rateLimits: boolean;
  /** A monotonic clock for the pauses between retries, in milliseconds; `performance.now` when left out. */
  monotonic?: () => number;
  randomSeed?: () => string;
  passwords?: Passwords;
}

/** Creates the auth service from its dependencies. */
export function createApp(options: AppOptions) {
  const { tokenSecret, publicUrl, supportEmail, mailer, call, rateLimits, monotonic = () => performance.now(), ...parts } = options;
  const { store, metrics, log, clock } = parts;
  const sessions = createSessions(store, tokenSecret, clock);
  const links = createLinks(store, tokenSecret, clock, options.randomSeed ?? (() => randomBytes(32).toString('base64url')));
  const deletedAccounts = createDeletedAccounts(store);
  const idempotency = createIdempotency(store, clock);

  const attempts = createAttempts(store, clock);

  const accounts = createAccounts({
    store,
    sessions,
    links,
    loginGuard: createLoginGuard(attempts, rateLimits),
    attempts: rateLimits ? attempts : undefined,
    knownNetworks: createKnownNetworks(store, tokenSecret, clock),
    mailings: createMailings(store, clock, rateLimits),
    mailQueue: { add: (mail) => mailQueue.add(mail), erase: (userId) => mailQueue.erase(userId) },
    hashing: createHashing(options.passwords ?? argon2Passwords),
    deletedAccounts,
    idempotency,
    clock,
    send: () => {
      linkOutbox.flush();
      accountOutbox.flush();
    },
  });

  const compose = async (request: MailRequest, userId: string | undefined): Promise<Mail | undefined> => {
    const settings = { publicUrl, supportEmail };
    if (request.kind === 'link-wanted') {
      await accounts.mailWantedLink(request.link, request.email);
      return undefined;
    }
    if (request.kind === 'account-deleted') return mailOf(request, letters['account-deleted'](request, settings, request), settings);
    const to = userId === undefined ? undefined : await accounts.addressee(userId);
    // The account is gone: there is nothing to send.
    if (!to) return undefined;
    if (request.kind === 'password-changed') return mailOf(to, letters['password-changed'](to, settings, request), settings);
    if (request.kind === 'payment-failed') return mailOf(to, letters['payment-failed'](to, settings, request), settings);
    // A replaced, used or expired link is not mailed.
    if (!(await links.ofSeed(request.kind, request.seed))) return undefined;
    return mailOf(to, letters[request.kind](to, settings, { token: links.tokenOf(request.kind, request.seed) }), settings);
  };
  const mailQueue = createMailQueue({ store, compose, mailer, metrics, log, clock });

  /** Adds the mail of an outbox entry to the queue. The entry's id keeps it from being added twice. */
  const queueMail = async ({ _id, payload }: OutboxEntry, userId: string): Promise<void> => {
    const request = z.parse(MailRequest, JSON.parse(payload));
    await mailQueue.add({ id: _id, userId: request.kind === 'account-deleted' ? undefined : userId, request });
  };
  const linkOutbox = createOutbox({
    collection: store.collection(linksCollection),
    deliver: (entry, link) => queueMail(entry, link.userId),
    metrics,
    log,
    clock,
    monotonic,
  });

  const tell = deliverEvent(call);
  const accountOutbox = createOutbox({
    collection: store.collection(usersCollection),
    deliver: (entry, account) => (entry.kind === 'mail' ? queueMail(entry, account._id) : tell(entry)),
    emptied: (account) => accounts.finalizeDeletion(account),
    metrics,
    log,
    clock,
    monotonic,
  });

  const service = createStatefulService({
    ...parts,
    name: 'auth',
    deletedAccounts,
    idempotency,
    ownerOfPublicCall: (body) => registrantOf(check(z.object({ email: z.string() }), body).email),
    routes: routes(accounts),
    internal: (app) => {
      app.get(internalPaths.revocations, async (c) => {
        const { after } = check(z.object({ after: z.optional(Id) }), c.req.query());
        return c.json(await sessions.revocationsAfter(after));
      });
    },
    events: {
      // A repeated event has the same id. The request of a deleted account is dropped when its address is not found.
      'payment.failed': ({ eventId, userId, amount, currency }) =>
        mailQueue.add({ id: `payment-failed-${eventId}`, userId, request: { kind: 'payment-failed', amount, currency } }),
    },
    queues: [accountOutbox, linkOutbox, mailQueue],
    release: () => mailer.close(),
  });

  return {
    ...service,
    accounts,
    /** Delivers everything that is due, and what follows from it. Resolves when all of it was delivered or has failed. */
    settle: async (): Promise<void> => {
      // A requested link becomes a link, then an outbox entry, then a mail.
      for (let round = 0; round < 3; round++)
        for (const queue of [accountOutbox, linkOutbox, mailQueue]) {
          queue.flush();
          await queue.idle();
        }
    },
  };
}
