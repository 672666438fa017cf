/** The most pixels of a mask. PDFium computes each one, which takes up to half a second for so many. */
const mostMaskPixels = 200_000_000;
/** The most mentions of masks in a file. */
const mostMasks = 20_000;
/** Characters of a dictionary that are looked at. */
const longestDictionary = 4_000;

const maskReference = /\/S?Mask\s{1,20}(\d{1,10}\s{1,20}\d{1,5})\s{1,20}R/g;
const objectStart = /(?<!\d)(\d{1,10}\s{1,20}\d{1,5})\s{1,20}obj\b/g;
const blanks = /\s+/;

/** A number of a dictionary; infinite where it does not stand there as a number. */
const numberOf = (dictionary: string, name: 'Width' | 'Height'): number =>
  Number(new RegExp(`/${name}\\s{0,20}(\\d{1,10})(?!\\d|\\s{1,20}\\d{1,5}\\s{1,20}R)`).exec(dictionary)?.[1] ?? Infinity);

/** Whether the object at a place of the file is a picture with too many pixels. */
function isLargePicture(file: string, at: number): boolean {
  const object = file.slice(at, at + longestDictionary);
  const end = /\bendobj\b/.exec(object)?.index ?? Infinity;
  const stream = /\bstream\b/.exec(object)?.index;
  // A list of colours may be a mask, too.
  if (stream === undefined ? end !== Infinity : end < stream) return false;
  const dictionary = object.slice(0, stream);
  return numberOf(dictionary, 'Width') * numberOf(dictionary, 'Height') > mostMaskPixels;
}

const canonical = (reference = ''): string => reference.split(blanks).map(Number).join(' ');

/**
 * Whether a mask of a file says that it has very many pixels, or there are too many masks to tell. It is read from the file's own text: PDFium tells
 * the size of a picture but not of its mask, and the dictionary of a picture is never packed.
 */
export function hasLargeMask(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes('Mask')) return false;
  const file = buffer.toString('latin1');
  const masks = new Set<string>();
  let looked = 0;
  for (const [, reference] of file.matchAll(maskReference)) {
    looked += 1;
    if (looked > mostMasks) return true;
    masks.add(canonical(reference));
  }
  if (masks.size === 0) return false;
  for (const match of file.matchAll(objectStart)) {
    if (!masks.has(canonical(match[1]))) continue;
    looked += 1;
    if (looked > mostMasks || isLargePicture(file, match.index + match[0].length)) return true;
  }
  return false;
}
