import type { DocumentStore } from '@lectern/document-store';
import type { Log } from '@lectern/service-kit';
import { subscriptionsCollection } from '../store.ts';
import type { Subscriptions } from './createSubscriptions.ts';
import type { Payments } from './Payments.ts';

export interface ReconciliationOptions {
  store: DocumentStore;
  payments: Payments;
  subscriptions: Subscriptions;
  log: Log;
  /** Pause before the next request, so that the provider's rate limit is left to learners. */
  pause: () => Promise<void>;
}

/** The outcome of one run. */
export interface Reconciled {
  /** Running subscriptions at the provider. */
  running: number;
  /** Learners with a premium plan in the store. */
  premium: number;
  /** Learners that were synchronised, since provider and store differed. */
  repaired: number;
  failed: number;
}

const pageLength = 200;
/** Consecutive failures after which the provider counts as down; the next run continues. */
const mostFailures = 3;

/** The provider failed too often to continue. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Repairs the effects of missed events: compares running subscriptions at the provider with the store, and synchronises each learner who differs.
 * Lists only decide whom to synchronise; the state is then applied as after an event.
 */
export function createReconciliation({ store, payments, subscriptions, log, pause }: ReconciliationOptions) {
  const documents = store.collection(subscriptionsCollection);
  let isStopped = false;

  const run = async (): Promise<Reconciled> => {
    const counts: Reconciled = { running: 0, premium: 0, repaired: 0, failed: 0 };
    let failures = 0;
    const repair = async (customerId: string): Promise<void> => {
      if (isStopped) throw new Interrupted('The service stops.');
      await pause();
      try {
        await subscriptions.reconcile(customerId);
        counts.repaired++;
        failures = 0;
      } catch (error) {
        counts.failed++;
        log('warn', 'reconciliation.failed', { error });
        if (++failures >= mostFailures) throw new Interrupted('The provider does not answer.', { cause: error });
      }
    };

    const seen = new Set<string>();
    for await (const page of payments.running()) {
      for (const each of page) {
        counts.running++;
        seen.add(each.subscription.id);
        if (await subscriptions.differs(each)) await repair(each.customerId);
      }
      await pause();
    }
    let after: string | undefined;
    for (;;) {
      const page = await documents.find('byTier', {
        equals: { tier: 'premium' },
        limit: pageLength,
        ...(after !== undefined && { after }),
      });
      for (const { customerKey, subscriptionId } of page) {
        counts.premium++;
        if (subscriptionId === null || !seen.has(subscriptionId)) await repair(customerKey);
      }
      after = page.at(-1)?._id;
      if (page.length < pageLength || after === undefined) return counts;
    }
  };

  return {
    /** One run. It never rejects: failures are logged and the next run continues. */
    async run(): Promise<Reconciled | undefined> {
      try {
        const counts = await run();
        log('info', 'reconciliation', { ...counts });
        return counts;
      } catch (error) {
        if (!isStopped) log('warn', 'reconciliation.interrupted', { error });
        return undefined;
      }
    },
    /** Stops a current run before its next step. */
    stop(): void {
      isStopped = true;
    },
  };
}
