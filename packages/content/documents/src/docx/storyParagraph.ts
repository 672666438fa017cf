import type { XmlElement } from '../ooxml/xml.ts';
import type { FlowParagraph } from '../text/sourceOfParagraphs.ts';
import { fontOf, isOn, outlineLevel, type MarkOf, type ParagraphStyle } from './readStyles.ts';

/** A picture, by the id of its relationship, with the author's alternative text. */
export interface BlockPicture {
  relationship: string;
  alt: string;
}

const deepestLevel = 8;

/** A paragraph whose element is open. */
export interface OpenParagraph {
  text: string;
  style: ParagraphStyle;
  isList: boolean;
  level: number;
  numberId: string | undefined;
  /** Properties of the current run. */
  isRaised: boolean;
  isHidden: boolean;
  font: string | undefined;
  notes: string[];
  pictures: BlockPicture[];
}

export const newParagraph = (): OpenParagraph => ({
  text: '',
  style: {},
  isList: false,
  level: 0,
  numberId: undefined,
  isRaised: false,
  isHidden: false,
  font: undefined,
  notes: [],
  pictures: [],
});

/** Applies an element that is a property of a paragraph or of its current run. */
export function readProperty(element: XmlElement, paragraph: OpenParagraph, styleOf: (id: string) => ParagraphStyle): void {
  const value = element.qualified('val');
  switch (element.name) {
    case 'pStyle':
      paragraph.style = styleOf(value ?? '');
      break;
    case 'outlineLvl': {
      const headingLevel = outlineLevel(value);
      if (headingLevel !== undefined) paragraph.style = { ...paragraph.style, headingLevel };
      break;
    }
    case 'ilvl':
      paragraph.level = Math.min(deepestLevel, Math.max(0, Number.parseInt(value ?? '0', 10) || 0));
      break;
    case 'numId':
      paragraph.isList = value !== '0';
      paragraph.numberId = value;
      if (value === '0') paragraph.style = { ...paragraph.style, isList: false };
      break;
    case 'vertAlign':
      paragraph.isRaised = value === 'superscript';
      break;
    case 'rStyle': {
      const { isHidden = paragraph.isHidden, font = paragraph.font } = styleOf(value ?? '');
      Object.assign(paragraph, { isHidden, font });
      break;
    }
    case 'rFonts':
      Object.assign(paragraph, fontOf(element));
      break;
    case 'vanish':
      paragraph.isHidden = isOn(value);
      break;
    case 'footnoteReference':
    case 'endnoteReference':
      paragraph.notes.push(`${element.name === 'footnoteReference' ? 'footnote' : 'endnote'} ${element.qualified('id') ?? ''}`);
      break;
    default:
  }
}

/** Returns a finished paragraph: a heading, an item of a list, or text. */
export function flowOf({ style, isList, level, numberId = style.numberId }: OpenParagraph, text: string, markOf: MarkOf): FlowParagraph {
  if (style.headingLevel !== undefined) return { kind: 'title', level: Math.max(0, style.headingLevel), text };
  const mark = markOf(numberId, level);
  return isList || style.isList === true
    ? { kind: 'bullet', level, text, ...(mark !== undefined && { mark }) }
    : { kind: 'paragraph', level: 0, text };
}
