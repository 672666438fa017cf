import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The length of the key in bytes. */
const keyBytes = 32;

/** Signs the parts of an address. */
export interface Signature {
  /** @returns 43 URL-safe characters, or 32 hexadecimal digits */
  of(...parts: readonly string[]): string;
  isOf(given: string, ...parts: readonly string[]): boolean;
}

/**
 * Creates signatures of addresses that need no session.
 *
 * @param secret - the source of the key
 * @param purpose - signatures for one purpose are invalid for another
 * @param form - `short`: 32 hexadecimal digits, which programs that recognise addresses in a text never cut; defaults to all 256 bits
 */
export const createSignature = (secret: string, purpose: string, form: 'whole' | 'short' = 'whole'): Signature => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
  const of = (...parts: readonly string[]): string => {
    const hash = createHmac('sha256', key).update(JSON.stringify(parts));
    return form === 'short' ? hash.digest('hex').slice(0, 32) : hash.digest('base64url');
  };
  return {
    of,
    isOf: (given, ...parts) => {
      const [one, other] = [Buffer.from(given), Buffer.from(of(...parts))];
      return one.length === other.length && timingSafeEqual(one, other);
    },
  };
};
