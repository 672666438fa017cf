import type { Pointer, SlidePart } from './source.ts';

const parts: Record<SlidePart, string> = {
  body: '',
  notes: ', notes',
  table: ', table',
  chart: ', chart',
  smartart: ', diagram',
  alt: ', picture text',
};

/** A place in words: 'Slide 4, notes', 'Page 12', 'Paragraph 3', and behind a document's name: 'notes.docx, paragraph 3'. */
export function placeWords(pointer: Pointer): string {
  if (pointer.kind === 'slide') return `Slide ${String(pointer.slide)}${parts[pointer.part]}`;
  const place = pointer.kind === 'page' ? `Page ${String(pointer.page)}` : `Paragraph ${String(pointer.paragraph)}`;
  return pointer.document === undefined ? place : `${pointer.document}, ${place.toLowerCase()}`;
}

const label = /^(p\.|¶)\s*(\d{1,7})$/;

/**
 * The words of a reference in a guide's markdown: 'slide 4' of `[4](#slide-4)`, 'page 12' of `[p. 12](#paragraph-61)`, 'paragraph 3' of
 * `[¶3](#paragraph-70)`.
 */
export function referenceWords(text: string, kind: 'slide' | 'paragraph', number: number): string {
  const [, mark, shown] = kind === 'paragraph' ? (label.exec(text.trim()) ?? []) : [];
  if (shown === undefined) return `${kind} ${String(number)}`;
  return `${mark === 'p.' ? 'page' : 'paragraph'} ${shown}`;
}
