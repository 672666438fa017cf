import type { LeftOutPicture, PictureProblem } from '@lectern/contracts';
import type { Deck } from './deck.ts';
import { DocumentError } from '../DocumentError.ts';
import { deckLimits, type DeckLimits } from '../ooxml/limits.ts';
import { isRaster } from './isRaster.ts';
import { openZip, type ZipParts } from '../ooxml/ZipParts.ts';

/** Where a picture is shown. `alt` is the lecturer's alternative text, else the slide's title; at most 300 characters. */
export type PicturePlace = Pick<LeftOutPicture, 'slide' | 'alt'>;

/** A picture of a deck as it stands in the file, with every slide that shows it. */
export interface PictureFile {
  bytes: Uint8Array<ArrayBuffer>;
  places: PicturePlace[];
}

/** The pictures of a deck, in the order of its slides. */
export interface DeckPictures {
  pictures: PictureFile[];
  leftOut: LeftOutPicture[];
}

/** Limits of the pictures of a deck. Those of the package itself are the deck's. */
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

/** A picture on so many slides is decoration. */
const slidesOfDecoration = 3;
const longestAlt = 300;
const licenceBadge = /\bcreative ?commons\b|\bcc[- ]?(by|0)\b|\blicen[cs]e (badge|logo|icon|button|mark)\b/i;

const shortened = (text: string): string =>
  text.length <= longestAlt
    ? text
    : `${text
        .slice(0, longestAlt - 1)
        .toWellFormed()
        .replace(/\s\S*$/, '')}…`;

interface Candidate {
  part: string;
  places: PicturePlace[];
  slides: Set<number>;
}

/** The pictures by their content, in the order of the slides. */
function candidatesOf(deck: Deck, parts: ZipParts): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { number, title, shown } of deck.slides) {
    for (const { part, description } of shown) {
      const fingerprint = parts.fingerprint(part);
      if (fingerprint === undefined || licenceBadge.test(description)) continue;
      const known = found.get(fingerprint) ?? { part, places: [], slides: new Set<number>() };
      found.set(fingerprint, known);
      if (known.slides.has(number)) continue;
      known.slides.add(number);
      if (known.places.length < slidesOfDecoration) known.places.push({ slide: number, alt: shortened(description || title) });
    }
  }
  return [...found.values()].filter(({ slides }) => slides.size < slidesOfDecoration);
}

/** The bytes of a picture in a buffer of their own, or why it is left out. */
function readPicture(parts: ZipParts, part: string): Uint8Array<ArrayBuffer> | PictureProblem {
  try {
    const bytes = parts.read(part)?.bytes;
    if (!bytes) return 'damaged';
    return isRaster(bytes) ? new Uint8Array(bytes) : 'format';
  } catch (error) {
    if (error instanceof DocumentError) return error.code === 'too-large' ? 'too-large' : 'damaged';
    throw error;
  }
}

/**
 * Reads the pictures of a deck, without decoding any. Left out without a word are decorations: what stands on three slides or more, what
 * the layout or the master shows, and badges of licences. Other pictures that cannot be shown are named: a bad picture never costs the deck.
 *
 * @param bytes - The file that the deck was read from.
 * @param now - A clock in milliseconds, by which reading is bounded.
 */
export function readPictures(bytes: Uint8Array, deck: Deck, now: () => number, limits: PictureLimits = pictureLimits): DeckPictures {
  if (deck.slides.every(({ shown }) => shown.length === 0)) return { pictures: [], leftOut: [] };
  const parts = openZip(bytes, limits, now);
  const pictures: PictureFile[] = [];
  const leftOut: LeftOutPicture[] = [];
  for (const [index, { part, places }] of candidatesOf(deck, parts).entries()) {
    const read = index < limits.files ? readPicture(parts, part) : 'too-many';
    if (typeof read === 'string') leftOut.push(...places.map((place) => ({ ...place, reason: read })));
    else pictures.push({ bytes: read, places });
  }
  return { pictures, leftOut };
}
