import { createHash } from 'node:crypto';
import { isPremium, type PlanState, type ServiceEvent, type SubscriptionStatus } from '@lectern/contracts';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import {
  DomainError,
  eventEntry,
  outboxOf,
  type DeletedAccounts,
  type Idempotency,
  type Log,
  type OutboxEntry,
} from '@lectern/service-kit';
import {
  cancellationsCollection,
  stripeEventsCollection,
  subscriptionsCollection,
  usagesCollection,
  type SubscriptionDocument,
} from '../store.ts';
import { chooseSubscription } from './chooseSubscription.ts';
import { joinWaiting } from './joinWaiting.ts';
import type { FailedPayment, Payments, ProviderSubscription, RunningSubscription } from './Payments.ts';

export interface SubscriptionsOptions {
  store: DocumentStore;
  payments: Payments;
  deletedAccounts: DeletedAccounts;
  idempotency: Idempotency;
  log: Log;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
  /** Called for every event with a valid signature. */
  observeEvent?: (type: string, result: 'taken' | 'repeated' | 'failed') => void;
}

/** Services that keep a copy of the plan. */
const listeners = ['library', 'study'] as const;
const eventsKeptMs = 30 * 24 * 60 * 60 * 1000;
const failuresKept = 20;
const mostRounds = 10;
const noCustomer = (userId: string) => `none:${userId}`;

type PlanFields = Pick<SubscriptionDocument, 'tier' | 'status' | 'endDate' | 'cancelAtPeriodEnd' | 'subscriptionId'>;
const planFields = ['tier', 'status', 'endDate', 'cancelAtPeriodEnd', 'subscriptionId'] as const;

const premiumUntil = (plan: Pick<SubscriptionDocument, 'endDate' | 'cancelAtPeriodEnd'>): string | null =>
  plan.cancelAtPeriodEnd ? plan.endDate : null;

/** Maps the provider's status to ours. Everything except `active` is not premium, `past_due` included. */
const planOf = (subscription: ProviderSubscription | undefined): PlanFields => {
  if (!subscription) return { tier: 'free', status: null, endDate: null, cancelAtPeriodEnd: false, subscriptionId: null };
  const { id, status, endDate, cancelAtPeriodEnd } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired')
    return { tier: 'free', status: 'canceled', endDate, cancelAtPeriodEnd: false, subscriptionId: id };
  if (status === 'incomplete') return { tier: 'free', status, endDate: null, cancelAtPeriodEnd: false, subscriptionId: id };
  return { tier: 'premium', status: status === 'trialing' ? 'active' : status, endDate, cancelAtPeriodEnd, subscriptionId: id };
};

/** Rules of plans: becoming, staying and ceasing to be premium. */
export function createSubscriptions({
  store,
  payments,
  deletedAccounts,
  idempotency,
  log,
  clock,
  send,
  observeEvent,
}: SubscriptionsOptions) {
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
      return eventEntry(to, event);
    });

  const wasDeleted = () => new DomainError('unauthenticated', 'This account was deleted.');

  /** The learner's document, created if needed. */
  const documentOf = async (userId: string): Promise<SubscriptionDocument> => {
    const known = await subscriptions.get(userId);
    if (known) return known;
    try {
      const made = await subscriptions.insert({
        _id: userId,
        ...planOf(undefined),
        customerKey: noCustomer(userId),
        version: 1,
        ...outboxOf([], clock()),
      });
      // The account may have been deleted since this request was checked.
      if (!(await deletedAccounts.has(userId))) return made;
      await subscriptions.delete(userId);
      throw wasDeleted();
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
    // A retry after a crash gets the same customer. After a customer was deleted at the provider, the revision and so the key differ.
    const customerId = await payments.createCustomer(userId, `customer-${userId}-${document.revision ?? 0}`);
    await subscriptions.update(userId, { set: { customerKey: customerId } }, { equals: { customerKey: noCustomer(userId) } });
    const now = customerOf(await subscriptions.get(userId));
    if (now) return now;
    await payments.deleteCustomer(customerId);
    throw wasDeleted();
  };

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
   * before the request. So of two answers the one that was requested later stands, in any process: the slower one finds another revision and
   * asks again.
   * @returns whether the answer was stored
   */
  const takeOver = async (userId: string, customerId: string): Promise<boolean> => {
    const before = await subscriptions.get(userId);
    if (customerOf(before) !== customerId || !before) return true;
    const customer = await payments.customer(customerId);
    const { counts, duplicates } = chooseSubscription(customer?.subscriptions ?? []);
    const plan = planOf(counts);
    const isSame = planFields.every((field) => before[field] === plan[field]);
    const version = isSame ? before.version : before.version + 1;
    const entries = isSame ? [] : announcements(userId, plan, version);
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
          ...(entries.length > 0 && {
            outbox: [...before.outbox, ...entries],
            outboxCount: before.outbox.length + entries.length,
            outboxSince: clock().toISOString(),
          }),
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

  const refreshOnce = async (userId: string, customerId: string): Promise<void> => {
    for (let round = 0; round < mostRounds; round++) if (await takeOver(userId, customerId)) return;
    throw new DomainError('unavailable', 'The subscription is being changed. Please try again.', { retryAfterSeconds: 1 });
  };
  /** Reads the provider's state and stores it. So the end state is the provider's, whatever the order of events. */
  const refresh = joinWaiting(refreshOnce);

  /**
   * The learner of a customer that no document names: a crash may have prevented storing the customer, or the account was deleted during a
   * checkout.
   */
  const meetUnknownCustomer = async (customerId: string, about: string): Promise<string | undefined> => {
    const customer = await payments.customer(customerId);
    const userId = customer?.userId;
    if (userId === undefined) {
      log('info', 'stripe.unknown-customer', { about });
      return undefined;
    }
    if (await deletedAccounts.has(userId)) {
      // Nobody could use or end this customer's subscriptions any more.
      await payments.deleteCustomer(customerId);
      log('warn', 'stripe.deleted-account', { about, subscriptions: customer?.subscriptions.length ?? 0 });
      return undefined;
    }
    const adopted = await subscriptions.update(
      userId,
      { set: { customerKey: customerId } },
      { equals: { customerKey: noCustomer(userId) } },
    );
    if (!adopted) log('warn', 'stripe.other-customer', { about });
    return adopted && userId;
  };

  /** Synchronises the learner of a customer. @returns the learner's id, if there is one */
  const refreshCustomer = async (customerId: string, about: string): Promise<string | undefined> => {
    const document = await subscriptions.findOne('byCustomer', { customerKey: customerId });
    const userId = document?._id ?? (await meetUnknownCustomer(customerId, about));
    if (userId !== undefined) await refresh(userId, customerId);
    return userId;
  };

  /** Mails the learner once per payment attempt of an invoice, unless it was paid meanwhile. */
  const tellFailure = async (userId: string, { invoiceId, attempt, amount, currency }: FailedPayment): Promise<void> => {
    const eventId = createHash('sha256').update(`${invoiceId} ${attempt}`).digest('base64url');
    const document = await subscriptions.get(userId);
    if (!document || document.failuresTold?.includes(eventId) || !(await payments.isOpen(invoiceId))) return;
    const entry = eventEntry('auth', { type: 'payment.failed', eventId, userId, amount, currency });
    await subscriptions.update(
      userId,
      {
        append: { outbox: entry, failuresTold: eventId },
        increment: { outboxCount: 1, revision: 1 },
        set: { outboxSince: clock().toISOString() },
      },
      { hasNot: { failuresTold: eventId } },
    );
    send();
  };

  const isNowPremium = (document: SubscriptionDocument | undefined): boolean =>
    document !== undefined && isPremium({ tier: document.tier, status: document.status, premiumUntil: premiumUntil(document) }, clock());

  /** The learner's document, synchronised when there is a customer, since an event may have been missed. */
  const upToDate = async (userId: string): Promise<SubscriptionDocument | undefined> => {
    const before = await subscriptions.get(userId);
    const customerId = customerOf(before);
    if (!customerId) return before;
    try {
      await refresh(userId, customerId);
    } catch (error) {
      // A premium learner needs no checkout, so the last known state is enough.
      if (!isNowPremium(before)) throw error;
      log('warn', 'stripe.not-asked', { error });
    }
    return subscriptions.get(userId);
  };

  const openCheckout = async (userId: string): Promise<string> => payments.createCheckout(await customerFor(userId), userId);

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
      // A cancelled subscription ends by the clock, with or without an event.
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
      if (isNowPremium(await upToDate(userId))) throw new DomainError('conflict', 'You are a premium member already.');
      return { checkoutUrl: await openCheckout(userId) };
    },

    /** @throws DomainError `conflict` without a customer */
    async createPortal(userId: string): Promise<{ url: string }> {
      const customerId = customerOf(await upToDate(userId));
      if (!customerId) throw new DomainError('conflict', 'There is no subscription to manage yet.');
      return { url: await payments.createPortal(customerId) };
    },

    /** For the upgrade modal: resumes a running subscription, or starts a checkout. */
    async upgrade(userId: string): Promise<{ status: 'active' | 'requires_payment'; checkoutUrl?: string }> {
      const document = await upToDate(userId);
      const customerId = customerOf(document);
      if (!document || !customerId || !isNowPremium(document))
        return { status: 'requires_payment', checkoutUrl: await openCheckout(userId) };
      if (document.cancelAtPeriodEnd && document.subscriptionId) {
        await payments.resume(document.subscriptionId);
        await refresh(userId, customerId);
      }
      return { status: 'active' };
    },

    /** Handles a signed event. A repeated event has no further effect. */
    async receiveEvent(body: string, signature: string | undefined): Promise<{ received: boolean }> {
      const event = await payments.readEvent(body, signature);
      if (await events.get(event.id)) {
        observeEvent?.(event.type, 'repeated');
        return { received: true };
      }
      try {
        if (event.customerId) {
          const userId = await refreshCustomer(event.customerId, event.type);
          if (userId !== undefined && event.failedPayment) await tellFailure(userId, event.failedPayment);
        }
        // Stored last: after a crash the event is repeated and does what is missing.
        await events.upsert({ _id: event.id, expiresAt: new Date(clock().getTime() + eventsKeptMs).toISOString() });
      } catch (error) {
        observeEvent?.(event.type, 'failed');
        throw error;
      }
      observeEvent?.(event.type, 'taken');
      return { received: true };
    },

    /** Whether a running subscription differs from the store, for customers of Lectern. */
    async differs({ subscription, customerId, userId }: RunningSubscription): Promise<boolean> {
      // A payment in progress is resolved by the provider.
      if (subscription.status === 'incomplete' || subscription.status === 'incomplete_expired') return false;
      const document = await subscriptions.findOne('byCustomer', { customerKey: customerId });
      if (document) {
        const plan = planOf(subscription);
        return planFields.some((field) => document[field] !== plan[field]);
      }
      if (userId === undefined) return false;
      return (await deletedAccounts.has(userId)) || (await subscriptions.get(userId))?.customerKey === noCustomer(userId);
    },

    /** Synchronises one customer. */
    async reconcile(customerId: string): Promise<void> {
      await refreshCustomer(customerId, 'reconciliation');
    },

    /** The plan, for services without a copy. */
    async plan(userId: string): Promise<PlanState> {
      const document = await subscriptions.get(userId);
      if (!document) return { userId, tier: 'free', status: null, premiumUntil: null, version: 0 };
      return { userId, tier: document.tier, status: document.status, premiumUntil: premiumUntil(document), version: document.version };
    },

    /**
     * Erases a learner. The customer at the provider is deleted, which ends every subscription at once. While the provider does not answer, only
     * the subscription's id is kept: it leads to the customer and all of its subscriptions.
     */
    async eraseAccount(userId: string): Promise<void> {
      // First, so that from now on every code path that meets the customer ends its subscriptions.
      await deletedAccounts.add(userId);
      const document = await subscriptions.get(userId);
      const customerId = customerOf(document);
      if (document?.subscriptionId) {
        const order = { _id: newId(() => clock().getTime()), kind: 'cancel', payload: '{}' };
        await cancellations.upsert({ _id: document.subscriptionId, ...outboxOf([order], clock()) });
      }
      await subscriptions.delete(userId);
      await usages.delete(userId);
      await idempotency.erase(userId);
      send();
      if (customerId !== undefined && !document?.subscriptionId)
        // Nothing is kept of an unpaid checkout. If it is paid later, its event ends the subscription.
        payments.deleteCustomer(customerId).catch((error: unknown) => log('warn', 'stripe.customer-left', { error }));
    },
    endForGood: (subscriptionId: string) => payments.endForGood(subscriptionId),
    forgetCancellation: async (subscriptionId: string): Promise<void> => {
      await cancellations.delete(subscriptionId);
    },
  };
}
export type Subscriptions = ReturnType<typeof createSubscriptions>;
