import type { LeftOutPicture } from '@lectern/contracts';

/** `alt` is the author's alternative text, or a caption, title or heading. */
type PicturePlace = Pick<LeftOutPicture, 'slide' | 'pointer' | 'alt'>;

/** The pictures of a document in reading order, as stored in the file, with all their places. */
export interface FoundPictures {
  pictures: { bytes: Uint8Array<ArrayBuffer>; places: PicturePlace[] }[];
  leftOut: LeftOutPicture[];
}

/** WebP without metadata, at most 1,600 pixels on the longer side. */
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

/** The library's port for encoding pictures. */
export interface PictureEncoder {
  /**
   * Decodes and re-encodes pictures in order. Silently drops decoration: pictures with a side below 64 pixels, and licence badges. Names
   * those that cannot be decoded; they never fail the call.
   *
   * @throws DomainError `rate_limited` or `unavailable` if the queue is full
   */
  encode(userId: string, pictures: FoundPictures): Promise<EncodedPictures>;
}
