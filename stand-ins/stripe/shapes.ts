import type Stripe from 'stripe';

/** The version of Stripe's API whose shapes these are: that of the pinned SDK. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** The one price that the stand-in knows; `STRIPE_PRICE_ID` names it to the product. */
export const LOCAL_PRICE_ID = 'price_lectern_premium_monthly';
/** The product of that price. */
export const LOCAL_PRODUCT_ID = 'prod_lectern_premium';

const MADE_AT = Date.UTC(2026, 0, 1) / 1_000;

// On the wire a decimal is a text; the SDK's types name what it makes of it. References stand as ids until they are expanded.
export type Price = Omit<Stripe.Price, 'unit_amount_decimal' | 'product'> & { unit_amount_decimal: string; product: string };
type Plan = Omit<Stripe.Plan, 'amount_decimal' | 'product'> & { amount_decimal: string; product: string };
type SubscriptionItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: Price; plan: Plan };
export type Customer = Stripe.Customer;
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };
export type Subscription = Omit<Stripe.Subscription, 'items' | 'customer' | 'latest_invoice'> & {
  items: List<SubscriptionItem>;
  customer: string;
  latest_invoice: string | null;
};
export type Session = Omit<Stripe.Checkout.Session, 'customer' | 'subscription' | 'invoice'> & {
  customer: string | null;
  subscription: string | null;
  invoice: string | null;
};
export type PortalSession = Omit<Stripe.BillingPortal.Session, 'configuration'> & { configuration: string };
type InvoiceLine = Omit<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal'> & { pricing: object; quantity_decimal: string };
export type Invoice = Omit<Stripe.Invoice, 'lines' | 'customer'> & { lines: List<InvoiceLine>; customer: string };
export type InvoicePayment = Stripe.InvoicePayment & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } };
export type Charge = Stripe.Charge & { customer: string; payment_intent: string };
export type Refund = Stripe.Refund;
export type StripeEvent = Omit<Stripe.EventBase, 'data' | 'type'> & {
  type: Stripe.Event['type'];
  data: { object: object; previous_attributes?: object };
};

export const localProduct: Stripe.Product = {
  id: LOCAL_PRODUCT_ID,
  object: 'product',
  active: true,
  created: MADE_AT,
  default_price: LOCAL_PRICE_ID,
  description: 'Unlimited study guides, quizzes and flashcards.',
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: 'Lectern Premium',
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: MADE_AT,
  url: null,
};

export const localPrice: Price & { unit_amount: number } = {
  id: LOCAL_PRICE_ID,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: MADE_AT,
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: 'lectern_premium_monthly',
  metadata: {},
  nickname: null,
  product: LOCAL_PRODUCT_ID,
  recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: 999,
  unit_amount_decimal: '999',
};

const localPlan: Plan = {
  id: LOCAL_PRICE_ID,
  object: 'plan',
  active: true,
  amount: 999,
  amount_decimal: '999',
  billing_scheme: 'per_unit',
  created: MADE_AT,
  currency: 'usd',
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: LOCAL_PRODUCT_ID,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
};

/** A list as Stripe answers it. */
export const listOf = <T>(data: T[], url: string, hasMore = false): List<T> => ({ object: 'list', data, has_more: hasMore, url });

/** A new customer without anything of its own. */
export const newCustomer = (id: string, created: number): Customer => ({
  id,
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: id.slice(-8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

/** A new checkout session in subscription mode, open for a day. */
export const newSession = (id: string, created: number, amount: number): Session => ({
  id,
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: amount,
  amount_total: amount,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created,
  currency: 'usd',
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: 'always',
  customer_details: null,
  customer_email: null,
  discounts: [],
  expires_at: created + 86_400,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: { enabled: false },
  metadata: {},
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  success_url: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: null,
  wallet_options: null,
});

/** A line of a checkout session. */
export const newLineItem = (id: string, quantity: number): object => ({
  id,
  object: 'item',
  adjustable_quantity: null,
  amount_discount: 0,
  amount_subtotal: localPrice.unit_amount * quantity,
  amount_tax: 0,
  amount_total: localPrice.unit_amount * quantity,
  currency: 'usd',
  description: localProduct.name,
  metadata: {},
  price: localPrice,
  quantity,
});

/** A new subscription that is paid for, with one item. */
export const newSubscription = (
  ids: { readonly subscription: string; readonly item: string; readonly customer: string },
  period: { readonly start: number; readonly end: number },
  quantity: number,
): Subscription => ({
  id: ids.subscription,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: period.start,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  created: period.start,
  currency: 'usd',
  customer: ids.customer,
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
  items: listOf(
    [
      {
        id: ids.item,
        object: 'subscription_item',
        billing_thresholds: null,
        created: period.start,
        current_period_end: period.end,
        current_period_start: period.start,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: localPlan,
        price: localPrice,
        quantity,
        subscription: ids.subscription,
        tax_rates: [],
      },
    ],
    `/v1/subscription_items?subscription=${ids.subscription}`,
  ),
  latest_invoice: null,
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: period.start,
  status: 'active',
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
});

/** A new invoice for one period of a subscription: paid, or open after a first attempt that failed. */
export const newInvoice = (
  ids: { readonly invoice: string; readonly line: string; readonly number: string },
  detail: {
    readonly subscription: Subscription;
    readonly customer: Customer;
    readonly created: number;
    readonly paid: boolean;
    readonly reason: 'subscription_create' | 'subscription_cycle';
    readonly period: { readonly start: number; readonly end: number };
  },
): Invoice => {
  const { subscription, customer, created, paid, reason, period } = detail;
  const [item] = subscription.items.data;
  const quantity = item?.quantity ?? 1;
  const amount = localPrice.unit_amount * quantity;
  return {
    id: ids.invoice,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Lectern (local stand-in)',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: paid ? amount : 0,
    amount_paid_off_stripe: 0,
    amount_remaining: paid ? 0 : amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    auto_advance: !paid,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      [
        {
          id: ids.line,
          object: 'line_item',
          amount,
          currency: 'usd',
          description: `${quantity} × Lectern Premium (at $9.99 / month)`,
          discount_amounts: [],
          discountable: true,
          discounts: [],
          invoice: ids.invoice,
          livemode: false,
          metadata: {},
          parent: {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: { credited_items: null },
              subscription: subscription.id,
              subscription_item: item?.id ?? '',
            },
            type: 'subscription_item_details',
          },
          period: { start: period.start, end: period.end },
          pretax_credit_amounts: [],
          pricing: {
            price_details: { price: LOCAL_PRICE_ID, product: LOCAL_PRODUCT_ID },
            type: 'price_details',
            unit_amount_decimal: '999',
          },
          quantity,
          quantity_decimal: String(quantity),
          subscription: subscription.id,
          subtotal: amount,
          taxes: [],
        },
      ],
      `/v1/invoices/${ids.invoice}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: paid ? null : created + 3 * 86_400,
    number: ids.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: paid ? 'paid' : 'open',
    status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: paid ? created : null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
};

/** That an invoice was paid: what leads from it to the payment. */
export const newInvoicePayment = (
  ids: { readonly payment: string; readonly intent: string },
  invoice: Invoice,
  paidAt: number,
): InvoicePayment => ({
  id: ids.payment,
  object: 'invoice_payment',
  amount_paid: invoice.amount_paid,
  amount_requested: invoice.amount_due,
  created: paidAt,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { type: 'payment_intent', payment_intent: ids.intent },
  status: 'paid',
  status_transitions: { canceled_at: null, paid_at: paidAt },
});

/** The money that was taken for a paid invoice. */
export const newCharge = (ids: { readonly charge: string; readonly intent: string }, invoice: Invoice, paidAt: number): Charge => ({
  id: ids.charge,
  object: 'charge',
  amount: invoice.amount_paid,
  amount_captured: invoice.amount_paid,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: invoice.customer_email, name: invoice.customer_name, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  created: paidAt,
  currency: invoice.currency,
  customer: invoice.customer,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent: ids.intent,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
});

/** Money that was given back. */
export const newRefund = (
  id: string,
  created: number,
  charge: Charge,
  detail: { readonly amount: number; readonly reason: Refund['reason']; readonly metadata: Record<string, string> },
): Refund => ({
  id,
  object: 'refund',
  amount: detail.amount,
  balance_transaction: null,
  charge: charge.id,
  created,
  currency: charge.currency,
  customer: charge.customer,
  customer_account: null,
  metadata: detail.metadata,
  payment_intent: charge.payment_intent,
  payment_method: null,
  reason: detail.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});

/** A new billing portal session. */
export const newPortalSession = (id: string, created: number, customer: string, returnUrl: string | null, url: string): PortalSession => ({
  id,
  object: 'billing_portal.session',
  configuration: 'bpc_lectern_local',
  created,
  customer,
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: returnUrl,
  url,
});
