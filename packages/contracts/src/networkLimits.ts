/** How many calls one network may make in an hour. */
export interface NetworkLimit {
  perHour: number;
  /** A call that is answered with 400 has done nothing and does not count. */
  isFreeWhenInvalid: boolean;
}

/**
 * Limits for one network (an address; of IPv6 its first 64 bits) of what needs no session, and makes mails, rows or hashes (contract
 * section 2, "Rates"). Calls that name the same limit share its count; the gateway keeps it.
 */
export const networkLimits = {
  registrations: { perHour: 60, isFreeWhenInvalid: true },
  forgottenPasswords: { perHour: 120, isFreeWhenInvalid: true },
  resends: { perHour: 120, isFreeWhenInvalid: true },
  // A link that leads nowhere is a guess.
  links: { perHour: 600, isFreeWhenInvalid: false },
} as const satisfies Record<string, NetworkLimit>;

export type NetworkLimitName = keyof typeof networkLimits;
