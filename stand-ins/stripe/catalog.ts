import type Stripe from 'stripe';
import type { Plan, Price } from './shapes.ts';

/** The only price of the stand-in, the value of the setting `STRIPE_PRICE_ID`. */
export const LOCAL_PRICE_ID = 'price_lectern_premium_monthly';
/** The product of that price. */
export const LOCAL_PRODUCT_ID = 'prod_lectern_premium';

const MADE_AT = Date.UTC(2026, 0, 1) / 1_000;
/** The price of a month, in cents. */
const monthlyCents = 999;

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
  unit_amount: monthlyCents,
  unit_amount_decimal: String(monthlyCents),
};

export const localPlan: Plan = {
  id: LOCAL_PRICE_ID,
  object: 'plan',
  active: true,
  amount: monthlyCents,
  amount_decimal: String(monthlyCents),
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
