import type { LeftOutPicture } from '@lectern/contracts';

/** Where a picture is shown. `alt` is the author's alternative text, else a caption, a title or a heading; at most 300 characters. */
export type PicturePlace = Pick<LeftOutPicture, 'slide' | 'pointer' | 'alt'>;

/** A picture of a deck or document as it stands in the file, or as it was taken out of it, with every place that shows it. */
export interface PictureFile {
  bytes: Uint8Array<ArrayBuffer>;
  places: PicturePlace[];
}

/** The pictures of a deck or document, in the order of its slides or passages. */
export interface SourcePictures {
  pictures: PictureFile[];
  leftOut: LeftOutPicture[];
}

/** A picture in so many places is decoration. */
export const placesOfDecoration = 3;

const longestAlt = 300;
const licenceBadge = /\bcreative ?commons\b|\bcc[- ]?(by|0)\b|\blicen[cs]e (badge|logo|icon|button|mark)\b/i;

/** Whether an alternative text is that of a licence's badge, which is decoration. */
export const isLicenceBadge = (alt: string): boolean => licenceBadge.test(alt);

/** An alternative text that is short enough to be shown. */
export const shortAlt = (text: string): string =>
  text.length <= longestAlt
    ? text
    : `${text
        .slice(0, longestAlt - 1)
        .toWellFormed()
        .replace(/\s\S*$/, '')}…`;
