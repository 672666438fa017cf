/** A subscription as the payment provider has it. */
export interface ProviderSubscription {
  id: string;
  /** Stripe's word: `active`, `past_due`, `canceled`, `incomplete`, … */
  status: string;
  cancelAtPeriodEnd: boolean;
  /** When it is to end, else the end of the current period, or when it ended; ISO 8601. */
  endDate: string | null;
  /** When it was created, in seconds since 1970: of several, the newest counts. */
  created: number;
}

/** A customer as the payment provider has them. */
export interface ProviderCustomer {
  /** The learner that the customer was made for; absent on a customer that is not ours. */
  userId: string | undefined;
  /** All that they ever had, ended ones too, the newest first. */
  subscriptions: ProviderSubscription[];
}

/** A subscription that has not ended, and whose it is. */
export interface RunningSubscription {
  subscription: ProviderSubscription;
  customerId: string;
  userId: string | undefined;
}

/** One attempt at an invoice that failed. */
export interface FailedPayment {
  invoiceId: string;
  /** 1, 2, … */
  attempt: number;
  /** What is to be paid, in the currency's smallest unit. */
  amount: number;
  currency: string;
}

/** A signed event, as far as it matters here: whose state may have changed. */
export interface ProviderEvent {
  id: string;
  type: string;
  customerId: string | undefined;
  /** There when it tells that a renewal could not be paid. */
  failedPayment?: FailedPayment;
}

/** What billing needs of the payment provider. Whatever asks it throws DomainError `bad_gateway` when it does not answer. */
export interface Payments {
  /** Makes a customer; the same key gives the same one. */
  createCustomer(userId: string, idempotencyKey: string): Promise<string>;
  /** The customer with what they subscribe to, as it is now; `undefined` when they were deleted or never were. */
  customer(customerId: string): Promise<ProviderCustomer | undefined>;
  /** Deletes a customer and their data there, which ends every subscription at once; one that is gone already counts as deleted. */
  deleteCustomer(customerId: string): Promise<void>;
  /** A checkout page: the one that is open, else a new one, so that nobody pays twice. @returns its address */
  createCheckout(customerId: string, userId: string): Promise<string>;
  /** A page to manage the subscription. @returns its address */
  createPortal(customerId: string): Promise<string>;
  /** Takes an announced cancellation back. */
  resume(subscriptionId: string): Promise<void>;
  /** Ends a subscription at once and deletes its customer; what is gone already counts as ended. */
  endForGood(subscriptionId: string): Promise<void>;
  /** Gives the last payment of a subscription back, drops what is still owed for it, and ends it at once. */
  cancelAndRefund(subscriptionId: string): Promise<void>;
  /** Drops what is still owed for a subscription, and ends it at once; what was paid stays paid. */
  cancel(subscriptionId: string): Promise<void>;
  /** Whether an invoice is still to be paid. */
  isOpen(invoiceId: string): Promise<boolean>;
  /** Every subscription that has not ended, of all customers, in pages. */
  running(): AsyncIterable<RunningSubscription[]>;
  /** The event in a signed body. @throws DomainError `bad_signature`, `invalid` when what was signed is no event */
  readEvent(body: string, signature: string | undefined): Promise<ProviderEvent>;
}
