import { documentsOf, placeKindOf, placeOf, type Passage, type Pointer, type Source } from '@lectern/contracts/plain';
import { memoiseBySource } from './memoise.ts';

/** A map key; equal for equal pointers. */
export const pointerKey = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `${pointer.slide}/${pointer.part}/${pointer.paragraph}` : `¶${placeOf(pointer)}`;

export const samePlace = (left: Pointer, right: Pointer): boolean => pointerKey(left) === pointerKey(right);

/** A map key such as "slide 3"; equal for all pointers to the same slide or paragraph. */
export const placeKey = (pointer: Pointer, place = placeOf(pointer)): string => `${placeKindOf(pointer)} ${place}`;

/** The place as learners and models see it: a slide, a page, or a paragraph counted from its heading. */
export function shownPlace(pointer: Pointer): { kind: 'slide' | 'page' | 'paragraph'; number: number } {
  if (pointer.kind === 'slide') return { kind: 'slide', number: pointer.slide };
  if (pointer.kind === 'page') return { kind: 'page', number: pointer.page };
  return { kind: 'paragraph', number: pointer.section?.paragraph ?? pointer.paragraph };
}

/** Whether a source has several documents. Text pasted next to a document counts as one. */
export const hasSeveralDocuments = memoiseBySource(({ passages }) => documentsOf(passages.map(({ pointer }) => pointer)).size > 1);

/** The first of several passages with the same pointer wins. */
const byPointer = memoiseBySource(
  ({ passages }) => new Map(passages.map((passage) => [pointerKey(passage.pointer), passage] as const).reverse()),
);

/** The passage at a pointer; `undefined` if there is none. */
export const passageAt = (source: Source, pointer: Pointer): Passage | undefined => byPointer(source).get(pointerKey(pointer));
