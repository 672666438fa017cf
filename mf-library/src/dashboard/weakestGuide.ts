import type { GuideMastery } from '@lectern/contracts';

export interface WeakGuide extends GuideMastery {
  title: string;
}

/** The mastery from which a guide needs no practice, 0 to 1. */
const mastered = 0.9;

/**
 * Returns the studied guide with the lowest mastery, or undefined if all studied guides are mastered.
 *
 * @param titles - the titles of the guides, by id
 */
export const weakestGuide = (titles: ReadonlyMap<string, string>, mastery: ReadonlyMap<string, GuideMastery>): WeakGuide | undefined =>
  [...titles]
    .flatMap(([id, title]) => {
      const known = mastery.get(id);
      return known && known.seen > 0 && known.mastery < mastered ? [{ ...known, title }] : [];
    })
    .sort((one, other) => one.mastery - other.mastery)[0];
