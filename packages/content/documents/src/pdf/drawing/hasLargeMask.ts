/** Maximum pixels of a mask. PDFium computes each one, which takes up to half a second for this many. */
const mostMaskPixels = 200_000_000;
const mostMasks = 20_000;
const longestDictionary = 4_000;
/** Characters inspected after a mask's name, after a dictionary, and before `obj`. */
const nearby = 60;

/** A mask's name as it is usually written. A name ends at white space, as PDFium defines it, or at a delimiter. */
const maskName = /\/S?Mask(?=[\s\0\x80\xFF()<>[\]{}/%]|$)/g;
/**
 * Matches a name with `#` escapes, such as `/S#4dask`. PDFium accepts any characters in an escape, so non-hexadecimal ones match
 * everything.
 */
const escaped = (name: string): string =>
  [...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)}|#(?![0-9a-f]{2})..)`).join('');
const anyMaskName = new RegExp(`/(?:${escaped('S')})?${escaped('Mask')}`, 'gis');

/** A mask's usual value: a reference, or something that is no picture. */
const maskValue = /^[\t\n\f\r ]{0,20}(?:(\d{1,10})[\t\n\f\r ]{1,20}\d{1,5}[\t\n\f\r ]{1,20}R|[[\]<>()/])/;
/** `obj` after a character that PDFium may take for white space. */
const objectWord = /(?<=[\s\0\x80\xFF])obj\b/g;
const objectHeader = /(?<![\d+\-.])(\d{1,10})[\t\n\f\r ]{1,20}\d{1,5}[\t\n\f\r ]{1,20}$/;
/** Possibly an obfuscated object number: a number, or the end of a line, which may be a comment. */
const objectHeaderLike = /[\d.+\-\n\r][\s\0\x80\xFF]{0,20}$|[\s\0\x80\xFF]{20}$/;
/** Strings, comments and escaped names may hide the end of a dictionary. Usual masks have none. */
const hiding = /[(%#]/;
const bracket = /<<|>>|<[^<>]*>?/g;

/** Returns the end of the dictionary that a text begins with. */
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

/** Returns a number of a dictionary; infinite if it is missing, malformed or repeated. */
function numberOf(dictionary: string, name: 'Width' | 'Height'): number {
  const [, value, ...others] = dictionary.split(`/${name}`);
  if (value === undefined || others.length > 0) return Infinity;
  return Number(/^[\t\n\f\r ]{1,20}(\d{1,10})[\t\n\f\r ]{0,20}[/>]/.exec(value)?.[1] ?? Infinity);
}

/** Whether the object at an offset is a picture with too many pixels, or may hide one. */
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

/** Returns the object numbers of all masks; `undefined` if one is obfuscated or there are too many. */
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
 * Whether a file has a mask with very many pixels, or may hide one behind notations that no ordinary program writes. Reads the file's text,
 * because PDFium tells a picture's size but not its mask's, and picture dictionaries are never packed. Takes linear time.
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
