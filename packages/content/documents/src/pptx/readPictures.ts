import type { LeftOutPicture } from '@lectern/contracts';
import { openZip, type ZipParts } from '../ooxml/ZipParts.ts';
import { pictureLimits, readPicturePart, type PictureLimits } from '../pictures/readPicturePart.ts';
import { shortAlt, type PictureFile, type PicturePlace, type SourcePictures } from '../pictures/SourcePictures.ts';
import type { Deck } from './deck.ts';

interface Candidate {
  part: string;
  places: PicturePlace[];
}

/** Groups the pictures by content, in slide order. */
function candidatesOf(deck: Deck, parts: ZipParts): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { number, title, shown } of deck.slides) {
    for (const { part, description } of shown) {
      const fingerprint = parts.fingerprint(part);
      if (fingerprint === undefined) continue;
      const known = found.get(fingerprint) ?? { part, places: [] };
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
  const pictures: PictureFile[] = [];
  const leftOut: LeftOutPicture[] = [];
  for (const [index, { part, places }] of candidatesOf(deck, parts).entries()) {
    const read = index < limits.files ? readPicturePart(parts, part) : 'too-many';
    if (typeof read === 'string') leftOut.push(...places.map((place) => ({ ...place, reason: read })));
    else pictures.push({ bytes: read, places });
  }
  return { pictures, leftOut };
}
