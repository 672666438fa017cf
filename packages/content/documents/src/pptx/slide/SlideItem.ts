import type { ParagraphKind } from '../deck.ts';
import type { Box } from './Box.ts';

/** A paragraph of text on a slide. */
export interface TextItem {
  type: 'text';
  kind: ParagraphKind;
  level: number;
  text: string;
  /** Largest letter size of its runs, in hundredths of a point; 0 where it is inherited. */
  size: number;
  /** Distance of its shape from the slide's top; in a group, of the outermost group. `undefined` where the file does not say. */
  top: number | undefined;
  shape: number;
  /** Where its shape stands, in the units of the file; absent if the file does not say. */
  box?: Box | undefined;
  /** The mark of its list, if the paragraph names one. */
  mark?: string | undefined;
  /** Its list has numbers. */
  isNumbered?: boolean;
}

/**
 * The content of a slide, in its order. Charts and SmartArt are parts of their own, named by relationship id. `shape` counts the slide's
 * shapes from 1 in drawing order, a group before the shapes in it.
 */
export type SlideItem =
  | TextItem
  | { type: 'table'; rows: string[][]; shape: number }
  | { type: 'chart'; relationship: string; shape: number }
  | { type: 'smartart'; relationship: string; shape: number }
  | { type: 'alt'; text: string; shape: number };

/** A picture that a slide shows, named by the relationship to its file. */
interface SlidePicture {
  relationship: string;
  /** The alternative text of its shape, or of the frame or group around it; empty without one. */
  description: string;
  /** Its author marked it as decorative. */
  isDecorative: boolean;
  isBackground: boolean;
  /** In the units of the file; `undefined` if the file does not say. */
  box: Box | undefined;
}

/** The content of a slide's or a notes page's own XML. */
export interface SlideContent {
  hidden: boolean;
  title: string;
  items: SlideItem[];
  pictures: number;
  /** The pictures that are files of the deck, in drawing order. */
  shown: SlidePicture[];
  /** The texts of its footers. */
  footers: string[];
}
