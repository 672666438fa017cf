import type { Source } from '@lectern/contracts';
import type { SourcePictures } from './pictures/SourcePictures.ts';

/** What was read of a deck, a document or a text. */
export interface ReadMaterial {
  source: Source;
  pictures: SourcePictures;
}

/** A source without pictures. */
export const withoutPictures = (source: Source): ReadMaterial => ({ source, pictures: { pictures: [], leftOut: [] } });
