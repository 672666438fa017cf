/** The maximum number of calls of a learner or network in a window. */
export interface RateLimit {
  most: number;
  /** In milliseconds. */
  windowMs: number;
  /**
   * The number of calls per window that a gateway allows before it asks auth, which counts for all gateways, and the number of further calls
   * per request to auth. With N gateways up to N − 1 shares above `most` are possible; a share is a twentieth of `most`.
   */
  share: number;
  /** A call that is answered with 400 has had no effect and does not count. */
  isFreeWhenInvalid: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Limits per network (an IPv4 address, or the first 64 bits of an IPv6 address) for calls without a session. Calls with the same limit share a
 * count. Calls that send mail, store rows or hash passwords are limited per hour. The others are limited per minute, above the needs of a
 * university with one address, a mail provider or Stripe.
 */
export const networkLimits = {
  registrations: { most: 60, windowMs: hourMs, share: 3, isFreeWhenInvalid: true },
  forgottenPasswords: { most: 120, windowMs: hourMs, share: 6, isFreeWhenInvalid: true },
  resends: { most: 120, windowMs: hourMs, share: 6, isFreeWhenInvalid: true },
  // An unknown link may be a guess, so it counts.
  links: { most: 600, windowMs: hourMs, share: 30, isFreeWhenInvalid: false },
  // auth also has lower limits for failed sign-ins.
  signIns: { most: 1_200, windowMs: minuteMs, share: 60, isFreeWhenInvalid: false },
  // Calendar programs poll every few minutes at most.
  calendars: { most: 600, windowMs: minuteMs, share: 30, isFreeWhenInvalid: false },
  // A guide has up to 200 pictures.
  pictures: { most: 12_000, windowMs: minuteMs, share: 600, isFreeWhenInvalid: false },
  // A class opens the same link at once.
  shared: { most: 1_200, windowMs: minuteMs, share: 60, isFreeWhenInvalid: false },
  // Each sends a mail to the operator.
  reports: { most: 60, windowMs: hourMs, share: 3, isFreeWhenInvalid: true },
  // A mail provider sends the clicks of all its users from one network.
  unsubscriptions: { most: 3_000, windowMs: minuteMs, share: 150, isFreeWhenInvalid: false },
  // Stripe sends all events from a few addresses, and repeats refused ones.
  paymentEvents: { most: 6_000, windowMs: minuteMs, share: 300, isFreeWhenInvalid: false },
  descriptions: { most: 600, windowMs: minuteMs, share: 30, isFreeWhenInvalid: false },
} as const satisfies Record<string, RateLimit>;

export type NetworkLimitName = keyof typeof networkLimits;
export const networkLimitNames = Object.keys(networkLimits) as NetworkLimitName[];

/** Every limit: `calls` per signed-in learner, the others per network. */
export const rateLimits = {
  calls: { most: 600, windowMs: minuteMs, share: 30, isFreeWhenInvalid: false },
  ...networkLimits,
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
export const rateLimitNames = Object.keys(rateLimits) as RateLimitName[];

/**
 * Limits per learner for calls with signed addresses, over all networks. An address may be shared or leaked. Each process of a service counts
 * separately.
 */
export const ownerLimits = {
  calendars: { most: 60, windowMs: minuteMs },
  pictures: { most: 3_000, windowMs: minuteMs },
  shared: { most: 1_200, windowMs: minuteMs },
  unsubscriptions: { most: 60, windowMs: minuteMs },
} as const satisfies Record<string, Pick<RateLimit, 'most' | 'windowMs'>>;

export type OwnerLimitName = keyof typeof ownerLimits;
