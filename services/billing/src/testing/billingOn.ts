import { collectionsOf, type DocumentStore } from '@lectern/document-store';
import { createDeletedAccounts, createIdempotency, createLeases, silentLog, type Log } from '@lectern/service-kit';
import type { BillingContext } from '../BillingContext.ts';
import type { Payments } from '../domain/Payments.ts';
import { JoinedRuns } from '../JoinedRuns.ts';
import { collections } from '../store.ts';

/** Creates billing on a store, with defaults for other dependencies. */
export const billingOn = (store: DocumentStore, payments: Payments, clock: () => Date, log: Log = silentLog): BillingContext => ({
  store: collectionsOf(store, collections),
  payments,
  call: () => Promise.reject(new Error('No other service is running.')),
  deletedAccounts: createDeletedAccounts(store),
  idempotency: createIdempotency(store, createLeases({ store, clock, log }), clock, log),
  planSyncs: new JoinedRuns(payments.withoutLimit),
  flushOutboxes: () => undefined,
  observeEvent: () => undefined,
  log,
  clock,
});
