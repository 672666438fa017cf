import type { BillingContext } from '../BillingContext.ts';
import { isOutdated, syncCustomer } from './syncPlan.ts';

export interface ReconciliationOptions {
  /** Pauses before the next request, to leave the provider's rate limit to learners. */
  pause: () => Promise<void>;
  /** Ends a run before its next step. */
  signal: AbortSignal;
}

/** The outcome of one run. */
export interface Reconciled {
  /** The number of running subscriptions at the provider. */
  running: number;
  /** The number of learners with a premium plan in the store. */
  premium: number;
  /** The number of learners who were synchronised because provider and store differed. */
  repaired: number;
  failed: number;
}

const pageLength = 200;
/** The number of consecutive failures after which the provider counts as down. The next run continues. */
const mostFailures = 3;

/** Thrown when the provider failed too often to continue. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Yields customers whose stored plan may differ from the provider's. Counts the compared ones. */
async function* outdatedCustomers(billing: BillingContext, counts: Reconciled, pause: () => Promise<void>): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const page of billing.payments.running()) {
    for (const each of page) {
      counts.running++;
      seen.add(each.subscription.id);
      if (await isOutdated(billing, each)) yield each.customerId;
    }
    await pause();
  }
  let after: string | undefined;
  do {
    const page = await billing.store.subscriptions.find('byTier', {
      equals: { tier: 'premium' },
      limit: pageLength,
      ...(after !== undefined && { after }),
    });
    for (const { customerKey, subscriptionId } of page) {
      counts.premium++;
      if (subscriptionId === null || !seen.has(subscriptionId)) yield customerKey;
    }
    after = page.length < pageLength ? undefined : page.at(-1)?._id;
  } while (after !== undefined);
}

async function reconcile(billing: BillingContext, { pause, signal }: ReconciliationOptions): Promise<Reconciled> {
  const counts: Reconciled = { running: 0, premium: 0, repaired: 0, failed: 0 };
  let failures = 0;
  for await (const customerId of outdatedCustomers(billing, counts, pause)) {
    signal.throwIfAborted();
    await pause();
    try {
      await syncCustomer(billing, customerId, 'reconciliation');
      counts.repaired++;
      failures = 0;
    } catch (error) {
      counts.failed++;
      billing.log('warn', 'reconciliation.failed', { error });
      failures += 1;
      if (failures >= mostFailures) throw new Interrupted('The provider does not answer.', { cause: error });
    }
  }
  return counts;
}

/**
 * Repairs the effects of missed events: compares the provider's running subscriptions with the store and synchronises each learner who differs.
 * Never rejects: failures are logged, and the next run continues.
 * @returns the counts of a complete run
 */
export async function reconcileSubscriptions(billing: BillingContext, options: ReconciliationOptions): Promise<Reconciled | undefined> {
  try {
    const counts = await reconcile(billing, options);
    billing.log('info', 'reconciliation', { ...counts });
    return counts;
  } catch (error) {
    if (!options.signal.aborted) billing.log('warn', 'reconciliation.interrupted', { error });
    return undefined;
  }
}
