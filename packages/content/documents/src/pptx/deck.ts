import type { Box } from './slide/Box.ts';

/** The part of a slide that a paragraph is in. */
export type DeckPart = 'body' | 'notes' | 'table' | 'chart' | 'smartart' | 'alt';

/** The kind of a paragraph, as far as the file says. */
export type ParagraphKind = 'title' | 'bullet' | 'paragraph' | 'row' | 'caption';

/** One paragraph of a slide; its text has single spaces and no line breaks. */
export interface Paragraph {
  part: DeckPart;
  /** Counted from 1 within the slide's part. */
  paragraph: number;
  kind: ParagraphKind;
  /** Indentation, 0 for the outermost. */
  level: number;
  text: string;
  /** Of a `row`: its cells. A cell that another one's span covers is empty. */
  cells?: string[];
  /** Of a `row`: which table or chart's table of the deck it belongs to, counted from 1. */
  table?: number;
  /** Of a `row`: counted from 0, which is the header. */
  row?: number;
  /** Of a `bullet`: its list has numbers. */
  isNumbered?: boolean;
  /** The shape of the slide that it is in, counted from 1 in drawing order; absent for notes. */
  shape?: number;
}

/** A picture on a slide that is a file of the deck. */
export interface DeckPicture {
  /** The name of its part in the package. */
  part: string;
  /** The alternative text that a person wrote; empty without one. */
  description: string;
  /** Its author marked it as decorative. */
  isDecorative: boolean;
  isBackground: boolean;
  /** Where it stands, in fractions of the slide; absent if the file does not say. */
  box?: Box;
}

/** One slide of a deck. */
export interface Slide {
  /** Counted from 1 in the order of the presentation's list, hidden slides included. */
  number: number;
  hidden: boolean;
  /** The name of its section, where the presentation has sections. */
  section?: string;
  title: string;
  /** True where the slide has no title of its own and one was chosen: from its text, its section or the slide before it. */
  titleIsInferred: boolean;
  paragraphs: Paragraph[];
  /** How many pictures the slide has. Shapes and a background that are filled with one, videos and previews of other files count, too. */
  pictures: number;
  /** True where pictures carry everything but the title: no word, table, chart or SmartArt is with them, and not all are decoration. */
  pictureOnly: boolean;
  /** Its pictures in drawing order, each file once, without decoration. A picture of many slides is only in the first one. */
  shown: DeckPicture[];
  /** The texts of its footers, which are no paragraphs. */
  footers: string[];
}

/** The content of a .pptx file. */
export interface Deck {
  title?: string;
  slides: Slide[];
  /** How many characters of symbol fonts no usual font has. They were left out. Absent if there are none. */
  unreadSymbols?: number;
}
