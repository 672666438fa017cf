import type { Picture } from './picture.ts';
import { placeOf, sameDocument } from './places.ts';
import type { Pointer } from './pointer.ts';

/** The scheme by which a guide's markdown names its pictures: `![Four chambers](picture:ID)`. */
export const pictureScheme = 'picture:';

/** Where a picture stands: its slide, or its place in a document. */
export type PictureLocation = Pick<Picture, 'slide' | 'pointer'>;

/** Whether a picture stands beside a passage: on its slide or page, or next to its paragraph. */
export function isBeside({ slide, pointer: own }: PictureLocation, pointer: Pointer): boolean {
  if (pointer.kind === 'slide') return own === undefined && slide === pointer.slide;
  if (own === undefined || !sameDocument(own, pointer)) return false;
  if (pointer.kind === 'page') return slide === pointer.page;
  const distance = placeOf(pointer) - placeOf(own);
  return distance === 0 || distance === 1;
}

/** Pictures beside a passage, the nearest first. */
export const picturesBeside = <T extends PictureLocation>(pictures: readonly T[], pointer: Pointer): T[] => {
  const distanceOf = (picture: T): number => (picture.pointer ? Math.abs(placeOf(picture.pointer) - placeOf(pointer)) : 0);
  return pictures.filter((picture) => isBeside(picture, pointer)).toSorted((left, right) => distanceOf(left) - distanceOf(right));
};

/** The order of pictures: those of slides by their slides, then those of documents by their places. */
export const byPlace = (left: PictureLocation, right: PictureLocation): number => {
  const rank = ({ slide, pointer }: PictureLocation): [number, number] => (pointer ? [1, placeOf(pointer)] : [0, slide]);
  const [[kind, number], [otherKind, other]] = [rank(left), rank(right)];
  return kind - otherKind || number - other;
};
