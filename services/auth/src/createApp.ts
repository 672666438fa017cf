import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { Id, internalPaths, ShareRequest } from '@lectern/contracts';
import {
  check,
  createDeletedAccounts,
  createIdempotency,
  createLeases,
  createStatefulService,
  type BackgroundQueue,
  type InternalClient,
  type InternalStream,
  type ServiceParts,
} from '@lectern/service-kit';
import { createQueues } from './createQueues.ts';
import { createAccountExport } from './account-export/createAccountExport.ts';
import { createAccounts } from './domain/createAccounts.ts';
import { createAccountExports } from './domain/createAccountExports.ts';
import { createAttempts } from './domain/createAttempts.ts';
import { createHashing } from './domain/createHashing.ts';
import { createKnownNetworks } from './domain/createKnownNetworks.ts';
import { createLinks } from './domain/createLinks.ts';
import { createLoginGuard } from './domain/createLoginGuard.ts';
import { createMailings } from './domain/createMailings.ts';
import { registrantOf } from './domain/createRegistrations.ts';
import { createSessions } from './domain/createSessions.ts';
import { createShares } from './domain/createShares.ts';
import { passwords as argon2Passwords, type Passwords } from './domain/passwords.ts';
import type { Mailer } from './mail/Mailer.ts';
import { routes } from './routes.ts';

export interface AppOptions extends ServiceParts {
  tokenSecret: string;
  publicUrl: string;
  supportEmail: string;
  mailer: Mailer;
  call: InternalClient;
  /** Reads what other services keep of a learner. */
  stream: InternalStream;
  rateLimits: boolean;
  /** A monotonic clock for the pauses between retries, in milliseconds; `performance.now` when left out. */
  monotonic?: () => number;
  randomSeed?: () => string;
  passwords?: Passwords;
}

/** Bytes of a link's random seed. */
const seedBytes = 32;
/** A requested link becomes a link, then an outbox entry, then a mail. */
const stepsToMail = 3;

/** Delivers everything that is due, and what follows from it. Resolves when all of it was delivered or has failed. */
const settleAll = async (queues: readonly BackgroundQueue[]): Promise<void> => {
  for (let step = 0; step < stepsToMail; step++)
    for (const queue of queues) {
      queue.flush();
      await queue.idle();
    }
};

/** Creates the auth service from its dependencies. */
export function createApp(options: AppOptions) {
  const { tokenSecret, publicUrl, supportEmail, mailer, call, stream, rateLimits, monotonic = () => performance.now(), ...parts } = options;
  const { store, clock } = parts;
  const sessions = createSessions(store, tokenSecret, clock);
  const links = createLinks(store, tokenSecret, clock, options.randomSeed ?? (() => randomBytes(seedBytes).toString('base64url')));
  const deletedAccounts = createDeletedAccounts(store);
  const leases = createLeases({ store, clock, log: parts.log });
  const idempotency = createIdempotency(store, leases, clock, parts.log);
  const attempts = createAttempts(store, clock);
  const exports = createAccountExports(store, clock);
  const shares = createShares(store, tokenSecret, clock);

  const accounts = createAccounts({
    store,
    sessions,
    links,
    loginGuard: createLoginGuard(attempts, rateLimits),
    attempts: rateLimits ? attempts : undefined,
    knownNetworks: createKnownNetworks(store, tokenSecret, clock),
    mailings: createMailings(store, clock, rateLimits),
    mailQueue: { add: (mail) => queues.mailQueue.add(mail), erase: (userId) => queues.mailQueue.erase(userId) },
    hashing: createHashing(options.passwords ?? argon2Passwords),
    exports,
    deletedAccounts,
    idempotency,
    clock,
    send: () => {
      queues.linkOutbox.flush();
      queues.accountOutbox.flush();
    },
  });
  // Accounts add mails to the queue, and the queue asks accounts for addressees.
  const queues = createQueues({ ...parts, accounts, links, mailer, settings: { publicUrl, supportEmail }, call, monotonic });
  const { accountOutbox, linkOutbox, mailQueue } = queues;

  const service = createStatefulService({
    ...parts,
    name: 'auth',
    deletedAccounts,
    leases,
    idempotency,
    ownerOfPublicCall: (body) => registrantOf(check(z.object({ email: z.string() }), body).email),
    routes: routes(accounts, createAccountExport({ exports, profileOf: accounts.profile, stream, log: parts.log, clock })),
    internal: (app) => {
      app.get(internalPaths.revocations, async (c) => {
        const { after } = check(z.object({ after: z.optional(Id) }), c.req.query());
        return c.json(await sessions.revocationsAfter(after));
      });
      app.post(internalPaths.shares, async (c) => c.json(await shares.take(check(ShareRequest, await c.req.json()))));
    },
    events: {
      // A repeated event has the same id. The request of a deleted account is dropped when its address is not found.
      'payment.failed': ({ eventId, userId, amount, currency }) =>
        mailQueue.add({ id: `payment-failed-${eventId}`, userId, request: { kind: 'payment-failed', amount, currency } }),
      'reviews.due': ({ eventId, userId, due, unsubscribeUrl, validUntil }) =>
        mailQueue.add({ id: `reviews-due-${eventId}`, userId, request: { kind: 'reviews-due', due, unsubscribeUrl, validUntil } }),
    },
    queues: [accountOutbox, linkOutbox, mailQueue],
    release: () => mailer.close(),
  });
  return { ...service, accounts, settle: () => settleAll([accountOutbox, linkOutbox, mailQueue]) };
}
