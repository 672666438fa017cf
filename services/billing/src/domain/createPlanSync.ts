import { newId } from '@lectern/document-store';
import { DomainError, eventEntry, type Log, type OutboxEntry } from '@lectern/service-kit';
import type { SubscriptionDocuments } from '../store.ts';
import { chooseSubscription } from './chooseSubscription.ts';
import { customerOf, noCustomer } from './customerKey.ts';
import { joinWaiting } from './joinWaiting.ts';
import type { Payments, ProviderSubscription } from './Payments.ts';
import { isSamePlan, planOf, premiumUntil, type PlanFields } from './subscriptionPlan.ts';

export interface PlanSyncDependencies {
  subscriptions: SubscriptionDocuments;
  payments: Payments;
  log: Log;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** Reads the provider's state of a learner and stores it. */
export type SyncPlan = (userId: string, customerId: string) => Promise<void>;

/** Services that keep a copy of the plan. */
const listeners = ['library', 'study'] as const;
const failuresKept = 20;
/** How often the provider is asked again after concurrent changes. */
const syncRounds = 10;

const planChangedEntries = (userId: string, plan: PlanFields, version: number, now: Date): OutboxEntry[] =>
  listeners.map((to) =>
    eventEntry(to, {
      type: 'plan.changed',
      eventId: newId(() => now.getTime()),
      userId,
      tier: plan.tier,
      status: plan.status,
      premiumUntil: premiumUntil(plan),
      version,
    }),
  );

/**
 * Creates the function that reads the provider's state and stores it. The end state is the provider's, whatever the order of events.
 */
export function createPlanSync({ subscriptions, payments, log, clock, send }: PlanSyncDependencies): SyncPlan {
  /**
   * Ends duplicates: of several running subscriptions the newest stays. Stripe ends a cancelled one some time after its period: a used-up period is
   * not refunded to a learner who subscribes again in between.
   */
  const endDuplicates = async (duplicates: readonly ProviderSubscription[]): Promise<void> => {
    for (const { id, status, endDate } of duplicates) {
      const isUsedUp = endDate !== null && Date.parse(endDate) <= clock().getTime();
      log('warn', 'stripe.duplicate-subscription', { subscriptionId: id, status, isUsedUp });
      if (isUsedUp) await payments.cancel(id);
      else await payments.cancelAndRefund(id);
    }
  };

  /**
   * One attempt to read the provider's state and store it.
   *
   * Every stored answer increments the revision, also one without changes. An answer is stored only while the revision is the one that was read
   * before the request. So an outdated answer never replaces a newer one, in any process: the revision has changed, and the provider is asked
   * again.
   * @returns whether the answer was stored
   */
  const syncOnce = async (userId: string, customerId: string): Promise<boolean> => {
    const before = await subscriptions.get(userId);
    if (customerOf(before) !== customerId || !before) return true;
    const customer = await payments.customer(customerId);
    const { counts, duplicates } = chooseSubscription(customer?.subscriptions ?? []);
    const plan = planOf(counts);
    const isSame = isSamePlan(before, plan);
    const version = isSame ? before.version : before.version + 1;
    const now = clock();
    const entries = isSame ? [] : planChangedEntries(userId, plan, version, now);
    const outbox = [...before.outbox, ...entries];
    // No upsert: the document of an account deleted meanwhile must not come back.
    const after = await subscriptions.update(
      userId,
      {
        set: {
          ...plan,
          version,
          // A customer deleted at the provider counts as missing: the next checkout creates another.
          customerKey: customer ? customerId : noCustomer(userId),
          failuresTold: (before.failuresTold ?? []).slice(-failuresKept),
          ...(entries.length > 0 && { outbox, outboxCount: outbox.length, outboxSince: now.toISOString() }),
        },
        increment: { revision: 1 },
      },
      { equals: { revision: before.revision ?? null, outboxCount: before.outboxCount } },
    );
    if (!after) return false;
    if (entries.length > 0) send();
    await endDuplicates(duplicates);
    return true;
  };

  return joinWaiting(async (userId: string, customerId: string): Promise<void> => {
    for (let round = 0; round < syncRounds; round++) if (await syncOnce(userId, customerId)) return;
    throw new DomainError('unavailable', 'Your subscription is being changed. Please try again.', { retryAfterSeconds: 1 });
  }, payments.withoutLimit);
}
