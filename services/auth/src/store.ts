import * as z from 'zod/mini';
import {
  defineCollection,
  openDocumentStore,
  type CollectionDefinition,
  type CollectionsOf,
  type DocumentStore,
  type StoreEngine,
} from '@lectern/document-store';
import { deletedAccountsCollection, idempotencyCollection, leasesCollection, outboxFields, outboxIndex } from '@lectern/service-kit';

/** A waiting registration for an address. The verification of the address decides which one belongs to its owner. */
const WaitingRegistration = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Registrations of one address share a salt, so that equal passwords have equal hashes. */
  passwordHash: z.string(),
  /** The hash of the registering request's `Idempotency-Key`, which the browser stores. */
  secretHash: z.optional(z.string()),
  createdAt: z.string(),
});
export type WaitingRegistration = z.infer<typeof WaitingRegistration>;

/**
 * An account, or an address with waiting registrations. One document, so that verifying one registration and dropping the others is one write. A
 * deleted account stays as an empty tombstone until every service has confirmed the erasure.
 */
export const usersCollection = defineCollection({
  name: 'users',
  schema: z.object({
    _id: z.string(),
    /** In lower case. For a deleted account `deleted:` and its id, since a unique field must be present. */
    email: z.string(),
    /** Names and password of a verified account; empty while registrations wait. */
    firstName: z.string(),
    lastName: z.string(),
    passwordHash: z.string(),
    isVerified: z.boolean(),
    isDeleted: z.boolean(),
    createdAt: z.string(),
    /** Oldest first. Only read through `waitingFor`, which handles documents of earlier versions. */
    waiting: z.optional(z.array(WaitingRegistration)),
    /** Incremented with every registration, so that a decision applies to the registrations that were read. */
    version: z.optional(z.int()),
    /** The time at which waiting registrations expire. */
    expiresAt: z.optional(z.string()),
    ...outboxFields,
  }),
  indexes: { byEmail: { fields: ['email'], unique: true }, byState: { fields: ['isVerified', '_id'] }, ...outboxIndex },
  expires: 'expiresAt',
});
export type UserDocument = z.infer<typeof usersCollection.schema>;

/** A session. Its id is in the token; without this document the token is invalid. */
const sessionsCollection = defineCollection({
  name: 'sessions',
  schema: z.object({ _id: z.string(), userId: z.string(), createdAt: z.string(), expiresAt: z.string() }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
  expires: 'expiresAt',
});

/**
 * Sessions that were ended early: the feed that the gateway reads. An id is a sequence number assigned by the store, because clocks of processes may
 * differ. Ids of earlier versions are UUIDs, which sort before all numbers.
 */
export const revocationsCollection = defineCollection({
  name: 'revocations',
  schema: z.object({ _id: z.string(), sessionId: z.string(), expiresAt: z.string() }),
  expires: 'expiresAt',
});

/** The last assigned sequence number, which stays when the feed's entries have expired. */
const feedPlacesCollection = defineCollection({
  name: 'feedPlaces',
  schema: z.object({ _id: z.string(), last: z.int() }),
  indexes: {},
});

/** A mailed link. Its id is the hash of the token; the token itself is not stored. */
export const linksCollection = defineCollection({
  name: 'links',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    kind: z.enum(['verify', 'reset']),
    expiresAt: z.string(),
    /** The registration of a verification link. */
    registrationId: z.optional(z.string()),
    /** The number of password attempts with it. */
    tries: z.optional(z.int()),
    /** The hash of the password hash at that time: the link is invalid once the password has changed. */
    boundTo: z.optional(z.string()),
    ...outboxFields,
  }),
  indexes: { byUser: { fields: ['userId', 'kind', '_id'] }, ...outboxIndex },
  expires: 'expiresAt',
});

export type LinkDocument = z.infer<typeof linksCollection.schema>;

/** A network from which an account signed in recently. The id is a keyed hash of both. */
const knownNetworksCollection = defineCollection({
  name: 'knownNetworks',
  schema: z.object({ _id: z.string(), userId: z.string(), expiresAt: z.string() }),
  indexes: { byUser: { fields: ['userId', 'expiresAt', '_id'] } },
  expires: 'expiresAt',
});

/** Failed attempts in a window: sign-ins and current passwords. */
const attemptsCollection = defineCollection({
  name: 'attempts',
  schema: z.object({ _id: z.string(), count: z.int(), resetAt: z.string() }),
  expires: 'resetAt',
});

/** The times of mails of a kind to an address within the last hour. */
const mailingsCollection = defineCollection({
  name: 'mailings',
  schema: z.object({ _id: z.string(), times: z.array(z.string()), version: z.int(), expiresAt: z.string() }),
  expires: 'expiresAt',
});

/**
 * A requested mail. After it was sent or given up, its content is deleted; the id stays for two or seven days (`rememberedMs`), so that a repeated
 * request is sent once.
 */
export const mailsCollection = defineCollection({
  name: 'mails',
  schema: z.object({
    _id: z.string(),
    /** The account that it concerns; the address is looked up when the mail is sent. Absent if the account was deleted. */
    userId: z.optional(z.string()),
    /** JSON of a `MailRequest`. Absent, like `userId` and `dueAt`, when it is completed. */
    request: z.optional(z.string()),
    /** The time of the next attempt; during an attempt, the end of its lease. */
    dueAt: z.optional(z.string()),
    tries: z.int(),
    requestedAt: z.string(),
    /** The id of the causing request, for the log. */
    requestId: z.optional(z.string()),
    givenUpAt: z.string(),
    expiresAt: z.string(),
  }),
  indexes: { byDue: { fields: ['dueAt', '_id'] }, byUser: { fields: ['userId', '_id'] } },
  expires: 'expiresAt',
});
export type MailDocument = z.infer<typeof mailsCollection.schema>;

/** The start time of a learner's last export, which limits exports to one an hour. */
const exportsCollection = defineCollection({
  name: 'exports',
  schema: z.object({
    /** The learner's id. */
    _id: z.string(),
    startedAt: z.string(),
    expiresAt: z.string(),
  }),
  expires: 'expiresAt',
});

/** The collections that auth's rules use, by the names of their fields in `AuthStore`. */
export const collections = {
  users: usersCollection,
  sessions: sessionsCollection,
  revocations: revocationsCollection,
  feedPlaces: feedPlacesCollection,
  links: linksCollection,
  knownNetworks: knownNetworksCollection,
  attempts: attemptsCollection,
  mailings: mailingsCollection,
  mails: mailsCollection,
  exports: exportsCollection,
} as const;
export type AuthStore = CollectionsOf<typeof collections>;

/** Every collection of auth's store. */
export const allCollections: readonly CollectionDefinition[] = [
  ...Object.values(collections),
  idempotencyCollection,
  leasesCollection,
  deletedAccountsCollection,
];

/** Opens auth's database. */
export const openStore = (engine: StoreEngine): Promise<DocumentStore> => openDocumentStore('auth', allCollections, engine);
