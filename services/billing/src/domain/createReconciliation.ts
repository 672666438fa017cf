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
  /** Waits before the next learner is asked about, so that the provider's rate limit is left to the learners. */
  pause: () => Promise<void>;
}

/** What one run met. */
export interface Reconciled {
  /** Subscriptions that run at the provider. */
  running: number;
  /** Learners that are premium here. */
  premium: number;
  /** Learners that the provider was asked about, since the two did not agree. */
  repaired: number;
  failed: number;
}

const pageLength = 200;
/** So many failures one after the other: the provider is down, the next run goes on. */
const mostFailures = 3;

/** The provider did not answer often enough to go on. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Repairs what events did not bring: compares everything that runs at the provider with what is known here, and asks again about
 * whoever differs. What it reads from lists decides only whom to ask about; the answer is taken over as with an event.
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
    /** One run, which never rejects: what failed is logged, and the next run goes on. */
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
    /** Ends a run that is going on before its next step. */
    stop(): void {
      isStopped = true;
    },
  };
}
export type Reconciliation = ReturnType<typeof createReconciliation>;
