/** A subscription at the payment provider. */
export interface ProviderSubscription {
  id: string;
  /** Stripe's status: `active`, `past_due`, `canceled`, `incomplete`, … */
  status: string;
  cancelAtPeriodEnd: boolean;
  /** The time at which it ended, or its announced end, or else the end of the current period. ISO 8601. */
  endDate: string | null;
  /** The creation time in seconds since 1970; the newest of several subscriptions counts. */
  created: number;
}

/** A customer at the payment provider. */
export interface ProviderCustomer {
  /** The learner of the customer; absent on customers that Lectern did not create. */
  userId: string | undefined;
  /** All subscriptions, including ended ones, newest first. */
  subscriptions: ProviderSubscription[];
}

/** A subscription that has not ended, with its customer. */
export interface RunningSubscription {
  subscription: ProviderSubscription;
  customerId: string;
  userId: string | undefined;
}

/** A failed payment attempt of an invoice. */
export interface FailedPayment {
  invoiceId: string;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** The amount due, in the currency's smallest unit. */
  amount: number;
  currency: string;
}

/** The used part of a signed event: the customer whose state may have changed. */
export interface ProviderEvent {
  id: string;
  type: string;
  customerId: string | undefined;
  /** Present if a renewal could not be paid. */
  failedPayment?: FailedPayment;
}

export interface TimeLimitOptions {
  /** Whether the learner is about to pay. The timeout message then says that nothing was charged. */
  isPayment?: boolean;
  /** In milliseconds. Defaults to ten seconds. */
  mostMs?: number;
}

/** Billing's port to the payment provider. Every method throws DomainError `bad_gateway` if the provider does not answer. */
export interface Payments {
  /** Runs work for a waiting learner, with one time limit for all of its requests. @throws DomainError `timeout` after the limit */
  inTime<T>(work: () => Promise<T>, options?: TimeLimitOptions): Promise<T>;
  /** Runs work for several callers, without the time limit of the one that started it. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>;
  /** Creates a customer; the same key returns the same customer. */
  createCustomer(userId: string, idempotencyKey: string): Promise<string>;
  /** Returns the customer with all subscriptions; `undefined` if it was deleted or never existed. */
  customer(customerId: string): Promise<ProviderCustomer | undefined>;
  /** Deletes a customer, which ends every subscription immediately. A missing customer counts as deleted. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Opens a checkout, or reuses an open one, so that nobody pays twice. @returns its address */
  createCheckout(customerId: string, userId: string): Promise<string>;
  /** Opens the page to manage the subscription. @returns its address */
  createPortal(customerId: string): Promise<string>;
  /** Revokes an announced cancellation. */
  resume(subscriptionId: string): Promise<void>;
  /** Ends a subscription immediately and deletes its customer. A missing one counts as ended. */
  endForGood(subscriptionId: string): Promise<void>;
  /** Refunds the last payment of a subscription, voids open invoices and ends it immediately. */
  cancelAndRefund(subscriptionId: string): Promise<void>;
  /** Voids open invoices of a subscription and ends it immediately, without a refund. */
  cancel(subscriptionId: string): Promise<void>;
  /** Returns whether an invoice is still open. */
  isOpen(invoiceId: string): Promise<boolean>;
  /** Yields all subscriptions that have not ended, in pages. */
  running(): AsyncIterable<RunningSubscription[]>;
  /** Parses the event of a signed body. @throws DomainError `bad_signature`; `invalid` if the signed body is not an event */
  readEvent(body: string, signature: string | undefined): Promise<ProviderEvent>;
}
