import * as z from 'zod/mini';
import { SubscriptionTier, Usage } from '@lectern/contracts';
import { defineCollection, openDocumentStore, type DocumentStore, type StoreEngine } from '@lectern/document-store';
import { deletedAccountsCollection, idempotencyCollection, outboxFields, outboxIndex } from '@lectern/service-kit';

/** What Stripe last told of a learner's subscription. */
export const subscriptionsCollection = defineCollection({
  name: 'subscriptions',
  schema: z.object({
    /** The learner's id. */
    _id: z.string(),
    tier: SubscriptionTier,
    /** Stripe's word; `null` before the first subscription. */
    status: z.nullable(z.string()),
    /** End of the paid period. */
    endDate: z.nullable(z.string()),
    cancelAtPeriodEnd: z.boolean(),
    /** Unique where there is one; of a learner without a customer `none:` and their id, since a unique field must be there. */
    customerKey: z.string(),
    subscriptionId: z.nullable(z.string()),
    /** Grows with every change; the other services take the highest. */
    version: z.int(),
    /** Grows with every answer of Stripe that was taken over, also one that changed nothing; absent before the first. */
    revision: z.optional(z.int()),
    /** Failed attempts at invoices that the learner was told of, the newest last. */
    failuresTold: z.optional(z.array(z.string())),
    ...outboxFields,
  }),
  indexes: { byCustomer: { fields: ['customerKey'], unique: true }, byTier: { fields: ['tier', '_id'] }, ...outboxIndex },
});
export type SubscriptionDocument = z.infer<typeof subscriptionsCollection.schema>;

/** Events of Stripe that were taken over, so that each has one effect. */
export const stripeEventsCollection = defineCollection({
  name: 'stripeEvents',
  schema: z.object({ _id: z.string(), expiresAt: z.string() }),
  expires: 'expiresAt',
});

/** Last known figures of the other services, shown while one of them does not answer. */
export const usagesCollection = defineCollection({
  name: 'usages',
  schema: z.object({ _id: z.string(), ...Usage.shape }),
});

/** Subscriptions of deleted accounts, kept until Stripe has confirmed their end: the ids alone. */
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
  idempotencyCollection,
  deletedAccountsCollection,
] as const;

/** Opens billing's database. */
export const openStore = (engine: StoreEngine): Promise<DocumentStore> => openDocumentStore('billing', collections, engine);
