import * as z from 'zod/mini';
import { SubscriptionTier, Usage } from '@lectern/contracts';
import { defineCollection, openDocumentStore, type Collection, type DocumentStore, type StoreEngine } from '@lectern/document-store';
import { deletedAccountsCollection, idempotencyCollection, leasesCollection, outboxFields, outboxIndex } from '@lectern/service-kit';

/** The last known state of a learner's subscription. */
export const subscriptionsCollection = defineCollection({
  name: 'subscriptions',
  schema: z.object({
    /** The learner's id. */
    _id: z.string(),
    tier: SubscriptionTier,
    /** Stripe's status; `null` before the first subscription. */
    status: z.nullable(z.string()),
    /** End of the paid period. */
    endDate: z.nullable(z.string()),
    cancelAtPeriodEnd: z.boolean(),
    /** Stripe's customer; `none:` and the learner's id without one, since a unique field must be present. */
    customerKey: z.string(),
    subscriptionId: z.nullable(z.string()),
    /** Incremented with every change; other services keep the highest. */
    version: z.int(),
    /** Incremented with every stored answer of Stripe, also one without changes, and every mailed failure; absent before the first. */
    revision: z.optional(z.int()),
    /** Failed payment attempts that were mailed, newest last. */
    failuresTold: z.optional(z.array(z.string())),
    ...outboxFields,
  }),
  indexes: { byCustomer: { fields: ['customerKey'], unique: true }, byTier: { fields: ['tier', '_id'] }, ...outboxIndex },
});
export type SubscriptionDocument = z.infer<typeof subscriptionsCollection.schema>;
export type SubscriptionDocuments = Collection<SubscriptionDocument, (typeof subscriptionsCollection)['indexes']>;

/** Handled events of Stripe, so that each has one effect. */
export const stripeEventsCollection = defineCollection({
  name: 'stripeEvents',
  schema: z.object({ _id: z.string(), expiresAt: z.string() }),
  expires: 'expiresAt',
});

/** Last known counts of other services, used while one does not answer. */
export const usagesCollection = defineCollection({
  name: 'usages',
  schema: z.object({ _id: z.string(), ...Usage.shape }),
});

/** Tokens of the language model in a month: of a learner, and of all. */
export const modelTokensCollection = defineCollection({
  name: 'modelTokens',
  schema: z.object({
    /** `2026-11/` and the learner's id, or `2026-11/` alone. */
    _id: z.string(),
    tokens: z.int(),
    expiresAt: z.string(),
  }),
  expires: 'expiresAt',
});

/** Ids of subscriptions of deleted accounts, kept until Stripe has confirmed their end. */
export const cancellationsCollection = defineCollection({
  name: 'cancellations',
  schema: z.object({ _id: z.string(), ...outboxFields }),
  indexes: { ...outboxIndex },
});

export const collections = [
  subscriptionsCollection,
  stripeEventsCollection,
  usagesCollection,
  cancellationsCollection,
  modelTokensCollection,
  idempotencyCollection,
  leasesCollection,
  deletedAccountsCollection,
] as const;

/** Opens billing's database. */
export const openStore = (engine: StoreEngine): Promise<DocumentStore> => openDocumentStore('billing', collections, engine);
