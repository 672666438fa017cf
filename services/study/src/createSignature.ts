import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The length of the key. */
const keyBytes = 32;

/** Signs the parts of an address. */
export interface Signature {
  /** @returns 43 URL-safe characters */
  of(...parts: readonly string[]): string;
  isOf(given: string, ...parts: readonly string[]): boolean;
}

/**
 * Creates signatures of addresses that need no session.
 *
 * @param secret - the source of the key
 * @param purpose - signatures for one purpose are invalid for another
 */
const createSignature = (secret: string, purpose: string): Signature => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
  const of = (...parts: readonly string[]): string => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    of,
    isOf: (given, ...parts) => {
      const [one, other] = [Buffer.from(given), Buffer.from(of(...parts))];
      return one.length === other.length && timingSafeEqual(one, other);
    },
  };
};

/** Creates the signatures of study's addresses. */
export const studySignatures = (secret: string): { calendars: Signature; reminders: Signature } => ({
  calendars: createSignature(secret, 'lectern: addresses of calendars'),
  reminders: createSignature(secret, 'lectern: addresses that switch reminders off'),
});
