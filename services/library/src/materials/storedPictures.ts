import { byPlace, placeOf } from '@lectern/contracts';
import type { PicturePlace } from '@lectern/documents';
import type { HashedPicture } from '@lectern/pictures';
import type { StoredPicture } from '../store.ts';

const digitsOfId = 32;

/** Ids of pictures in documents use the other end of the hash, because a slide and a paragraph may have the same number. */
const idOf = (hash: string, { slide, pointer }: PicturePlace): string =>
  pointer ? `${hash.slice(-digitsOfId)}-${placeOf(pointer)}` : `${hash.slice(0, digitsOfId)}-${slide}`;

/** Returns the stored fields of a guide's pictures, in the order of its slides and passages, without duplicates per place. */
export function storedPictures(pictures: readonly HashedPicture[]): StoredPicture[] {
  const byId = new Map<string, StoredPicture>();
  for (const { hash, width, height, places } of pictures)
    for (const place of places) {
      const id = idOf(hash, place);
      if (!byId.has(id)) byId.set(id, { id, ...place, width, height, hash });
    }
  return [...byId.values()].sort(byPlace);
}
