import sharp from 'sharp';
import { pictureLimits } from './pictureLimits.ts';

/** A decoration is too small, or a licence badge. */
export type EncodingResult =
  | { kind: 'encoded'; bytes: Uint8Array<ArrayBuffer>; width: number; height: number }
  | { kind: 'decoration' }
  | { kind: 'problem'; reason: 'format' | 'damaged' | 'too-large' };

const { longestSide, pixels, seconds, smallestSide } = pictureLimits;

/** No formats that could hold a program or a URL, such as SVG or PDF. */
const rasterFormats: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'gif', 'webp', 'tiff']);

/** The sizes of Creative Commons' own badges that are not below the minimum. */
const isLicenceBadge = (width: number, height: number): boolean => width === 403 && (height === 141 || height === 142);

// No cache and one thread: bounded memory, and other processes keep their processors.
sharp.cache(false);
sharp.concurrency(1);

/** Reads the size from the header, without decoding. `undefined` for other formats. */
async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return rasterFormats.has(format) ? { width, height } : undefined;
}

/**
 * Encodes a picture as WebP of at most 1,600 pixels per side, upright, in sRGB, without metadata; of an animation the first frame. Checks
 * the header before decoding.
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
      // The lowest effort makes files only a little larger. A deck has up to 200 pictures, and its learner waits.
      .webp({ quality: 82, effort: 1 })
      .toBuffer({ resolveWithObject: true });
    return { kind: 'encoded', bytes: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    // The file is untrusted: any failure of the decoder means damage.
    return { kind: 'problem', reason: 'damaged' };
  }
}
