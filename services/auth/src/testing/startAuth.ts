import { createHash } from 'node:crypto';
import { memoryStore } from '@lectern/document-store/testing';
import type { DocumentStore } from '@lectern/document-store';
import { createLog, createMetrics, type InternalClient } from '@lectern/service-kit';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { createApp, type AppOptions } from '../createApp.ts';
import type { Passwords } from '../domain/passwords.ts';
import type { Mail, Mailer, MailMetadata } from '../mail/Mailer.ts';
import { allCollections } from '../store.ts';

const internalSecret = 'an internal secret of the tests';

/** Cheap password hashes, salted like the real ones, so that hashing a password twice gives different hashes. */
let salts = 0;
const digest = (salt: string, password: string) => `${salt}.${createHash('sha256').update(salt).update(password).digest('base64url')}`;
export const cheapPasswords: Passwords = {
  hash: async (password, like) => digest(like?.split('.')[0] ?? String(++salts), password),
  fits: async (password, passwordHash) => passwordHash !== undefined && digest(passwordHash.split('.')[0] ?? '', password) === passwordHash,
};

/** Creates fakes of the service's surroundings: mail server, other services, clock. */
export function outside() {
  const mails: (Mail & MailMetadata)[] = [];
  const told: { to: string; body: unknown }[] = [];
  const lines: string[] = [];
  const time = { now: new Date('2026-03-05T10:00:00.000Z'), monotonicMs: 0 };
  const mood: { mail: () => Promise<void>; tell: (to: string) => Promise<void> } = {
    mail: async () => undefined,
    tell: async () => undefined,
  };
  const mailer: Mailer = {
    async send(mail, metadata) {
      await mood.mail();
      mails.push({ ...mail, ...metadata });
    },
    close: () => undefined,
  };
  const call = (async ({ to, body }: { to: string; body: unknown }) => {
    await mood.tell(to);
    told.push({ to, body });
    return {};
  }) as InternalClient;
  return {
    mails,
    told,
    lines,
    time,
    mood,
    mailer,
    call,
    pass: (ms: number) => {
      time.now = new Date(time.now.getTime() + ms);
      time.monotonicMs += ms;
    },
  };
}
export type Outside = ReturnType<typeof outside>;

interface Answer {
  status: number;
  headers: Headers;
  // Each test checks the fields that it expects.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Creates an empty store with all collections of auth. */
export const emptyStore = (): DocumentStore => memoryStore(allCollections);

/** Starts a process of auth on a store, called like by the gateway. */
export function startAuth(store: DocumentStore, world: Outside, changes: Partial<AppOptions> = {}) {
  const running = createApp({
    store,
    tokenSecret: 'a token secret of the tests',
    internalSecret,
    publicUrl: 'http://localhost:3000',
    supportEmail: 'support@lectern.example',
    mailer: world.mailer,
    call: world.call,
    stream: async function* () {
      yield JSON.stringify({ type: 'end' });
    },
    rateLimits: true,
    metrics: createMetrics({ part: 'auth' }),
    log: createLog(
      'auth',
      () => world.time.now,
      (line) => void world.lines.push(line),
    ),
    clock: () => world.time.now,
    monotonic: () => world.time.monotonicMs,
    passwords: cheapPasswords,
    ...changes,
  });
  const ask = async (
    method: string,
    path: string,
    { body, token, headers = {} }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString() || '{}') as { sub?: string; sid?: string };
    const identity = { ...(claims.sub && { userId: claims.sub }), ...(claims.sid && { sessionId: claims.sid }) };
    const response = await running.app.request(path, {
      method,
      headers: {
        ...credentialHeaders(internalSecret, 'auth', path, { identity, now: world.time.now }),
        'x-client-address': '203.0.113.7',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
  };
  return {
    ...running,
    ask,
    /**
     * Delivers everything that is due now or within several minutes of the clock.
     *
     * @param others - processes on the same store. The clock must not pass the leases of mails that they are delivering
     */
    async drain(...others: readonly Pick<typeof running, 'settle'>[]): Promise<void> {
      for (let round = 0; round < 12; round++) {
        await Promise.all([running, ...others].map((each) => each.settle()));
        world.pass(31_000);
      }
    },
  };
}
export type RunningAuth = ReturnType<typeof startAuth>;

/** Returns every document of a store as JSON, by collection. */
export async function contentsOf(store: DocumentStore): Promise<Record<string, string>> {
  const parts = await Promise.all(
    allCollections.map(async (definition) => {
      const documents = await store.collection(definition).find('_id', { limit: 1000 });
      return [definition.name, JSON.stringify(documents)] as const;
    }),
  );
  return Object.fromEntries(parts);
}

/** Returns the token of the newest mailed link of a kind. */
export const mailedToken = ({ mails }: Outside, to: string, kind: 'verify-email' | 'reset-password'): string => {
  const links = mails
    .filter((mail) => mail.to === to)
    .flatMap((mail) => mail.text.split('\n').filter((line) => line.includes(`/${kind}/`)));
  return links.at(-1)?.split('/').at(-1) ?? '';
};

export const person = (email: string) => ({ firstName: 'Ada', lastName: 'Byron', email, password: 'correct horse battery' });

/** Creates a verified account and signs it in. */
export async function signedIn(auth: RunningAuth, world: Outside, email: string): Promise<{ token: string; userId: string }> {
  await auth.ask('POST', '/auth/register', { body: person(email), headers: { 'idempotency-key': `register-${email}` } });
  await auth.settle();
  const { body } = await auth.ask('GET', `/auth/verify-email/${mailedToken(world, email, 'verify-email')}`);
  return { token: body.token as string, userId: body.user._id as string };
}
