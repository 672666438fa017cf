import { openZip } from '../ooxml/ZipParts.ts';
import type { PictureFiles } from '../pictures/picturesOfDocument.ts';
import { pictureLimits, readPicturePart } from '../pictures/readPicturePart.ts';

const linkedPrefix = 'linked:';

/** Names a picture that is linked and not in the file, by the id of its relationship. */
export const linkedPicture = (relationship: string): string => `${linkedPrefix}${relationship}`;

const isLinked = (picture: string): boolean => picture.startsWith(linkedPrefix);

/**
 * The files of the pictures of a .docx, by the names of their parts. Linked ones are never loaded, and are left out. Nothing is unpacked or decoded
 * before a picture is requested.
 *
 * @param now - A clock in milliseconds, by which reading is bounded.
 */
export async function picturesOfDocx(bytes: Uint8Array, now: () => number): Promise<PictureFiles> {
  const parts = await openZip(bytes, pictureLimits, now);
  return {
    fingerprint: (picture) => (isLinked(picture) ? picture : parts.fingerprint(picture)),
    read: (picture) => (isLinked(picture) ? 'format' : readPicturePart(parts, picture)),
    most: pictureLimits.files,
  };
}
