import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { Id, internalPaths } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import {
  check,
  createErased,
  deliverEvent,
  startPurging,
  createIdempotency,
  createOutbox,
  createService,
  type InternalClient,
  type Log,
  type Metrics,
  type OutboxEntry,
} from '@lectern/service-kit';
import { createAccounts } from './domain/createAccounts.ts';
import { createLinks, type LinkKind } from './domain/createLinks.ts';
import { createLoginGuard } from './domain/createLoginGuard.ts';
import { createMailings } from './domain/createMailings.ts';
import { createSessions } from './domain/createSessions.ts';
import { passwords as argon2Passwords, type Passwords } from './domain/passwords.ts';
import type { Mailer } from './mail/createMailer.ts';
import { mails } from './mail/mails.ts';
import { deleteAccountRoute } from './routes/deleteAccount.route.ts';
import { forgotPasswordRoute } from './routes/forgotPassword.route.ts';
import { getUserRoute } from './routes/getUser.route.ts';
import { loginRoute } from './routes/login.route.ts';
import { logoutRoute } from './routes/logout.route.ts';
import { registerRoute } from './routes/register.route.ts';
import { resendVerificationRoute } from './routes/resendVerification.route.ts';
import { resetPasswordRoute } from './routes/resetPassword.route.ts';
import { updatePasswordRoute } from './routes/updatePassword.route.ts';
import { updateProfileRoute } from './routes/updateProfile.route.ts';
import { verifyEmailRoute } from './routes/verifyEmail.route.ts';
import { linksCollection, usersCollection } from './store.ts';

export interface AppOptions {
  store: DocumentStore;
  tokenSecret: string;
  internalSecret: string;
  publicUrl: string;
  mailer: Mailer;
  call: InternalClient;
  rateLimits: boolean;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
  randomSeed?: () => string;
  passwords?: Passwords;
}

const MailOrder = z.object({ kind: z.enum(['verify', 'reset']), seed: z.string() });
/** The auth service, built from what it depends on. */
export function createApp(options: AppOptions) {
  const { store, tokenSecret, internalSecret, publicUrl, mailer, call, rateLimits, metrics, log, clock } = options;
  const sessions = createSessions(store, tokenSecret, clock);
  const links = createLinks(store, tokenSecret, clock, options.randomSeed ?? (() => randomBytes(32).toString('base64url')));
  const erased = createErased(store);
  const idempotency = createIdempotency(store, clock);

  const accounts = createAccounts({
    store,
    sessions,
    links,
    loginGuard: createLoginGuard(store, clock, rateLimits),
    mailings: createMailings(store, clock, rateLimits),
    passwords: options.passwords ?? argon2Passwords,
    erased,
    idempotency,
    clock,
    send: () => {
      mailOutbox.kick();
      eventOutbox.kick();
    },
  });

  const deliverMail = async (entry: OutboxEntry, link: { userId: string; expiresAt: string }): Promise<void> => {
    const { kind, seed } = z.parse(MailOrder, JSON.parse(entry.payload));
    const to = await accounts.addressee(link.userId);
    // Too late to be of use, or nobody there any more: the order is done.
    if (!to || link.expiresAt < clock().toISOString()) return;
    await mailer.send(mails[kind](to.email, to.firstName, publicUrl, links.tokenOf(kind satisfies LinkKind, seed)));
  };
  const mailOutbox = createOutbox({ collection: store.collection(linksCollection) as never, deliver: deliverMail as never, log, clock });

  const eventOutbox = createOutbox({
    collection: store.collection(usersCollection) as never,
    deliver: deliverEvent(call),
    emptied: async ({ _id }) => {
      await accounts.eraseOwn(_id);
      await store.collection(usersCollection).delete(_id, { equals: { isDeleted: true } });
    },
    log,
    clock,
  });

  const app = createService({
    name: 'auth',
    routes: [
      registerRoute(accounts),
      loginRoute(accounts),
      logoutRoute(accounts),
      getUserRoute(accounts),
      resendVerificationRoute(accounts),
      verifyEmailRoute(accounts),
      forgotPasswordRoute(accounts),
      resetPasswordRoute(accounts),
      updateProfileRoute(accounts),
      updatePasswordRoute(accounts),
      deleteAccountRoute(accounts),
    ],
    internal: (service) => {
      service.get(internalPaths.revocations, async (c) => {
        const { after } = check(z.object({ after: z.optional(Id) }), c.req.query());
        return c.json(await sessions.revocationsAfter(after));
      });
    },
    internalSecret,
    idempotency,
    isErased: (userId) => erased.has(userId),
    ready: () => store.ping(),
    metrics,
    log,
    clock,
  });

  const stopPurging = startPurging(store, clock, log);

  return {
    app,
    accounts,
    /** Resolves when mails and events on their way have arrived. */
    idle: async (): Promise<void> => {
      await mailOutbox.idle();
      await eventOutbox.idle();
    },
    close: async (): Promise<void> => {
      stopPurging();
      await mailOutbox.stop();
      await eventOutbox.stop();
      mailer.close();
      await store.close();
    },
  };
}
