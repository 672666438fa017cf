import type { Paragraph } from '../pptx/deck.ts';

/** Where the text of a page begins in a paragraph, counted in letters (UTF-16 units) from 0. */
export interface PageStart {
  page: number;
  at: number;
}

/** A picture that stands in a paragraph, behind it, or before the first one of a document. */
export interface FlowPicture {
  /** Names its file within the document. */
  picture: string;
  /** The page that it stands on; absent in documents without pages. */
  page?: number;
  /** The author's alternative text; empty where there is none. */
  alt: string;
  /** Absent where there is none. */
  caption?: string;
}

/** A paragraph of a document, before it has a pointer. */
export interface FlowParagraph extends Pick<Paragraph, 'kind' | 'level' | 'text' | 'cells' | 'table' | 'row' | 'isNumbered'> {
  /** The page that it begins on, counted from 1; absent in documents without pages. */
  page?: number;
  /** The further pages that it goes on, in their order; absent where it stands on one. */
  pageStarts?: PageStart[];
  /** Absent where there are none. */
  pictures?: FlowPicture[];
  /** The mark of its list, while a document is read. */
  mark?: string;
}

/** A running head or foot, which is no paragraph. */
export interface RunningHead {
  text: string;
  /** Its page; absent where the document has none. */
  page?: number;
}
