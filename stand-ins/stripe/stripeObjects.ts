/**
 * Stripe's objects, with the fields that Stripe requires and those that the product reads. `stripeDescription.test.ts` validates them.
 * Times are in seconds since 1970, amounts in cents.
 */

/** Stripe's API version; must match the pinned SDK. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** The stand-in's only price, and the value of the setting `STRIPE_PRICE_ID`. */
export const LOCAL_PRICE_ID = 'price_lectern_premium_monthly';
const monthlyCents = 999;

/** A billing period. */
export type Period = Readonly<{ start: number; end: number }>;
export type Metadata = Readonly<Record<string, string>>;

/** Fields that Stripe requires and that are constant here. */
const usd = { currency: 'usd', livemode: false } as const;
const noDiscounts = { discounts: [] };
const noTransition = { paid_at: null as number | null, voided_at: null as number | null };
const withoutTax = { enabled: false, liability: null, status: null } as const;

const priceFields = { object: 'price', active: true, billing_scheme: 'per_unit', metadata: {}, type: 'recurring' };
const localPrice = {
  ...usd,
  ...priceFields,
  id: LOCAL_PRICE_ID,
  created: Date.UTC(2026, 0, 1) / 1_000,
  product: 'prod_lectern_premium',
  unit_amount: monthlyCents,
};

/** A list in Stripe's format. */
export const listOf = <Item>(data: readonly Item[], url: string, hasMore = false) =>
  ({ object: 'list', data, has_more: hasMore, url }) as const;

export const newCustomer = (id: string, created: number, metadata: Metadata) =>
  ({ id, object: 'customer', created, livemode: false, metadata }) as const;
export type Customer = ReturnType<typeof newCustomer>;

export const deletedCustomer = (id: string) => ({ id, object: 'customer', deleted: true }) as const;
export type DeletedCustomer = ReturnType<typeof deletedCustomer>;

/** The fields of a checkout session that the product sets. */
export interface SessionInput {
  readonly customer: string;
  readonly client_reference_id?: string | undefined;
  readonly metadata: Metadata;
  readonly success_url: string;
  readonly cancel_url?: string | undefined;
}

const sessionSeconds = 86_400;

/** A new checkout session, open for a day. Its page is at `url` until it is paid or expires. */
export const newSession = (id: string, created: number, url: string, input: SessionInput) => ({
  ...usd,
  id,
  object: 'checkout.session',
  created,
  expires_at: created + sessionSeconds,
  amount_total: monthlyCents,
  automatic_tax: { ...withoutTax, provider: null },
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  mode: 'subscription',
  payment_method_types: ['card'],
  payment_status: 'unpaid' as 'unpaid' | 'paid',
  shipping_options: [],
  status: 'open' as 'open' | 'complete' | 'expired',
  subscription: null as string | null,
  url: url as string | null,
  ...input,
});
export type Session = ReturnType<typeof newSession>;

/** The fields of a portal session that the product sets. */
export type PortalInput = Readonly<{ customer: string; return_url?: string | undefined }>;

export const newPortalSession = (id: string, created: number, url: string, input: PortalInput) =>
  ({ id, object: 'billing_portal.session', configuration: 'bpc_lectern_local', created, livemode: false, url, ...input }) as const;
export type PortalSession = ReturnType<typeof newPortalSession>;

const itemFields = { object: 'subscription_item', ...noDiscounts, metadata: {}, price: localPrice, quantity: 1 };
const newItem = (id: string, subscription: string, { start, end }: Period) => ({
  ...itemFields,
  id,
  created: start,
  current_period_end: end,
  current_period_start: start,
  subscription,
});

/** A new subscription with one item, paid for its first period. */
export const newSubscription = (ids: { subscription: string; item: string; customer: string }, period: Period) => ({
  ...usd,
  ...noDiscounts,
  id: ids.subscription,
  object: 'subscription',
  automatic_tax: { ...withoutTax, disabled_reason: null },
  billing_cycle_anchor: period.start,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  cancel_at: null as number | null,
  cancel_at_period_end: false,
  canceled_at: null as number | null,
  collection_method: 'charge_automatically',
  created: period.start,
  customer: ids.customer,
  ended_at: null as number | null,
  invoice_settings: { issuer: { type: 'self' } },
  items: listOf([newItem(ids.item, ids.subscription, period)], `/v1/subscription_items?subscription=${ids.subscription}`),
  latest_invoice: null as string | null,
  metadata: {} as Metadata,
  start_date: period.start,
  status: 'active' as 'active' | 'past_due' | 'canceled',
});
export type Subscription = ReturnType<typeof newSubscription>;

export const periodOf = ({ items }: Subscription): Period => ({
  start: items.data[0]?.current_period_start ?? 0,
  end: items.data[0]?.current_period_end ?? 0,
});

export const withPeriod = (subscription: Subscription, { start, end }: Period): Subscription => {
  const data = subscription.items.data.map((item) => ({ ...item, current_period_start: start, current_period_end: end }));
  return { ...subscription, items: { ...subscription.items, data } };
};

/** Invoice amounts that are always zero here. */
const noCredit = { post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0 };
const noAmounts = { ...noCredit, amount_overpaid: 0, amount_paid_off_stripe: 0, amount_shipping: 0, starting_balance: 0 };
const noPaymentSettings = { default_mandate: null, payment_method_options: null, payment_method_types: null };

/** A new invoice for one period of a subscription, open after a failed first attempt. */
export const newInvoice = (
  id: string,
  created: number,
  { customer }: Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
) => ({
  ...usd,
  ...noAmounts,
  ...noDiscounts,
  id,
  object: 'invoice',
  amount_due: monthlyCents,
  amount_paid: 0,
  amount_remaining: monthlyCents,
  attempt_count: 1,
  attempted: true,
  auto_advance: true,
  automatic_tax: { ...withoutTax, disabled_reason: null, provider: null },
  billing_reason: reason,
  collection_method: 'charge_automatically',
  created,
  customer,
  default_tax_rates: [],
  issuer: { type: 'self' },
  lines: listOf([], `/v1/invoices/${id}/lines`),
  payment_settings: noPaymentSettings,
  period_end: created,
  period_start: created,
  status: 'open' as 'open' | 'paid' | 'void',
  status_transitions: { finalized_at: created, marked_uncollectible_at: null, ...noTransition },
  subtotal: monthlyCents,
  total: monthlyCents,
});
export type Invoice = ReturnType<typeof newInvoice>;

/** Returns the invoice as paid. */
export const paidInvoice = (invoice: Invoice, paidAt: number): Invoice => ({
  ...invoice,
  amount_paid: invoice.amount_due,
  amount_remaining: 0,
  auto_advance: false,
  status: 'paid',
  status_transitions: { ...invoice.status_transitions, paid_at: paidAt },
});

/** The link from a paid invoice to its payment intent. */
export const newInvoicePayment = (id: string, intent: string, invoice: Invoice, paidAt: number) => ({
  ...usd,
  id,
  object: 'invoice_payment',
  amount_paid: invoice.amount_paid,
  amount_requested: invoice.amount_due,
  created: paidAt,
  invoice: invoice.id,
  is_default: true,
  payment: { type: 'payment_intent', payment_intent: intent },
  status: 'paid',
  status_transitions: { canceled_at: null, paid_at: paidAt },
});

const chargeFields = { object: 'charge', captured: true, disputed: false, metadata: {}, paid: true, refunded: false, status: 'succeeded' };

/** The charge of a paid invoice. */
export const newCharge = (id: string, intent: string, invoice: Invoice, paidAt: number) => ({
  ...usd,
  ...chargeFields,
  id,
  amount: invoice.amount_paid,
  amount_captured: invoice.amount_paid,
  amount_refunded: 0,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  created: paidAt,
  customer: invoice.customer,
  payment_intent: intent,
});
export type Charge = ReturnType<typeof newCharge>;

/** A refund of a whole charge. */
export const newRefund = (id: string, created: number, charge: Charge, reason?: string) => ({
  id,
  object: 'refund',
  amount: charge.amount,
  charge: charge.id,
  created,
  currency: charge.currency,
  customer: charge.customer,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason,
  status: 'succeeded',
});
export type Refund = ReturnType<typeof newRefund>;

/** A change that a webhook reports. */
export const newEvent = (id: string, type: string, created: number, object: object, previous?: object) => ({
  id,
  object: 'event',
  api_version: STRIPE_API_VERSION,
  created,
  data: { object, ...(previous && { previous_attributes: previous }) },
  livemode: false,
  pending_webhooks: 1,
  type,
});
export type StripeEvent = ReturnType<typeof newEvent>;
