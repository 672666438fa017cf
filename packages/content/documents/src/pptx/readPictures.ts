import { openZip, type ZipParts } from '../ooxml/ZipParts.ts';
import { readFound } from '../pictures/picturesOfDocument.ts';
import { pictureLimits, readPicturePart, type PictureLimits } from '../pictures/readPicturePart.ts';
import { shortAlt, type PicturePlace, type SourcePictures } from '../pictures/SourcePictures.ts';
import type { Deck } from './deck.ts';

/** Groups the pictures by content, in slide order. */
function foundIn(deck: Deck, parts: ZipParts): { picture: string; places: PicturePlace[] }[] {
  const found = new Map<string, { picture: string; places: PicturePlace[] }>();
  for (const { number, title, shown } of deck.slides) {
    for (const { part, description } of shown) {
      const fingerprint = parts.fingerprint(part);
      if (fingerprint === undefined) continue;
      const known = found.get(fingerprint) ?? { picture: part, places: [] };
      found.set(fingerprint, known);
      known.places.push({ slide: number, alt: shortAlt(description || title) });
    }
  }
  return [...found.values()];
}

/**
 * Reads the pictures of a deck without decoding them. Those that cannot be shown are in `leftOut`: a bad picture does not fail the deck.
 *
 * @param bytes - The file that the deck was read from.
 * @param now - A clock in milliseconds that limits reading.
 */
export async function readPictures(
  bytes: Uint8Array,
  deck: Deck,
  now: () => number,
  limits: PictureLimits = pictureLimits,
): Promise<SourcePictures> {
  if (deck.slides.every(({ shown }) => shown.length === 0)) return { pictures: [], leftOut: [] };
  const parts = await openZip(bytes, limits, now);
  return readFound(foundIn(deck, parts), { read: (part) => readPicturePart(parts, part), most: limits.files });
}
