import type { PictureProblem } from '@lectern/contracts';
import { DocumentError } from '../DocumentError.ts';
import { deckLimits, type DeckLimits } from '../ooxml/limits.ts';
import type { ZipParts } from '../ooxml/ZipParts.ts';
import { isRaster } from './isRaster.ts';

/** Limits of the pictures of a package. Those of the package itself are the deck's. */
export interface PictureLimits extends DeckLimits {
  /** Files that are looked at; many decks have hundreds of small icons. */
  files: number;
}

/** A photo of 50 megapixels has about 20 MB. All pictures together have more than a deck may have only where they are packed well. */
export const pictureLimits: PictureLimits = {
  ...deckLimits,
  partBytes: 24 * 1024 * 1024,
  readBytes: 64 * 1024 * 1024,
  files: 2_000,
};

/** The bytes of a picture in a buffer of their own, or why it is left out. */
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
