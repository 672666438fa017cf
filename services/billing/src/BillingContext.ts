import type { DeletedAccounts, Idempotency, InternalClient, Log } from '@lectern/service-kit';
import type { Payments } from './domain/Payments.ts';
import type { JoinedRuns } from './JoinedRuns.ts';
import type { BillingStore } from './store.ts';

/** The dependencies of billing's rules. Built once, in `createApp.ts`. */
export interface BillingContext {
  store: BillingStore;
  payments: Payments;
  call: InternalClient;
  deletedAccounts: DeletedAccounts;
  idempotency: Idempotency;
  /** Runs of `syncPlan`, by customer. */
  planSyncs: JoinedRuns;
  /** Delivers waiting outbox entries now. */
  flushOutboxes: () => void;
  /** Counts events with a valid signature. */
  observeEvent: (type: string, result: 'taken' | 'repeated' | 'failed') => void;
  log: Log;
  clock: () => Date;
}
