import type { PictureProblem } from '@lectern/contracts';
import { DocumentError } from '../DocumentError.ts';
import { deckLimits } from '../ooxml/limits.ts';
import type { ZipParts } from '../ooxml/ZipParts.ts';

/** Leading bytes of the supported formats; `undefined` matches any byte. */
const signatures: readonly (readonly (number | undefined)[])[] = [
  // PNG, JPEG, GIF
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  // RIFF of any length with WebP in it
  [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  // TIFF in either byte order
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
];

/** Whether a file begins like a PNG, JPEG, GIF, WebP or TIFF. Names prove nothing: a web page may be named like a picture. */
const isRaster = (bytes: Uint8Array): boolean =>
  signatures.some((signature) => signature.every((byte, index) => byte === undefined || bytes[index] === byte));

/** Limits of the pictures of a package. A photo of 50 megapixels has about 20 MB; many decks have hundreds of small icons. */
export const pictureLimits = { ...deckLimits, partBytes: 24 * 1024 * 1024, readBytes: 64 * 1024 * 1024, files: 2_000 };

export type PictureLimits = typeof pictureLimits;

/** Returns the bytes of a picture in a buffer of their own, or why it is left out. */
export function readPicturePart(parts: ZipParts, part: string): Uint8Array<ArrayBuffer> | PictureProblem {
  try {
    const bytes = parts.read(part)?.bytes;
    if (!bytes) return 'damaged';
    return isRaster(bytes) ? new Uint8Array(bytes) : 'format';
  } catch (error) {
    if (error instanceof DocumentError) return error.code === 'too-large' ? 'too-large' : 'damaged';
    throw error;
  }
}
