import { isPremium, type PlanState, type ServiceEvent, type SubscriptionStatus } from '@lectern/contracts';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import { DomainError, eventOrder, outboxOf, type Erased, type Idempotency, type Log, type OutboxEntry } from '@lectern/service-kit';
import {
  cancellationsCollection,
  stripeEventsCollection,
  subscriptionsCollection,
  usagesCollection,
  type SubscriptionDocument,
} from '../store.ts';
import type { Payments, ProviderSubscription } from './Payments.ts';

export interface SubscriptionsOptions {
  store: DocumentStore;
  payments: Payments;
  erased: Erased;
  idempotency: Idempotency;
  log: Log;
  clock: () => Date;
  /** Sends what the outboxes hold, now. */
  send: () => void;
}

/** Services that keep a copy of the plan. */
const listeners = ['library', 'study'] as const;
const eventsKeptMs = 30 * 24 * 60 * 60 * 1000;
const noCustomer = (userId: string) => `none:${userId}`;

type PlanFields = Pick<SubscriptionDocument, 'tier' | 'status' | 'endDate' | 'cancelAtPeriodEnd' | 'subscriptionId'>;

const premiumUntil = (plan: Pick<SubscriptionDocument, 'endDate' | 'cancelAtPeriodEnd'>): string | null =>
  plan.cancelAtPeriodEnd ? plan.endDate : null;

/** Our words for what the provider has. `past_due` and everything else that is not active is not premium. */
const planOf = (subscription: ProviderSubscription | undefined): PlanFields => {
  if (!subscription) return { tier: 'free', status: null, endDate: null, cancelAtPeriodEnd: false, subscriptionId: null };
  const { id, status, endDate, cancelAtPeriodEnd } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired')
    return { tier: 'free', status: 'canceled', endDate, cancelAtPeriodEnd: false, subscriptionId: id };
  if (status === 'incomplete') return { tier: 'free', status, endDate: null, cancelAtPeriodEnd: false, subscriptionId: id };
  return { tier: 'premium', status: status === 'trialing' ? 'active' : status, endDate, cancelAtPeriodEnd, subscriptionId: id };
};

/** Plans: every rule of becoming, staying and ceasing to be premium. */
export function createSubscriptions({ store, payments, erased, idempotency, log, clock, send }: SubscriptionsOptions) {
  const subscriptions = store.collection(subscriptionsCollection);
  const events = store.collection(stripeEventsCollection);
  const cancellations = store.collection(cancellationsCollection);
  const usages = store.collection(usagesCollection);

  const customerOf = (document: SubscriptionDocument | undefined): string | undefined =>
    document?.customerKey.startsWith('none:') === false ? document.customerKey : undefined;

  const announcements = (userId: string, plan: PlanFields, version: number): OutboxEntry[] =>
    listeners.map((to) => {
      const event: ServiceEvent = {
        type: 'plan.changed',
        eventId: newId(() => clock().getTime()),
        userId,
        tier: plan.tier,
        status: plan.status,
        premiumUntil: premiumUntil(plan),
        version,
      };
      return eventOrder(to, event);
    });

  /** The learner's document, made when it is not there yet. */
  const documentOf = async (userId: string): Promise<SubscriptionDocument> => {
    const known = await subscriptions.get(userId);
    if (known) return known;
    try {
      return await subscriptions.insert({
        _id: userId,
        ...planOf(undefined),
        customerKey: noCustomer(userId),
        version: 1,
        ...outboxOf([], clock()),
      });
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      const other = await subscriptions.get(userId);
      if (!other) throw error;
      return other;
    }
  };

  const customerFor = async (userId: string): Promise<string> => {
    const document = await documentOf(userId);
    const known = customerOf(document);
    if (known) return known;
    const customerId = await payments.createCustomer(userId, `customer-${userId}`);
    await subscriptions.update(userId, { set: { customerKey: customerId } }, { equals: { customerKey: noCustomer(userId) } });
    return customerOf(await documentOf(userId)) ?? customerId;
  };

  /** Asks the provider what is, and takes it over: whatever the order of events, the end state is the provider's. */
  const refresh = async (userId: string, customerId: string): Promise<void> => {
    for (let round = 0; round < 10; round++) {
      const before = await subscriptions.get(userId);
      if (!before) return;
      const plan = planOf(await payments.subscriptionOf(customerId));
      const isSame = (['tier', 'status', 'endDate', 'cancelAtPeriodEnd', 'subscriptionId'] as const).every(
        (field) => before[field] === plan[field],
      );
      if (isSame) return;
      const version = before.version + 1;
      const entries = announcements(userId, plan, version);
      // Only what was read may be replaced: a newer answer of the provider must not be undone by an older one.
      const next = {
        ...before,
        ...plan,
        version,
        outbox: [...before.outbox, ...entries],
        outboxCount: before.outbox.length + entries.length,
        outboxSince: clock().toISOString(),
      };
      if (await subscriptions.upsert(next, { equals: { version: before.version, outboxCount: before.outboxCount } })) {
        send();
        return;
      }
    }
    throw new DomainError('unavailable', 'The subscription is being changed. Please try again.', { retryAfterSeconds: 1 });
  };

  const isNowPremium = (document: SubscriptionDocument | undefined): boolean =>
    document !== undefined && isPremium({ tier: document.tier, status: document.status, premiumUntil: premiumUntil(document) }, clock());

  return {
    isPremium: async (userId: string): Promise<boolean> => isNowPremium(await subscriptions.get(userId)),

    async status(userId: string): Promise<SubscriptionStatus> {
      const document = await subscriptions.get(userId);
      if (!document)
        return {
          subscriptionTier: 'free',
          subscriptionStatus: null,
          subscriptionEndDate: null,
          stripeCustomerId: null,
          stripeSubscriptionId: null,
          cancelAtPeriodEnd: false,
        };
      const until = premiumUntil(document);
      // At the announced end it is over by the clock, whether or not an event came.
      const isOver = document.status === 'active' && until !== null && clock().getTime() >= Date.parse(until);
      return {
        subscriptionTier: isOver ? 'free' : document.tier,
        subscriptionStatus: isOver ? 'canceled' : document.status,
        subscriptionEndDate: document.endDate,
        stripeCustomerId: customerOf(document) ?? null,
        stripeSubscriptionId: document.subscriptionId,
        cancelAtPeriodEnd: !isOver && document.cancelAtPeriodEnd,
      };
    },

    /** Starts a checkout. @throws DomainError `conflict` when already premium */
    async createCheckout(userId: string): Promise<{ checkoutUrl: string }> {
      if (isNowPremium(await subscriptions.get(userId))) throw new DomainError('conflict', 'You are a premium member already.');
      return { checkoutUrl: await payments.createCheckout(await customerFor(userId), userId) };
    },

    /** @throws DomainError `conflict` without a customer */
    async createPortal(userId: string): Promise<{ url: string }> {
      const customerId = customerOf(await subscriptions.get(userId));
      if (!customerId) throw new DomainError('conflict', 'There is no subscription to manage yet.');
      return { url: await payments.createPortal(customerId) };
    },

    /** For the upgrade modal: resumes a running subscription, or starts a checkout. */
    async upgrade(userId: string): Promise<{ status: 'active' | 'requires_payment'; checkoutUrl?: string }> {
      const document = await subscriptions.get(userId);
      const customerId = customerOf(document);
      if (document && customerId && isNowPremium(document)) {
        if (document.cancelAtPeriodEnd && document.subscriptionId) {
          await payments.resume(document.subscriptionId);
          await refresh(userId, customerId);
        }
        return { status: 'active' };
      }
      return { status: 'requires_payment', checkoutUrl: await payments.createCheckout(await customerFor(userId), userId) };
    },

    /** Takes one signed event over; the same one again has no further effect. */
    async receiveEvent(body: string, signature: string | undefined): Promise<{ received: boolean }> {
      const event = await payments.readEvent(body, signature);
      if (await events.get(event.id)) return { received: true };
      if (event.customerId) {
        const document = await subscriptions.findOne('byCustomer', { customerKey: event.customerId });
        if (document) await refresh(document._id, event.customerId);
        else log('info', 'stripe.unknown-customer', { type: event.type });
      }
      await events.upsert({ _id: event.id, expiresAt: new Date(clock().getTime() + eventsKeptMs).toISOString() });
      return { received: true };
    },

    /** What the other services ask for when they have no copy. */
    async plan(userId: string): Promise<PlanState> {
      const document = await subscriptions.get(userId);
      if (!document) return { userId, tier: 'free', status: null, premiumUntil: null, version: 0 };
      return { userId, tier: document.tier, status: document.status, premiumUntil: premiumUntil(document), version: document.version };
    },

    /** Erases a learner; a running subscription is cancelled at the provider, and its id alone is kept until that is confirmed. */
    async eraseAccount(userId: string): Promise<void> {
      const document = await subscriptions.get(userId);
      if (document?.subscriptionId && document.status !== 'canceled') {
        const order = { _id: newId(() => clock().getTime()), kind: 'cancel', payload: '{}' };
        await cancellations.upsert({ _id: document.subscriptionId, ...outboxOf([order], clock()) });
      }
      await erased.add(userId);
      await subscriptions.delete(userId);
      await usages.delete(userId);
      await idempotency.erase(userId);
      send();
    },
    cancelNow: (subscriptionId: string) => payments.cancelNow(subscriptionId),
    forgetCancellation: async (subscriptionId: string): Promise<void> => {
      await cancellations.delete(subscriptionId);
    },
  };
}
export type Subscriptions = ReturnType<typeof createSubscriptions>;
