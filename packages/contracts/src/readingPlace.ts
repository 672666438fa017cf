import * as z from '@lectern/contracts/schema';
import { sizes, Time } from './primitives.ts';
import { text } from './texts.ts';

const place = {
  /** The id of the heading on the page, which is made of its words; empty before the first heading. */
  section: text(sizes.section),
  /** The part of the section that is above the reading line, 0 to 1: it does not depend on the width of the page. */
  part: z.number().check(z.minimum(0), z.maximum(1)),
};

/** Where a learner is in a guide, as the page sends it. */
export const ReadingPlaceEdit = z.object({
  ...place,
  /** How long ago the learner was there: clocks of devices differ. */
  secondsAgo: z.int().check(z.minimum(0), z.maximum(366 * 24 * 3_600)),
});
export type ReadingPlaceEdit = z.infer<typeof ReadingPlaceEdit>;

/** Where a learner stopped reading a guide. */
export const ReadingPlace = z.object({ ...place, readAt: Time });
export type ReadingPlace = z.infer<typeof ReadingPlace>;
