import { openZip, type ZipParts } from '../ooxml/ZipParts.ts';
import type { PictureFiles } from '../pictures/picturesOfDocument.ts';
import { pictureLimits, readPicturePart } from '../pictures/readPicturePart.ts';

/**
 * The files of the pictures of a .docx, by the names of their parts. Nothing is unpacked or decoded before a picture is asked for.
 *
 * @param now - A clock in milliseconds, by which reading is bounded.
 */
export function picturesOfDocx(bytes: Uint8Array, now: () => number): PictureFiles {
  let opened: ZipParts | undefined;
  const parts = (): ZipParts => (opened ??= openZip(bytes, pictureLimits, now));
  return {
    fingerprint: (picture) => parts().fingerprint(picture),
    read: (picture) => readPicturePart(parts(), picture),
    most: pictureLimits.files,
  };
}
