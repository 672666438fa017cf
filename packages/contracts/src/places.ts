import type { Pointer } from './pointer.ts';

/** The slide of a pointer, or the number of its paragraph in the whole source: what a guide's references name. */
export const placeOf = (pointer: Pointer): number => (pointer.kind === 'slide' ? pointer.slide : (pointer.place ?? pointer.paragraph));

/** Whether two pointers point into the same deck, the same document or the same pasted text. */
export const sameDocument = (left: Pointer, right: Pointer): boolean =>
  left.kind === right.kind && (left.kind === 'slide' || right.kind === 'slide' || left.document === right.document);

/** What `placeOf` counts for a pointer, as references name it. */
export const placeKindOf = (pointer: Pointer): 'slide' | 'paragraph' => (pointer.kind === 'slide' ? 'slide' : 'paragraph');
