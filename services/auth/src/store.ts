import * as z from 'zod/mini';
import { defineCollection, openEmbeddedStore, type DocumentStore } from '@lectern/document-store';
import { erasedCollection, idempotencyCollection, outboxFields, outboxIndex } from '@lectern/service-kit';

/** An account. A deleted one stays, empty, until every service has confirmed the erasure. */
export const usersCollection = defineCollection({
  name: 'users',
  schema: z.object({
    _id: z.string(),
    /** Lower case. Of a deleted account: `deleted:` and its id, since a unique field must be there. */
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    passwordHash: z.string(),
    isVerified: z.boolean(),
    isDeleted: z.boolean(),
    createdAt: z.string(),
    ...outboxFields,
  }),
  indexes: { byEmail: { fields: ['email'], unique: true }, ...outboxIndex },
});
export type UserDocument = z.infer<typeof usersCollection.schema>;

/** A sign-in. Its id stands in the token; without this document the token is worth nothing. */
export const sessionsCollection = defineCollection({
  name: 'sessions',
  schema: z.object({ _id: z.string(), userId: z.string(), createdAt: z.string(), expiresAt: z.string() }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
  expires: 'expiresAt',
});

/** Sessions that ended before their time: the feed that the gateway follows. */
export const revocationsCollection = defineCollection({
  name: 'revocations',
  schema: z.object({ _id: z.string(), sessionId: z.string(), expiresAt: z.string() }),
  expires: 'expiresAt',
});

/** A mailed link. Its id is the hash of the token, which is nowhere stored. */
export const linksCollection = defineCollection({
  name: 'links',
  schema: z.object({ _id: z.string(), userId: z.string(), kind: z.enum(['verify', 'reset']), expiresAt: z.string(), ...outboxFields }),
  indexes: { byUser: { fields: ['userId', 'kind', '_id'] }, ...outboxIndex },
  expires: 'expiresAt',
});

/** Failed sign-ins in a window. */
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

const collections = [
  usersCollection,
  sessionsCollection,
  revocationsCollection,
  linksCollection,
  attemptsCollection,
  mailingsCollection,
  idempotencyCollection,
  erasedCollection,
] as const;

/** Opens auth's database. */
export const openStore = (file: string): DocumentStore => openEmbeddedStore({ file, collections: [...collections] });
