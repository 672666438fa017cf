import { createHash } from 'node:crypto';
import type { EncodedPicture } from '../pictures/PictureEncoder.ts';
import type { StoredPicture } from '../store.ts';

/** A picture with the SHA-256 of its bytes, in hexadecimal digits: its name in the object store. */
export interface HashedPicture extends EncodedPicture {
  hash: string;
}

const digitsOfId = 32;

/** Pictures with the hashes that name them. */
export const hashed = (pictures: readonly EncodedPicture[]): HashedPicture[] =>
  pictures.map((picture) => ({ ...picture, hash: createHash('sha256').update(picture.bytes).digest('hex') }));

/** What is stored of a guide's pictures, in the order of its slides; on each slide a picture once. */
export function storedPictures(pictures: readonly HashedPicture[]): StoredPicture[] {
  const byId = new Map<string, StoredPicture>();
  for (const { hash, width, height, places } of pictures)
    for (const { slide, alt } of places) {
      const id = `${hash.slice(0, digitsOfId)}-${slide}`;
      if (!byId.has(id)) byId.set(id, { id, slide, alt, width, height, hash });
    }
  return [...byId.values()].sort((left, right) => left.slide - right.slide);
}
