import type { CollectionDefinition, DocumentStore } from '@lectern/document-store';
import { createDeletedAccounts, createIdempotency, createLeases, silentLog, type Log } from '@lectern/service-kit';
import { createSubscriptions } from '../domain/createSubscriptions.ts';
import type { Payments } from '../domain/Payments.ts';
import { collections } from '../store.ts';

export const allCollections: readonly CollectionDefinition[] = [...collections];

/** The rules of subscriptions on a store, with default dependencies. */
export const subscriptionsOn = (store: DocumentStore, payments: Payments, clock: () => Date, log: Log = silentLog) =>
  createSubscriptions({
    store,
    payments,
    deletedAccounts: createDeletedAccounts(store),
    idempotency: createIdempotency(store, createLeases({ store, clock, log }), clock, log),
    log,
    clock,
    send: () => undefined,
  });
