/** How many calls a learner or a network may make in a window. */
export interface RateLimit {
  most: number;
  /** In milliseconds. */
  windowMs: number;
  /**
   * A gateway lets so many calls of each window through before it asks auth, which counts for all gateways, and gets further ones in shares of this
   * size. With N gateways up to N − 1 shares more than `most` may be made: a twentieth of `most` each.
   */
  share: number;
  /** A call that is answered with 400 has done nothing and does not count. */
  isFreeWhenInvalid: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Limits for one network (an IPv4 address, or the first 64 bits of an IPv6 address) of calls without a session. Calls with the same limit share one
 * count. Calls that cause mails, stored rows or password hashes are limited by the hour. The others are limited by the minute, above what a university
 * behind one address, a mail provider or Stripe needs.
 */
export const networkLimits = {
  registrations: { most: 60, windowMs: hourMs, share: 3, isFreeWhenInvalid: true },
  forgottenPasswords: { most: 120, windowMs: hourMs, share: 6, isFreeWhenInvalid: true },
  resends: { most: 120, windowMs: hourMs, share: 6, isFreeWhenInvalid: true },
  // An unknown link may be a guess, so it counts.
  links: { most: 600, windowMs: hourMs, share: 30, isFreeWhenInvalid: false },
  // Failed sign-ins have lower limits of their own in auth.
  signIns: { most: 1_200, windowMs: minuteMs, share: 60, isFreeWhenInvalid: false },
  // A calendar program reads every few minutes at most.
  calendars: { most: 600, windowMs: minuteMs, share: 30, isFreeWhenInvalid: false },
  // A guide has up to 200 pictures.
  pictures: { most: 12_000, windowMs: minuteMs, share: 600, isFreeWhenInvalid: false },
  // A mail provider sends the clicks of all its users from one network.
  unsubscriptions: { most: 3_000, windowMs: minuteMs, share: 150, isFreeWhenInvalid: false },
  // Stripe sends all events of a busy day from a few addresses, and repeats what was refused.
  paymentEvents: { most: 6_000, windowMs: minuteMs, share: 300, isFreeWhenInvalid: false },
  descriptions: { most: 600, windowMs: minuteMs, share: 30, isFreeWhenInvalid: false },
} as const satisfies Record<string, RateLimit>;

export type NetworkLimitName = keyof typeof networkLimits;
export const networkLimitNames = Object.keys(networkLimits) as NetworkLimitName[];

/** Every limit: `calls` for a signed-in learner, the others for a network. */
export const rateLimits = {
  calls: { most: 600, windowMs: minuteMs, share: 30, isFreeWhenInvalid: false },
  ...networkLimits,
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
export const rateLimitNames = Object.keys(rateLimits) as RateLimitName[];

/**
 * Limits for one learner of calls by signed addresses, over all networks. An address may be shared, or leak. Each process of a service counts on its
 * own.
 */
export const ownerLimits = {
  calendars: { most: 60, windowMs: minuteMs },
  pictures: { most: 3_000, windowMs: minuteMs },
  unsubscriptions: { most: 60, windowMs: minuteMs },
} as const satisfies Record<string, Pick<RateLimit, 'most' | 'windowMs'>>;

export type OwnerLimitName = keyof typeof ownerLimits;
