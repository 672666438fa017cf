import type { LeftOutPicture } from '@lectern/contracts';

/** Where a picture is shown. `alt` is the author's alternative text, or a caption, title or heading. */
type PicturePlace = Pick<LeftOutPicture, 'slide' | 'pointer' | 'alt'>;

/** The pictures of a document as they stand in the file, in reading order, each with the places that show it. */
export interface FoundPictures {
  pictures: { bytes: Uint8Array<ArrayBuffer>; places: PicturePlace[] }[];
  leftOut: LeftOutPicture[];
}

/** A picture as it is kept: WebP without metadata, at most 1,600 pixels on its longer side. */
export interface EncodedPicture {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  places: PicturePlace[];
}

export interface EncodedPictures {
  pictures: EncodedPicture[];
  leftOut: LeftOutPicture[];
}

/** The library's port to the encoding of pictures. */
export interface PictureEncoder {
  /**
   * Decodes pictures and encodes them anew, in the order in which they are given. Decorations are left out silently: what is smaller than 64 pixels
   * on a side, and badges of licences. A picture that cannot be decoded is left out and named; it never fails the call.
   * @throws DomainError `rate_limited` or `unavailable` when the queue is full
   */
  encode(userId: string, pictures: FoundPictures): Promise<EncodedPictures>;
}
