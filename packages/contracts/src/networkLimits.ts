/** How many calls one network may make in an hour. */
export interface NetworkLimit {
  perHour: number;
  /** A call that is answered with 400 has done nothing and does not count. */
  isFreeWhenInvalid: boolean;
}

/**
 * Limits for one network (an IPv4 address, or the first 64 bits of an IPv6 address) of calls without a session that cause mails, stored
 * rows or password hashes (contract section 2, "Rates"). Calls with the same limit share one count, which the gateway keeps.
 */
export const networkLimits = {
  registrations: { perHour: 60, isFreeWhenInvalid: true },
  forgottenPasswords: { perHour: 120, isFreeWhenInvalid: true },
  resends: { perHour: 120, isFreeWhenInvalid: true },
  // An unknown link may be a guess, so it counts.
  links: { perHour: 600, isFreeWhenInvalid: false },
} as const satisfies Record<string, NetworkLimit>;

export type NetworkLimitName = keyof typeof networkLimits;
