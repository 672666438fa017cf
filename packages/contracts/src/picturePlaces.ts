import type { Picture } from './picture.ts';
import { placeOf, sameDocument } from './places.ts';
import type { Pointer } from './pointer.ts';

/** The URL scheme of pictures in a guide's Markdown: `![Four chambers](picture:ID)`. */
export const pictureScheme = 'picture:';

/** The location of a picture: its slide, or its place in a document. */
export type PictureLocation = Pick<Picture, 'slide' | 'pointer'>;

/** Returns whether a picture belongs to a passage: on its slide or page, or next to its paragraph. */
export function isBeside({ slide, pointer: own }: PictureLocation, pointer: Pointer): boolean {
  if (pointer.kind === 'slide') return own === undefined && slide === pointer.slide;
  if (own === undefined || !sameDocument(own, pointer)) return false;
  if (pointer.kind === 'page') return slide === pointer.page;
  const distance = placeOf(pointer) - placeOf(own);
  return distance === 0 || distance === 1;
}

/** Returns the pictures that belong to a passage, nearest first. */
export const picturesBeside = <T extends PictureLocation>(pictures: readonly T[], pointer: Pointer): T[] => {
  const distanceOf = (picture: T): number => (picture.pointer ? Math.abs(placeOf(picture.pointer) - placeOf(pointer)) : 0);
  return pictures.filter((picture) => isBeside(picture, pointer)).toSorted((left, right) => distanceOf(left) - distanceOf(right));
};

/** Compares pictures by location: slides first, then documents. */
export const byPlace = (left: PictureLocation, right: PictureLocation): number => {
  const rank = ({ slide, pointer }: PictureLocation): [number, number] => (pointer ? [1, placeOf(pointer)] : [0, slide]);
  const [[kind, number], [otherKind, other]] = [rank(left), rank(right)];
  return kind - otherKind || number - other;
};
