import * as z from 'zod/mini';
import { defineCollection, openDocumentStore, type DocumentStore, type StoreEngine } from '@lectern/document-store';
import { deletedAccountsCollection, idempotencyCollection, outboxFields, outboxIndex } from '@lectern/service-kit';

/** Somebody's wish to have an account with an address; whose wish it was shows when the address is verified. */
const WaitingRegistration = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** All of one address share a salt, so that equal passwords can be told. */
  passwordHash: z.string(),
  /** Of the registering request's `Idempotency-Key`, which its browser keeps. */
  secretHash: z.optional(z.string()),
  createdAt: z.string(),
});
export type WaitingRegistration = z.infer<typeof WaitingRegistration>;

/**
 * An account, or an address for which registrations wait: one document, so that verifying one of them and dropping the others is one
 * write. A deleted account stays, empty, until every service has confirmed the erasure.
 */
export const usersCollection = defineCollection({
  name: 'users',
  schema: z.object({
    _id: z.string(),
    /** Lower case. Of a deleted account: `deleted:` and its id, since a unique field must be there. */
    email: z.string(),
    /** Names and password of a verified account; empty while registrations wait, which have their own. */
    firstName: z.string(),
    lastName: z.string(),
    passwordHash: z.string(),
    isVerified: z.boolean(),
    isDeleted: z.boolean(),
    createdAt: z.string(),
    /** Oldest first. Read by `waitingFor` only, which knows accounts that were stored without it. */
    waiting: z.optional(z.array(WaitingRegistration)),
    /** Grows with every registration: what was decided about those before it counts for them only. */
    version: z.optional(z.int()),
    /** When those that wait are dropped. */
    expiresAt: z.optional(z.string()),
    ...outboxFields,
  }),
  indexes: { byEmail: { fields: ['email'], unique: true }, byState: { fields: ['isVerified', '_id'] }, ...outboxIndex },
  expires: 'expiresAt',
});
export type UserDocument = z.infer<typeof usersCollection.schema>;

/** A sign-in. Its id stands in the token; without this document the token is worth nothing. */
export const sessionsCollection = defineCollection({
  name: 'sessions',
  schema: z.object({ _id: z.string(), userId: z.string(), createdAt: z.string(), expiresAt: z.string() }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
  expires: 'expiresAt',
});

/**
 * Sessions that ended before their time: the feed that the gateway follows. An id is a place in the feed, given by the store: the clock of
 * a process may be behind that of the last one. Those that earlier versions gave are UUIDs, which sort before all places.
 */
export const revocationsCollection = defineCollection({
  name: 'revocations',
  schema: z.object({ _id: z.string(), sessionId: z.string(), expiresAt: z.string() }),
  expires: 'expiresAt',
});

/** The last place that a feed has given, which stays when everything in the feed has expired. */
export const feedPlacesCollection = defineCollection({
  name: 'feedPlaces',
  schema: z.object({ _id: z.string(), last: z.int() }),
  indexes: {},
});

/** A mailed link. Its id is the hash of the token, which is nowhere stored. */
export const linksCollection = defineCollection({
  name: 'links',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    kind: z.enum(['verify', 'reset']),
    expiresAt: z.string(),
    /** Of a link to verify: for which registration it was made. */
    registrationId: z.optional(z.string()),
    /** Passwords that were tried with it. */
    tries: z.optional(z.int()),
    /** Hash of the password's hash at that time: a link is worth nothing once the account has another password. */
    boundTo: z.optional(z.string()),
    ...outboxFields,
  }),
  indexes: { byUser: { fields: ['userId', 'kind', '_id'] }, ...outboxIndex },
  expires: 'expiresAt',
});

export type LinkDocument = z.infer<typeof linksCollection.schema>;

/** From which networks an account has signed in lately. The id is a keyed hash of both. */
export const knownNetworksCollection = defineCollection({
  name: 'knownNetworks',
  schema: z.object({ _id: z.string(), userId: z.string(), expiresAt: z.string() }),
  indexes: { byUser: { fields: ['userId', 'expiresAt', '_id'] } },
  expires: 'expiresAt',
});

/** Failed tries in a window: sign-ins, and current passwords. */
export const attemptsCollection = defineCollection({
  name: 'attempts',
  schema: z.object({ _id: z.string(), count: z.int(), resetAt: z.string() }),
  expires: 'resetAt',
});

/** When mails of a kind went to an address within the last hour. */
export const mailingsCollection = defineCollection({
  name: 'mailings',
  schema: z.object({ _id: z.string(), times: z.array(z.string()), version: z.int(), expiresAt: z.string() }),
  expires: 'expiresAt',
});

/**
 * A request to mail something, until the mail server has taken it or it is given up. After that its id alone stays for a week, so
 * that a request which comes twice is carried out once.
 */
export const mailsCollection = defineCollection({
  name: 'mails',
  schema: z.object({
    _id: z.string(),
    /** Whose account it is about; the address is looked up when the mail goes out. Absent when the account is gone. */
    userId: z.optional(z.string()),
    /** JSON of a `MailRequest`. Absent, as `userId` and `dueAt` are, when there is nothing more to do. */
    request: z.optional(z.string()),
    /** When it is tried next; while it is being tried, when somebody else may take it for abandoned. */
    dueAt: z.optional(z.string()),
    tries: z.int(),
    requestedAt: z.string(),
    /** The request that caused it: the sending is logged under the same id. */
    requestId: z.optional(z.string()),
    givenUpAt: z.string(),
    expiresAt: z.string(),
  }),
  indexes: { byDue: { fields: ['dueAt', '_id'] }, byUser: { fields: ['userId', '_id'] } },
  expires: 'expiresAt',
});

export const collections = [
  usersCollection,
  sessionsCollection,
  revocationsCollection,
  feedPlacesCollection,
  linksCollection,
  knownNetworksCollection,
  attemptsCollection,
  mailingsCollection,
  mailsCollection,
  idempotencyCollection,
  deletedAccountsCollection,
] as const;

/** Opens auth's database. */
export const openStore = (engine: StoreEngine): Promise<DocumentStore> => openDocumentStore('auth', collections, engine);
