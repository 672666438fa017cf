import { localPlan, localPrice } from './catalog.ts';
import { listOf, type Subscription, type SubscriptionItem } from './shapes.ts';

interface Ids {
  readonly subscription: string;
  readonly item: string;
  readonly customer: string;
}
/** In seconds since 1970. */
interface Period {
  readonly start: number;
  readonly end: number;
}

/** The fields that are the same in every new subscription. */
const subscriptionFields = {
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  currency: 'usd',
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
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
  status: 'active',
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
} satisfies Partial<Subscription>;

const newItem = (ids: Ids, period: Period, quantity: number): SubscriptionItem => ({
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
});

/** A new subscription that is paid for, with one item. */
export const newSubscription = (ids: Ids, period: Period, quantity: number): Subscription => ({
  ...subscriptionFields,
  id: ids.subscription,
  billing_cycle_anchor: period.start,
  created: period.start,
  customer: ids.customer,
  start_date: period.start,
  items: listOf([newItem(ids, period, quantity)], `/v1/subscription_items?subscription=${ids.subscription}`),
});
