import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The length of the key in bytes. */
const keyBytes = 32;

/** Signs the parts of an address. */
export interface Signature {
  /** @returns URL-safe characters */
  of(...parts: readonly string[]): string;
  isOf(given: string, ...parts: readonly string[]): boolean;
}

/**
 * Creates signatures of addresses that need no session.
 *
 * @param secret - the source of the key
 * @param purpose - signatures for one purpose are invalid for another
 * @param length - in characters of 6 bits; defaults to all 43
 */
export const createSignature = (secret: string, purpose: string, length = 43): Signature => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
  const of = (...parts: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, length);
  return {
    of,
    isOf: (given, ...parts) => {
      const [one, other] = [Buffer.from(given), Buffer.from(of(...parts))];
      return one.length === other.length && timingSafeEqual(one, other);
    },
  };
};
