import * as z from '@lectern/contracts/schema';
import { sizes, Time } from './primitives.ts';
import { text } from './texts.ts';

const place = {
  /** The id of the heading on the page, derived from its text; empty before the first heading. */
  section: text(sizes.section),
  /** The fraction of the section above the reading line, 0 to 1: independent of the page's width. */
  part: z.number().check(z.minimum(0), z.maximum(1)),
};

/** A learner's reading position in a guide, as sent by the page. */
export const ReadingPlaceEdit = z.object({
  ...place,
  /** The age of the position. It is relative because the clocks of devices differ. */
  secondsAgo: z.int().check(z.minimum(0), z.maximum(366 * 24 * 3_600)),
});
export type ReadingPlaceEdit = z.infer<typeof ReadingPlaceEdit>;

/** A learner's last reading position in a guide. */
export const ReadingPlace = z.object({ ...place, readAt: Time });
export type ReadingPlace = z.infer<typeof ReadingPlace>;
