import type { Pointer, SlidePart } from './pointer.ts';

const parts: Record<SlidePart, string> = {
  body: '',
  notes: ', notes',
  table: ', table',
  chart: ', chart',
  smartart: ', diagram',
  alt: ', picture text',
};

/** Describes a paragraph: 'Heart failure ¶ 4', 'Heart failure, heading', '¶ 4' without headings, 'Paragraph 4' in pasted text. */
function paragraphWords({ paragraph, section, document }: Pointer & { kind: 'text' }): string {
  if (section) return section.paragraph === 0 ? `${section.heading}, heading` : `${section.heading} ¶ ${String(section.paragraph)}`;
  return document === undefined ? `Paragraph ${String(paragraph)}` : `¶ ${String(paragraph)}`;
}

/** Describes a place: 'Slide 4, notes', 'Page 12', 'Paragraph 3', or with the document 'notes.docx, Heart failure ¶ 4', 'heart.pdf, page 12'. */
export function placeWords(pointer: Pointer): string {
  if (pointer.kind === 'slide') return `Slide ${String(pointer.slide)}${parts[pointer.part]}`;
  if (pointer.kind === 'text')
    return pointer.document === undefined ? paragraphWords(pointer) : `${pointer.document}, ${paragraphWords(pointer)}`;
  return pointer.document === undefined ? `Page ${String(pointer.page)}` : `${pointer.document}, page ${String(pointer.page)}`;
}

/** Describes a place within a sentence: 'Slide', 'Page' and 'Paragraph' start in lower case, document names stay unchanged. */
export const placeInSentence = (pointer: Pointer): string => {
  const words = placeWords(pointer);
  return pointer.kind !== 'slide' && pointer.document !== undefined ? words : `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`;
};

/** Returns the distinct documents of pointers; `undefined` stands for pasted text and for a lone PDF. */
export const documentsOf = (pointers: Iterable<Pointer>): Set<string | undefined> => {
  const documents = new Set<string | undefined>();
  for (const pointer of pointers) if (pointer.kind !== 'slide') documents.add(pointer.document);
  return documents;
};

/**
 * Returns the label of a reference: '4' for a slide, 'p. 12', '¶3' in pasted text, 'Heart failure ¶ 4'. If the source has several documents, the
 * label starts with the document's name.
 */
export function referenceLabel(pointer: Pointer, hasSeveralDocuments: boolean): string {
  if (pointer.kind === 'slide') return String(pointer.slide);
  const name = hasSeveralDocuments && pointer.document !== undefined ? `${pointer.document}, ` : '';
  if (pointer.kind === 'page') return `${name}p. ${String(pointer.page)}`;
  return pointer.document === undefined ? `¶${String(pointer.paragraph)}` : `${name}${paragraphWords(pointer)}`;
}

const label = /^(p\.|¶)(\s*)(\d{1,7})$/;
/** The end of a label that contains names. */
const namedEnd = /(?: ¶ \d{1,7}|, p\. \d{1,7}|, heading)$/;
const pageAtEnd = /(?<=, )p\. (?=\d{1,7}$)/;

/**
 * Expands the label of a reference in a guide's Markdown: 'slide 4' for `[4](#slide-4)`, 'page 12' for `[p. 12](#paragraph-61)`, 'paragraph 3' for
 * `[¶3](#paragraph-70)`, 'Heart failure ¶ 4' for `[Heart failure ¶ 4](#paragraph-70)`.
 */
export function referenceWords(text: string, kind: 'slide' | 'paragraph', number: number): string {
  if (kind === 'slide') return `slide ${String(number)}`;
  const written = text.trim();
  const [, mark, space, shown] = label.exec(written) ?? [];
  if (shown !== undefined) return mark === 'p.' ? `page ${shown}` : space === '' ? `paragraph ${shown}` : written;
  return namedEnd.test(written) ? written.replace(pageAtEnd, 'page ') : `paragraph ${String(number)}`;
}
