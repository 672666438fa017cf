import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A picture of a learner's guide. */
export interface PictureName {
  userId: string;
  materialId: string;
  pictureId: string;
}

export interface PictureAddressesOptions {
  /** The secret that the key of the signatures is derived from. */
  secret: string;
  /** The address of the gateway, as browsers see it. */
  apiUrl: string;
  clock: () => Date;
}

/** The parameters of an address, besides guide and picture. `expires`: seconds since 1970. */
export interface Signed {
  expires: number;
  signature: string;
}

const hour = 3_600;

/**
 * Signed addresses of pictures, because `<img>` cannot send a token. The signature covers the learner, the guide, the picture and the expiry. All
 * addresses that are made within an hour expire at the same time, one to two hours later, so that the browser's cache works.
 */
export function createPictureAddresses({ secret, apiUrl, clock }: PictureAddressesOptions) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'lectern: addresses of pictures', 32));
  const now = (): number => Math.floor(clock().getTime() / 1_000);
  const sign = ({ userId, materialId, pictureId }: PictureName, expires: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, materialId, pictureId, expires]))
      .digest('base64url');
  return {
    addressOf(name: PictureName): string {
      const expires = (Math.floor(now() / hour) + 2) * hour;
      const path = `/study-materials/${name.materialId}/pictures/${name.pictureId}`;
      return `${apiUrl}${path}?expires=${expires}&signature=${sign(name, expires)}`;
    },
    /** Whether the signature is valid for this learner's picture, and has not expired. */
    isValid(name: PictureName, { expires, signature }: Signed): boolean {
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(name, expires))];
      return given.length === expected.length && timingSafeEqual(given, expected) && expires > now();
    },
  };
}
export type PictureAddresses = ReturnType<typeof createPictureAddresses>;
