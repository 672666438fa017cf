/** The most pixels of a mask. PDFium computes each one, which takes up to half a second for so many. */
const mostMaskPixels = 200_000_000;
/** The most mentions of masks in a file. */
const mostMasks = 20_000;
/** Characters of a dictionary that are read. */
const longestDictionary = 4_000;
/** Characters that are read after the name of a mask, after a dictionary, and before the word that begins an object. */
const nearby = 60;

/** The name of a mask as it is usually written. A name ends at white space, as PDFium knows it, or at a delimiter. */
const maskName = /\/S?Mask(?=[\s\0\x80\xFF()<>[\]{}/%]|$)/g;
/**
 * A pattern of a name whose characters may be escaped as numbers: `/S#4dask`. PDFium also accepts characters other than hexadecimal digits in an
 * escape, so these match any character.
 */
const escaped = (name: string): string =>
  [...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)}|#(?![0-9a-f]{2})..)`).join('');
const anyMaskName = new RegExp(`/(?:${escaped('S')})?${escaped('Mask')}`, 'gis');

/** The usual value of a mask: a reference, or something that is no picture. */
const maskValue = /^[\t\n\f\r ]{0,20}(?:(\d{1,10})[\t\n\f\r ]{1,20}\d{1,5}[\t\n\f\r ]{1,20}R|[[\]<>()/])/;
/** The word that begins an object, after a character that PDFium may take for white space. */
const objectWord = /(?<=[\s\0\x80\xFF])obj\b/g;
/** The usual object number before the word. */
const objectHeader = /(?<![\d+\-.])(\d{1,10})[\t\n\f\r ]{1,20}\d{1,5}[\t\n\f\r ]{1,20}$/;
/** What may be an object number in an unusual notation: a number, or the end of a line, which may be that of a comment. */
const objectHeaderLike = /[\d.+\-\n\r][\s\0\x80\xFF]{0,20}$|[\s\0\x80\xFF]{20}$/;
/** Strings, comments and escaped names may hide where a dictionary ends. Usual masks have none of them. */
const hiding = /[(%#]/;
const bracket = /<<|>>|<[^<>]*>?/g;

/** The end of the dictionary at the start of a text; `undefined` when it cannot be found. */
function endOfDictionary(text: string): number | undefined {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(bracket)) {
    if (found === '<<') depth += 1;
    else if (found === '>>') depth -= 1;
    else if (!found.endsWith('>')) return undefined;
    if (depth === 0) return index + found.length;
  }
  return undefined;
}

/** A number of a dictionary; infinite when it is missing, not a plain number, or there twice. */
function numberOf(dictionary: string, name: 'Width' | 'Height'): number {
  const [, value, ...others] = dictionary.split(`/${name}`);
  if (value === undefined || others.length > 0) return Infinity;
  return Number(/^[\t\n\f\r ]{1,20}(\d{1,10})[\t\n\f\r ]{0,20}[/>]/.exec(value)?.[1] ?? Infinity);
}

/** Whether the object at a place of the file is a picture with too many pixels, or hides whether it is. */
function isLargePicture(file: string, at: number): boolean {
  const object = file.slice(at, at + longestDictionary).replace(/^[\t\n\f\r ]+/, '');
  // A list of colours may be a mask, too.
  if (!object.startsWith('<<')) return !/^[[\w]/.test(object);
  const end = endOfDictionary(object);
  if (end === undefined) return true;
  const dictionary = object.slice(0, end);
  if (hiding.test(dictionary)) return true;
  const behind = /^[\t\n\f\r ]{0,20}(\w+)/.exec(object.slice(end, end + nearby))?.[1];
  if (behind === 'endobj') return false;
  return behind !== 'stream' || numberOf(dictionary, 'Width') * numberOf(dictionary, 'Height') > mostMaskPixels;
}

/** The numbers of the objects that a file names as masks. `undefined` when one is named in an unusual way, or there are too many. */
function masksOf(file: string): Set<number> | undefined {
  for (const [name] of file.matchAll(anyMaskName)) if (name.includes('#')) return undefined;
  const masks = new Set<number>();
  let looked = 0;
  for (const { 0: name, index } of file.matchAll(maskName)) {
    const from = index + name.length;
    const value = maskValue.exec(file.slice(from, from + nearby));
    if (!value) return undefined;
    if (value[1] === undefined) continue;
    looked += 1;
    if (looked > mostMasks) return undefined;
    masks.add(Number(value[1]));
  }
  return masks;
}

/**
 * Whether a mask of a file has very many pixels, or the file hides this: it has too many masks, or unusual notations that no ordinary program writes.
 * The size is read from the file's own text: PDFium tells the size of a picture but not of its mask, and the dictionary of a picture is never
 * packed. Takes time in proportion to the file's length.
 */
export function hasLargeMask(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const masks = masksOf(file);
  if (!masks) return true;
  if (masks.size === 0) return false;
  let looked = 0;
  for (const { index } of file.matchAll(objectWord)) {
    const before = file.slice(Math.max(0, index - nearby), index);
    const number = objectHeader.exec(before)?.[1];
    if (number === undefined && objectHeaderLike.test(before)) return true;
    if (number !== undefined && !masks.has(Number(number))) continue;
    looked += 1;
    if (looked > mostMasks || (number !== undefined && isLargePicture(file, index + 'obj'.length))) return true;
  }
  return false;
}
