import { LOCAL_PRICE_ID, LOCAL_PRODUCT_ID, localPrice } from './catalog.ts';
import { listOf, type Customer, type Invoice, type InvoiceLine, type Subscription } from './shapes.ts';

interface Ids {
  readonly invoice: string;
  readonly line: string;
  readonly number: string;
}
/** What an invoice bills. Times are in seconds since 1970. */
interface Detail {
  readonly subscription: Subscription;
  readonly customer: Customer;
  readonly created: number;
  readonly paid: boolean;
  readonly reason: 'subscription_create' | 'subscription_cycle';
  readonly period: { readonly start: number; readonly end: number };
}

/** Seconds until the next attempt to collect an open invoice. */
const nextAttemptAfter = 3 * 86_400;

/** The fields that are the same in every new invoice. */
const invoiceFields = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Lectern (local stand-in)',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid_off_stripe: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 1,
  attempted: true,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  currency: 'usd',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
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
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>;

const newLine = (ids: Ids, { subscription, period }: Detail, quantity: number, amount: number): InvoiceLine => {
  const [item] = subscription.items.data;
  return {
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
      unit_amount_decimal: localPrice.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
};

/** The fields that depend on whether the first attempt to collect the invoice succeeded. */
const paymentFields = (paid: boolean, amount: number, created: number) =>
  ({
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    auto_advance: !paid,
    next_payment_attempt: paid ? null : created + nextAttemptAfter,
    status: paid ? 'paid' : 'open',
    status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: paid ? created : null, voided_at: null },
  }) satisfies Partial<Invoice>;

/** A new invoice for one period of a subscription: paid, or open after a first attempt that failed. */
export const newInvoice = (ids: Ids, detail: Detail): Invoice => {
  const { subscription, customer, created, paid, reason } = detail;
  const quantity = subscription.items.data[0]?.quantity ?? 1;
  const amount = localPrice.unit_amount * quantity;
  return {
    ...invoiceFields,
    ...paymentFields(paid, amount, created),
    id: ids.invoice,
    amount_due: amount,
    billing_reason: reason,
    created,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    effective_at: created,
    number: ids.number,
    period_end: created,
    period_start: created,
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    lines: listOf([newLine(ids, detail, quantity, amount)], `/v1/invoices/${ids.invoice}/lines`),
  };
};
