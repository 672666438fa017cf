import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Bytes of the key. */
const keyBytes = 32;

/**
 * Signatures of addresses that are used without a session.
 * @param secret - that the key is derived from
 * @param purpose - of the addresses; signatures of one purpose are not valid for another
 */
export const createSignature = (secret: string, purpose: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
  /** 43 URL-safe characters. */
  const of = (...parts: readonly string[]): string => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    of,
    isOf: (given: string, ...parts: readonly string[]): boolean => {
      const [one, other] = [Buffer.from(given), Buffer.from(of(...parts))];
      return one.length === other.length && timingSafeEqual(one, other);
    },
  };
};
