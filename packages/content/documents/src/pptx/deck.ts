import type { Box } from './slide/Box.ts';

export type DeckPart = 'body' | 'notes' | 'table' | 'chart' | 'smartart' | 'alt';

export type ParagraphKind = 'title' | 'bullet' | 'paragraph' | 'row' | 'caption';

/** A paragraph of a slide. Its text has single spaces and no line breaks. */
export interface Paragraph {
  part: DeckPart;
  /** Counted from 1 within the slide's part. */
  paragraph: number;
  kind: ParagraphKind;
  /** Indentation from 0. */
  level: number;
  text: string;
  /** Cells of a `row`. Cells covered by another one's span are empty. */
  cells?: string[];
  /** Number of a `row`'s table or chart in the deck, from 1. */
  table?: number;
  /** Index of a `row`; 0 is the header. */
  row?: number;
  /** Whether a `bullet` is in a numbered list. */
  isNumbered?: boolean;
  /** Shape on the slide, counted from 1 in drawing order; absent for notes. */
  shape?: number;
}

/** A picture on a slide whose file is in the deck. */
export interface DeckPicture {
  /** Part name in the package. */
  part: string;
  /** Written by a person, or empty. */
  description: string;
  isDecorative: boolean;
  isBackground: boolean;
  /** In fractions of the slide; absent if the file does not say. */
  box?: Box;
}

export interface Slide {
  /** Position in the presentation from 1, hidden slides included. */
  number: number;
  hidden: boolean;
  section?: string;
  title: string;
  /** True if the slide has no title of its own and one was chosen from its text, its section or the previous slide. */
  titleIsInferred: boolean;
  paragraphs: Paragraph[];
  /** Number of pictures, including filled shapes and backgrounds, videos and previews of other files. */
  pictures: number;
  /** True if only pictures accompany the title, and not all of them are decoration. */
  pictureOnly: boolean;
  /** Pictures in drawing order, each file once, without decoration. A picture of many slides is only on the first one. */
  shown: DeckPicture[];
  /** Footers are no paragraphs. */
  footers: string[];
}

export interface Deck {
  title?: string;
  slides: Slide[];
  /** Number of dropped symbols that common fonts lack; absent if there are none. */
  unreadSymbols?: number;
}
