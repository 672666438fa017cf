import sharp from 'sharp';
import { pictureLimits } from './pictureLimits.ts';

/** What became of a picture. A decoration is too small, or a badge of a licence. */
export type EncodingResult =
  | { kind: 'encoded'; bytes: Uint8Array<ArrayBuffer>; width: number; height: number }
  | { kind: 'decoration' }
  | { kind: 'problem'; reason: 'format' | 'damaged' | 'too-large' };

const { longestSide, pixels, seconds, smallestSide } = pictureLimits;

/** No formats that could hold a program or an address: no SVG, no PDF. */
const rasterFormats: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'gif', 'webp', 'tiff']);

/** The sizes of Creative Commons' own badges that are no smaller than a picture. */
const isLicenceBadge = (width: number, height: number): boolean => width === 403 && (height === 141 || height === 142);

// No cache and one thread, so that the process has bounded memory and leaves the processors to others.
sharp.cache(false);
sharp.concurrency(1);

/** The size of a picture by its header; nothing is decoded. `undefined` for a file of another format. */
async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return rasterFormats.has(format) ? { width, height } : undefined;
}

/**
 * Encodes a picture as WebP of at most 1,600 pixels a side, upright, in sRGB, without metadata; of an animation the first frame. The header is
 * checked before anything is decoded.
 */
export async function encodePicture(bytes: Uint8Array): Promise<EncodingResult> {
  try {
    const size = await sizeOf(bytes);
    if (!size) return { kind: 'problem', reason: 'format' };
    const { width, height } = size;
    if (width < smallestSide || height < smallestSide || isLicenceBadge(width, height)) return { kind: 'decoration' };
    if (width * height > pixels) return { kind: 'problem', reason: 'too-large' };
    const { data, info } = await sharp(bytes, { limitInputPixels: pixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      // The lowest effort with files that are not much larger: a deck has up to 200 pictures, and its learner waits.
      .webp({ quality: 82, effort: 1 })
      .toBuffer({ resolveWithObject: true });
    return { kind: 'encoded', bytes: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    // The file comes from a stranger: every failure of the decoder means that it is damaged.
    return { kind: 'problem', reason: 'damaged' };
  }
}
