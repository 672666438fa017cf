import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A picture or page of a guide or deck. These have one owner, and keep their ids. */
export interface PictureName {
  ownerId: string;
  pictureId: string;
}

export interface PictureAddressesOptions {
  /** The kind of the owner, which is the first segment of the URL. */
  of: 'study-materials' | 'flashcards';
  /** The last folder of the URL. Defaults to pictures. */
  show?: 'pictures' | 'pages';
  /** The signing key is derived from it. */
  secret: string;
  /** The gateway's URL, as browsers see it. */
  apiUrl: string;
  clock: () => Date;
}

/** The query parameters of a URL. `expires` is in seconds since 1970. */
export interface Signed {
  expires: number;
  signature: string;
}

const hour = 3_600;

/**
 * Creates signed picture URLs, because `<img>` cannot send a token. They are only made for the owner. The signature covers the guide or
 * deck, the picture and the expiry, so it can be verified before anything is read. All URLs made within an hour expire together, one to two
 * hours later, so that the browser's cache works.
 */
export function createPictureAddresses({ of, show = 'pictures', secret, apiUrl, clock }: PictureAddressesOptions) {
  const key = Buffer.from(
    hkdfSync('sha256', secret, '', `lectern: addresses of ${show}${of === 'study-materials' ? '' : ` of ${of}`}`, 32),
  );
  const now = (): number => Math.floor(clock().getTime() / 1_000);
  const sign = ({ ownerId, pictureId }: PictureName, expires: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([ownerId, pictureId, expires]))
      .digest('base64url');
  return {
    addressOf(name: PictureName): string {
      const expires = (Math.floor(now() / hour) + 2) * hour;
      const path = `/${of}/${name.ownerId}/${show}/${name.pictureId}`;
      return `${apiUrl}${path}?expires=${expires}&signature=${sign(name, expires)}`;
    },
    /** Whether the signature is valid for this picture and has not expired. */
    isValid(name: PictureName, { expires, signature }: Signed): boolean {
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(name, expires))];
      return given.length === expected.length && timingSafeEqual(given, expected) && expires > now();
    },
  };
}
export type PictureAddresses = ReturnType<typeof createPictureAddresses>;
