import type { Paragraph } from '../pptx/deck.ts';

/** A paragraph of a document, before it has a pointer. */
export interface FlowParagraph extends Pick<Paragraph, 'kind' | 'level' | 'text' | 'cells' | 'table' | 'row'> {
  /** The page that it begins on, counted from 1; absent in documents without pages. */
  page?: number;
}
