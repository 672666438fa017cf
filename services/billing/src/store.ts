import * as z from 'zod/mini';
import { SubscriptionTier, Usage } from '@lectern/contracts';
import {
  defineCollection,
  openDocumentStore,
  type CollectionDefinition,
  type CollectionsOf,
  type DocumentStore,
  type StoreEngine,
} from '@lectern/document-store';
import { deletedAccountsCollection, idempotencyCollection, leasesCollection, outboxFields, outboxIndex } from '@lectern/service-kit';

/** The last known state of each learner's subscription. */
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
    /** Incremented with every change; other services keep the highest version. */
    version: z.int(),
    /** Incremented with each stored answer of Stripe, changed or not, and each mailed failure. Absent before the first. */
    revision: z.optional(z.int()),
    /** The ids of the failed payment attempts that were mailed, newest last. */
    failuresTold: z.optional(z.array(z.string())),
    ...outboxFields,
  }),
  indexes: { byCustomer: { fields: ['customerKey'], unique: true }, byTier: { fields: ['tier', '_id'] }, ...outboxIndex },
});
export type SubscriptionDocument = z.infer<typeof subscriptionsCollection.schema>;

/** Handled Stripe events, so that each takes effect once. */
export const stripeEventsCollection = defineCollection({
  name: 'stripeEvents',
  schema: z.object({ _id: z.string(), expiresAt: z.string() }),
  expires: 'expiresAt',
});

/** The last known usage counts of other services, as a fallback. */
export const usagesCollection = defineCollection({
  name: 'usages',
  schema: z.object({ _id: z.string(), ...Usage.shape }),
});

/** Language model tokens per calendar month, of each learner and of the site. */
export const modelTokensCollection = defineCollection({
  name: 'modelTokens',
  schema: z.object({
    /** `2026-11/<learner id>`, or `2026-11/` for the site. */
    _id: z.string(),
    tokens: z.int(),
    expiresAt: z.string(),
  }),
  expires: 'expiresAt',
});

/** Subscriptions of deleted accounts, kept until Stripe confirms their end. */
export const cancellationsCollection = defineCollection({
  name: 'cancellations',
  schema: z.object({ _id: z.string(), ...outboxFields }),
  indexes: { ...outboxIndex },
});

export const collections = {
  subscriptions: subscriptionsCollection,
  stripeEvents: stripeEventsCollection,
  usages: usagesCollection,
  cancellations: cancellationsCollection,
  modelTokens: modelTokensCollection,
} as const;
export type BillingStore = CollectionsOf<typeof collections>;

/** All collections of billing's database: its own, and those of the service framework. */
export const allCollections: readonly CollectionDefinition[] = [
  ...Object.values(collections),
  idempotencyCollection,
  leasesCollection,
  deletedAccountsCollection,
];

/** Opens billing's database. */
export const openStore = (engine: StoreEngine): Promise<DocumentStore> => openDocumentStore('billing', allCollections, engine);
