import type { Pointer } from './pointer.ts';

/** Returns the slide of a pointer, or the number of its paragraph in the whole source, as in a guide's references. */
export const placeOf = (pointer: Pointer): number => (pointer.kind === 'slide' ? pointer.slide : (pointer.place ?? pointer.paragraph));

/** Returns whether two pointers point into the same deck, the same document or the same pasted text. */
export const sameDocument = (left: Pointer, right: Pointer): boolean =>
  left.kind === right.kind && (left.kind === 'slide' || right.kind === 'slide' || left.document === right.document);

/** Returns the unit that `placeOf` counts. */
export const placeKindOf = (pointer: Pointer): 'slide' | 'paragraph' => (pointer.kind === 'slide' ? 'slide' : 'paragraph');
