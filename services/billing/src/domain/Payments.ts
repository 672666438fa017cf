/** A subscription as the payment provider has it. */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** Stripe's word: `active`, `past_due`, `canceled`, `incomplete`, … */
  status: string;
  cancelAtPeriodEnd: boolean;
  /** End of the current period, or when it ended; ISO 8601. */
  endDate: string | null;
  /** When it was created, in seconds since 1970: of several, the newest counts. */
  created: number;
}

/** A signed event, as far as it matters here: whose state may have changed. */
export interface ProviderEvent {
  id: string;
  type: string;
  customerId: string | undefined;
}

/** What billing needs of the payment provider. */
export interface Payments {
  /** Makes a customer; the same key gives the same one. */
  createCustomer(userId: string, idempotencyKey: string): Promise<string>;
  /** A checkout page. @returns its address */
  createCheckout(customerId: string, userId: string): Promise<string>;
  /** A page to manage the subscription. @returns its address */
  createPortal(customerId: string): Promise<string>;
  /** The customer's newest subscription. */
  subscriptionOf(customerId: string): Promise<ProviderSubscription | undefined>;
  /** Takes an announced cancellation back. */
  resume(subscriptionId: string): Promise<void>;
  /** Ends a subscription at once; one that is gone already counts as ended. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** The event in a signed body. @throws DomainError `bad_signature` */
  readEvent(body: string, signature: string | undefined): Promise<ProviderEvent>;
}
