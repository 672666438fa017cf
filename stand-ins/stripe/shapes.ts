import type Stripe from 'stripe';

/** The version of Stripe's API whose shapes these are: that of the pinned SDK. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

// Decimals are strings in Stripe's JSON, while the SDK's types name the objects that it makes of them. References are ids unless expanded.
export type Price = Omit<Stripe.Price, 'unit_amount_decimal' | 'product'> & { unit_amount_decimal: string; product: string };
export type Plan = Omit<Stripe.Plan, 'amount_decimal' | 'product'> & { amount_decimal: string; product: string };
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: Price; plan: Plan };
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
export type InvoiceLine = Omit<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal'> & { pricing: object; quantity_decimal: string };
export type Invoice = Omit<Stripe.Invoice, 'lines' | 'customer'> & { lines: List<InvoiceLine>; customer: string };
export type InvoicePayment = Stripe.InvoicePayment & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } };
export type Charge = Stripe.Charge & { customer: string; payment_intent: string };
export type Refund = Stripe.Refund;
export type StripeEvent = Omit<Stripe.EventBase, 'data' | 'type'> & {
  type: Stripe.Event['type'];
  data: { object: object; previous_attributes?: object };
};

/** A list as Stripe answers it. */
export const listOf = <T>(data: T[], url: string, hasMore = false): List<T> => ({ object: 'list', data, has_more: hasMore, url });
