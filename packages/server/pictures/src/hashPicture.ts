import { createHash } from 'node:crypto';
import type { EncodedPicture } from './PictureEncoder.ts';

/** A picture with the SHA-256 of its bytes in hexadecimal, its name in the object store. */
export interface HashedPicture extends EncodedPicture {
  hash: string;
}

export const hashPicture = (picture: EncodedPicture): HashedPicture => ({
  ...picture,
  hash: createHash('sha256').update(picture.bytes).digest('hex'),
});
