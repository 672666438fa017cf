import { newId } from '@lectern/document-store';
import { DomainError, eventEntry, type OutboxEntry } from '@lectern/service-kit';
import type { BillingContext } from '../BillingContext.ts';
import type { ProviderSubscription, RunningSubscription } from './Payments.ts';
import { chooseSubscription, customerOf, isSamePlan, noCustomer, planOf, premiumUntil, type PlanFields } from './subscriptionPlan.ts';

/** The services that keep a copy of the plan. */
const listeners = ['library', 'study'] as const;
const failuresKept = 20;
/** The maximum number of requests to the provider after concurrent changes. */
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
 * Ends all running subscriptions except the newest. Stripe ends a cancelled one some time after its period; a learner who subscribes again in between
 * gets no refund for the completed period.
 */
async function endDuplicates({ payments, log, clock }: BillingContext, duplicates: readonly ProviderSubscription[]): Promise<void> {
  for (const { id, status, endDate } of duplicates) {
    const isUsedUp = endDate !== null && Date.parse(endDate) <= clock().getTime();
    log('warn', 'stripe.duplicate-subscription', { subscriptionId: id, status, isUsedUp });
    if (isUsedUp) await payments.cancel(id);
    else await payments.cancelAndRefund(id);
  }
}

/**
 * Reads the provider's state once and stores it.
 *
 * Each stored answer increments the revision, and an answer is stored only if the revision is still the one from before the request. So an outdated
 * answer never replaces a newer one, in any process.
 *
 * @returns whether the answer was stored
 */
async function syncOnce(billing: BillingContext, userId: string, customerId: string): Promise<boolean> {
  const { store, payments, clock } = billing;
  const before = await store.subscriptions.get(userId);
  if (customerOf(before) !== customerId || !before) return true;
  const customer = await payments.customer(customerId);
  const { deciding, duplicates } = chooseSubscription(customer?.subscriptions ?? []);
  const plan = planOf(deciding);
  const isSame = isSamePlan(before, plan);
  const version = isSame ? before.version : before.version + 1;
  const now = clock();
  const entries = isSame ? [] : planChangedEntries(userId, plan, version, now);
  const outbox = [...before.outbox, ...entries];
  // Not an upsert: the document of a deleted account must not reappear.
  const after = await store.subscriptions.update(
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
  if (entries.length > 0) billing.flushOutboxes();
  await endDuplicates(billing, duplicates);
  return true;
}

/**
 * Stores the provider's state of a learner. The final state is the provider's, whatever the order of events.
 *
 * @throws DomainError `unavailable` if the state keeps changing
 */
export const syncPlan = (billing: BillingContext, userId: string, customerId: string): Promise<void> =>
  billing.planSyncs.run(JSON.stringify([userId, customerId]), async () => {
    for (let round = 0; round < syncRounds; round++) if (await syncOnce(billing, userId, customerId)) return;
    throw new DomainError('unavailable', 'Your subscription is being changed. Please try again.', { retryAfterSeconds: 1 });
  });

/** Finds the learner of a customer without a document: storing it failed, or the account was deleted during a checkout. */
async function learnerOfUnknown(billing: BillingContext, customerId: string, about: string): Promise<string | undefined> {
  const { store, payments, deletedAccounts, log } = billing;
  const customer = await payments.customer(customerId);
  const userId = customer?.userId;
  if (userId === undefined) {
    log('info', 'stripe.unknown-customer', { about });
    return undefined;
  }
  if (await deletedAccounts.has(userId)) {
    // No other code can end this customer's subscriptions any more.
    await payments.deleteCustomer(customerId);
    log('warn', 'stripe.deleted-account', { about, subscriptions: customer?.subscriptions.length ?? 0 });
    return undefined;
  }
  const adopted = await store.subscriptions.update(
    userId,
    { set: { customerKey: customerId } },
    { equals: { customerKey: noCustomer(userId) } },
  );
  if (!adopted) log('warn', 'stripe.other-customer', { about });
  return adopted && userId;
}

/**
 * Synchronises the learner of a customer.
 * @param about - the cause, for the log
 * @returns the learner's id, if there is one
 */
export async function syncCustomer(billing: BillingContext, customerId: string, about: string): Promise<string | undefined> {
  const document = await billing.store.subscriptions.findOne('byCustomer', { customerKey: customerId });
  const userId = document?._id ?? (await learnerOfUnknown(billing, customerId, about));
  if (userId !== undefined) await syncPlan(billing, userId, customerId);
  return userId;
}

/** Returns whether a running subscription of a Lectern customer differs from the store. */
export async function isOutdated(billing: BillingContext, { subscription, customerId, userId }: RunningSubscription): Promise<boolean> {
  const { store, deletedAccounts } = billing;
  // The provider resolves a payment in progress.
  if (subscription.status === 'incomplete' || subscription.status === 'incomplete_expired') return false;
  const document = await store.subscriptions.findOne('byCustomer', { customerKey: customerId });
  if (document) return !isSamePlan(document, planOf(subscription));
  if (userId === undefined) return false;
  return (await deletedAccounts.has(userId)) || (await store.subscriptions.get(userId))?.customerKey === noCustomer(userId);
}
