import type { LeftOutPicture } from '@lectern/contracts';

/** Where a picture is shown. `alt` is the author's alternative text, else a caption, title or heading; at most 300 characters. */
export type PicturePlace = Pick<LeftOutPicture, 'slide' | 'pointer' | 'alt'>;

/** A picture of a deck or document with all its places. */
export interface PictureFile {
  bytes: Uint8Array<ArrayBuffer>;
  places: PicturePlace[];
}

/** In the order of slides or passages. */
export interface SourcePictures {
  pictures: PictureFile[];
  leftOut: LeftOutPicture[];
}

/** A picture in this many places is decoration. */
export const placesOfDecoration = 3;

const longestAlt = 300;
const licenceBadge = /\bcreative ?commons\b|\bcc[- ]?(by|0)\b|\blicen[cs]e (badge|logo|icon|button|mark)\b/i;

/** Whether an alternative text names a licence badge, which is decoration. */
export const isLicenceBadge = (alt: string): boolean => licenceBadge.test(alt);

export const shortAlt = (text: string): string =>
  text.length <= longestAlt
    ? text
    : `${text
        .slice(0, longestAlt - 1)
        .toWellFormed()
        .replace(/\s\S*$/, '')}…`;

/** A picture in or after a paragraph, or before the first one. */
export interface FlowPicture {
  /** Unique within the document. */
  picture: string;
  /** Absent in documents without pages. */
  page?: number;
  /** The author's alternative text, or an empty string. */
  alt: string;
  caption?: string;
}

/** A picture near a passage of a document. */
export interface ShownPicture extends FlowPicture {
  /** Index of its passage. Another page's passage if the picture's page has no text. */
  passage: number;
}
