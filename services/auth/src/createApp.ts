import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { Id, internalPaths, ShareRequest, type FirstName } from '@lectern/contracts';
import { collectionsOf } from '@lectern/document-store';
import { takeShare } from '@lectern/rate-limits';
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
import type { AuthContext } from './AuthContext.ts';
import { createQueues } from './createQueues.ts';
import { addresseeOf } from './domain/accounts.ts';
import { createHashing } from './domain/createHashing.ts';
import { passwords as argon2Passwords, type Passwords } from './domain/passwords.ts';
import { registrantOf } from './domain/register.ts';
import { RegistrationBound } from './domain/RegistrationBound.ts';
import { revocationsAfter } from './domain/revocations.ts';
import { displayName } from './mail/displayName.ts';
import type { Mailer } from './mail/Mailer.ts';
import { routes } from './routes.ts';
import { collections } from './store.ts';

export interface AppOptions extends ServiceParts {
  tokenSecret: string;
  publicUrl: string;
  supportEmail: string;
  mailer: Mailer;
  call: InternalClient;
  /** Reads the data of other services about a learner. */
  stream: InternalStream;
  rateLimits: boolean;
  /** A monotonic clock for the pauses between retries, in milliseconds. Defaults to `performance.now`. */
  monotonic?: () => number;
  randomSeed?: () => string;
  passwords?: Passwords;
}

/** The length of a link's random seed, in bytes. */
const seedBytes = 32;
/** The number of steps from the request for a link to its mail: the link, the outbox entry, the mail. */
const stepsToMail = 3;

/** Delivers everything that is due, including what results from it. Resolves when all of it was delivered or has failed. */
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
  const { store, log, clock } = parts;
  const leases = createLeases({ store, clock, log });
  const ownStore = collectionsOf(store, collections);
  const auth: AuthContext = {
    store: ownStore,
    tokenSecret,
    randomSeed: options.randomSeed ?? (() => randomBytes(seedBytes).toString('base64url')),
    hashing: createHashing(options.passwords ?? argon2Passwords),
    registrationBound: new RegistrationBound(() => ownStore.users.count('byState', { isVerified: false }), clock),
    areLimitsOn: rateLimits,
    // A circular dependency: rules add mails to the queue, and the queue looks up addressees with rules.
    mailQueue: { add: (mail) => queues.mailQueue.add(mail), erase: (userId) => queues.mailQueue.erase(userId) },
    deletedAccounts: createDeletedAccounts(store),
    idempotency: createIdempotency(store, leases, clock, log),
    stream,
    flushOutboxes: () => {
      queues.linkOutbox.flush();
      queues.accountOutbox.flush();
    },
    log,
    clock,
  };
  const queues = createQueues(auth, { ...parts, mailer, settings: { publicUrl, supportEmail }, call, monotonic });
  const { accountOutbox, linkOutbox, mailQueue } = queues;
  const shareCounts = { counts: ownStore.attempts, secret: tokenSecret, clock };

  const service = createStatefulService({
    ...parts,
    name: 'auth',
    deletedAccounts: auth.deletedAccounts,
    leases,
    idempotency: auth.idempotency,
    ownerOfPublicCall: (body) => registrantOf(check(z.object({ email: z.string() }), body).email),
    routes: routes(auth),
    internal: (app) => {
      app.get(internalPaths.revocations, async (c) => {
        const { after } = check(z.object({ after: z.optional(Id) }), c.req.query());
        return c.json(await revocationsAfter(auth, after));
      });
      app.get(internalPaths.firstName, async (c) => {
        const to = await addresseeOf(auth, c.get('identity').userId ?? '');
        return c.json({ firstName: (to && displayName(to.firstName)) ?? null } satisfies FirstName);
      });
      app.post(internalPaths.shares, async (c) => c.json(await takeShare(shareCounts, check(ShareRequest, await c.req.json()))));
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
  return { ...service, context: auth, settle: () => settleAll([accountOutbox, linkOutbox, mailQueue]) };
}
