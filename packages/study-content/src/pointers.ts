import type { Pointer, Source } from '@lectern/contracts';

/** A key by which two pointers to one place are equal. */
export const pointerKey = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `${pointer.slide}/${pointer.part}/${pointer.paragraph}` : `¶${pointer.paragraph}`;

export const samePlace = (left: Pointer, right: Pointer): boolean =>
  left.paragraph === right.paragraph &&
  (left.kind === 'slide' ? right.kind === 'slide' && left.slide === right.slide && left.part === right.part : right.kind === 'text');

/** The slide, or the paragraph of a text: what a learner looks up. */
export const placeOf = (pointer: Pointer): number => (pointer.kind === 'slide' ? pointer.slide : pointer.paragraph);

/** The text that stands at a pointer, or `undefined` where it points nowhere. */
export const textAt = (source: Source, pointer: Pointer): string | undefined =>
  source.passages.find((passage) => samePlace(passage.pointer, pointer))?.text;

/** The text around a pointer: its slide with the two beside it, or the paragraphs around it. */
export function neighbourhood(source: Source, pointer: Pointer): string {
  const reach = pointer.kind === 'slide' ? 1 : 3;
  return source.passages
    .filter((passage) => passage.pointer.kind === pointer.kind && Math.abs(placeOf(passage.pointer) - placeOf(pointer)) <= reach)
    .map(({ text }) => text)
    .join(' ');
}
