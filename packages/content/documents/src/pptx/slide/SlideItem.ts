import type { ParagraphKind } from '../deck.ts';
import type { Box } from './Box.ts';

export interface TextItem {
  type: 'text';
  kind: ParagraphKind;
  level: number;
  text: string;
  /** Largest letter size in hundredths of a point; 0 if inherited. */
  size: number;
  /** Distance of its shape, or of the outermost group, from the slide's top; `undefined` if the file does not say. */
  top: number | undefined;
  shape: number;
  /** In file units. */
  box?: Box | undefined;
  /** The mark of its list, if the paragraph names one. */
  mark?: string | undefined;
  isNumbered?: boolean;
}

/**
 * A slide's content in order. Charts and SmartArt are separate parts, referenced by relationship id. `shape` counts the slide's shapes from
 * 1 in drawing order, a group before its shapes.
 */
export type SlideItem =
  | TextItem
  | { type: 'table'; rows: string[][]; shape: number }
  | { type: 'chart'; relationship: string; shape: number }
  | { type: 'smartart'; relationship: string; shape: number }
  | { type: 'alt'; text: string; shape: number };

interface SlidePicture {
  relationship: string;
  /** From its shape, frame or group; may be empty. */
  description: string;
  isDecorative: boolean;
  isBackground: boolean;
  /** In file units; `undefined` if the file does not say. */
  box: Box | undefined;
}

/** The content of a slide or notes page. */
export interface SlideContent {
  hidden: boolean;
  title: string;
  items: SlideItem[];
  pictures: number;
  /** Pictures whose files are in the deck, in drawing order. */
  shown: SlidePicture[];
  footers: string[];
}
