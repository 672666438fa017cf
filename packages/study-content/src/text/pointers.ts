import type { Passage, Pointer, Source } from '@lectern/contracts';
import { onceFor } from './onceFor.ts';

/** A map key for a pointer: equal for equal pointers. */
export const pointerKey = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `${pointer.slide}/${pointer.part}/${pointer.paragraph}` : `¶${pointer.paragraph}`;

export const samePlace = (left: Pointer, right: Pointer): boolean =>
  left.paragraph === right.paragraph &&
  (left.kind === 'slide' ? right.kind === 'slide' && left.slide === right.slide && left.part === right.part : right.kind === 'text');

/** The number of the slide, or of the paragraph of a text: what a learner looks up. */
export const placeOf = (pointer: Pointer): number => (pointer.kind === 'slide' ? pointer.slide : pointer.paragraph);

/** A map key for a place: equal for all pointers to one slide, or to one paragraph of a text. */
export const placeKey = (place: Pointer | { kind: Pointer['kind']; place: number }): string =>
  `${place.kind} ${'place' in place ? place.place : placeOf(place)}`;

/** The first passage counts where two have one pointer. */
const byPointer = onceFor(({ passages }) => new Map(passages.map((passage) => [pointerKey(passage.pointer), passage] as const).reverse()));

/** The passage that a citation points at, or `undefined` where it points nowhere. */
export const passageAt = (source: Source, pointer: Pointer): Passage | undefined => byPointer(source).get(pointerKey(pointer));
