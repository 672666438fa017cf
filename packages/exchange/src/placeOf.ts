import type { Pointer, SlidePart } from '@lectern/contracts';

const parts: Record<SlidePart, string> = {
  body: '',
  notes: ', notes',
  table: ', table',
  chart: ', chart',
  smartart: ', diagram',
  alt: ', picture text',
};

/** A place in words: 'Slide 4, notes', 'Paragraph 12'. */
export const placeOf = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `Slide ${String(pointer.slide)}${parts[pointer.part]}` : `Paragraph ${String(pointer.paragraph)}`;
