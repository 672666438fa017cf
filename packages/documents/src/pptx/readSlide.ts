import { cleanText, raiseDigits } from './cleanText.ts';
import type { ParagraphKind } from './deck.ts';
import { MathText } from './MathText.ts';
import type { Part, XmlElement } from './xml.ts';
import { readXml } from './xml.ts';

/** A paragraph of text as it stands on a slide. */
export interface TextItem {
  type: 'text';
  kind: ParagraphKind;
  level: number;
  text: string;
  /** Largest letter size of its runs, in hundredths of a point; 0 where it is inherited. */
  size: number;
  /** Distance from the slide's top of its shape, or of the group that this stands in, where the file says so. */
  top: number | undefined;
  shape: number;
}

/**
 * What stands on a slide, in its order; charts and SmartArt are parts of their own and named by relationship id. `shape`
 * counts the slide's shapes from 1 in drawing order, groups before what stands in them.
 */
export type SlideItem =
  | TextItem
  | { type: 'table'; rows: string[][]; shape: number }
  | { type: 'chart'; relationship: string; shape: number }
  | { type: 'smartart'; relationship: string; shape: number }
  | { type: 'alt'; text: string; shape: number };

/** A slide's or notes page's own XML, read. */
export interface SlideContent {
  hidden: boolean;
  title: string;
  items: SlideItem[];
  pictures: number;
}

interface Shape {
  element: string;
  number: number;
  placeholder: string | undefined;
  description: string;
  top: number | undefined;
  /** It is a picture, is filled with one, or stands for a file of another program by one. */
  isPicture: boolean;
  /** The title's paragraphs are one title. */
  titleTexts: string[];
}

interface OpenParagraph {
  text: string;
  level: number;
  bullet: boolean | undefined;
  size: number;
}

interface OpenTable {
  rows: string[][];
  cell: string[];
  covered: boolean;
}

interface Alternative {
  producedBefore: number;
  chosen: boolean;
}

const shapeElements = new Set(['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp', 'contentPart']);
// What a program fills in on every slide says nothing about its subject.
const fixturePlaceholders = new Set(['sldNum', 'ftr', 'dt', 'hdr', 'sldImg']);
const titlePlaceholders = new Set(['title', 'ctrTitle']);
const bulletPlaceholders = new Set(['body', 'obj', '', 'half', 'clipArt']);
const fileName = /\.(png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp)$/i;
const machineMade =
  / ?(?:(?:description )?(?:automatically generated(?: with \w+ confidence)?|generated with \w+ confidence)|AI-generated content may be incorrect)\.?/gi;

const unfinished = /(?:\p{P}|\s(?:to|the|of|and|or|for|an?|by|in|on|with|be|from|that|is|are|as|at))$/iu;

/**
 * The paragraphs of a cell on one line. A semicolon keeps one from running into the next, unless the sentence plainly
 * goes on: many lecturers break the lines of a cell by hand.
 */
const joinCell = (paragraphs: string[]): string =>
  paragraphs
    .map((text, index) => {
      const next = paragraphs[index + 1];
      if (next === undefined) return text;
      return unfinished.test(text.slice(-10)) || /^\p{Ll}/u.test(next) ? `${text} ` : `${text}; `;
    })
    .join('');

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** What may be chosen as text of a page: everything of a slide, the body placeholder alone of a notes page. */
export type PageKind = 'slide' | 'notes';

/**
 * Reads what stands on a slide or in its notes. Links are read as their text: an address is no fact. Comments are parts of
 * their own that nothing here opens.
 *
 * @param inheritedType The type of a placeholder that has none of its own, by its `idx`.
 */
export function readSlide(part: Part, page: PageKind, inheritedType: (index: string) => string): SlideContent {
  const content: SlideContent = { hidden: false, title: '', items: [], pictures: 0 };
  const shapes: Shape[] = [];
  const alternatives: Alternative[] = [];
  let produced = 0;
  let shapeCount = 0;
  let skipDepth = 0;
  let paragraph: OpenParagraph | undefined;
  let table: OpenTable | undefined;
  let inText = false;
  let math: MathText | undefined;
  let superscript = false;
  let run = '';

  const shape = (): Shape | undefined => shapes.at(-1);
  const wanted = (): boolean => {
    const placeholder = shape()?.placeholder;
    if (placeholder !== undefined && fixturePlaceholders.has(placeholder)) return false;
    return page === 'slide' || placeholder === 'body';
  };
  const produce = (item: SlideItem): void => {
    produced += 1;
    content.items.push(item);
  };
  const append = (text: string): void => {
    if (paragraph) paragraph.text += text;
    if (text.trim() !== '') produced += 1;
  };

  const placeOf = (owner: Shape | undefined): { top: number | undefined; shape: number } => ({
    // What stands in a group is placed within the group.
    top: shapes[0]?.top ?? owner?.top,
    shape: owner?.number ?? 0,
  });

  function endParagraph(open: OpenParagraph): void {
    if (!wanted()) return;
    const text = cleanText(open.text);
    if (text === '') return;
    if (table) {
      table.cell.push(text);
      return;
    }
    const owner = shape();
    const placeholder = owner?.placeholder;
    if (placeholder !== undefined && titlePlaceholders.has(placeholder)) {
      owner?.titleTexts.push(text);
      return;
    }
    const bullet = open.bullet ?? (page === 'slide' && placeholder !== undefined && bulletPlaceholders.has(placeholder));
    produce({ type: 'text', kind: bullet ? 'bullet' : 'paragraph', level: open.level, text, size: open.size, ...placeOf(owner) });
  }

  function endShape(ended: Shape): void {
    const title = ended.titleTexts.join(' ');
    if (title !== '') {
      if (content.title === '') content.title = title;
      produce({ type: 'text', kind: 'title', level: 0, text: title, size: 0, ...placeOf(ended) });
    }
    if (page !== 'slide') return;
    const owner = shape();
    // The preview of a file of another program is the one picture of it.
    if (ended.isPicture && owner?.element === 'graphicFrame') owner.isPicture = false;
    if (ended.isPicture) {
      content.pictures += 1;
      produced += 1;
    }
    if (ended.description === '') return;
    const description = cleanText(ended.description).replace(machineMade, '').trim();
    if (description !== '' && !fileName.test(description)) produce({ type: 'alt', text: description, shape: ended.number });
  }

  function openInTable(element: XmlElement, open: OpenTable): void {
    if (element.name === 'tr') open.rows.push([]);
    if (element.name !== 'tc') return;
    open.cell = [];
    open.covered = isTrue(element.attribute('hMerge')) || isTrue(element.attribute('vMerge'));
  }

  function openInParagraph(element: XmlElement, open: OpenParagraph): void {
    switch (element.name) {
      case 'pPr':
        open.level = Math.min(8, Math.max(0, Math.trunc(Number(element.attribute('lvl') ?? '0')) || 0));
        break;
      case 'buNone':
        open.bullet = false;
        break;
      case 'buChar':
      case 'buAutoNum':
      case 'buBlip':
        open.bullet = true;
        break;
      case 'r':
        superscript = false;
        break;
      case 'rPr':
        superscript = Number.parseInt(element.attribute('baseline') ?? '0', 10) > 0;
        open.size = Math.max(open.size, Number.parseInt(element.attribute('sz') ?? '0', 10) || 0);
        break;
      case 'fld':
        superscript = false;
        // The number or the date of today is not the lecturer's text.
        if (/^(slidenum|datetime)/.test(element.attribute('type') ?? '')) skipDepth = 1;
        break;
      case 'br':
      case 'tab':
        append(' ');
        break;
      case 'oMath':
        math = new MathText();
        break;
      case 't':
        inText = true;
        run = '';
        break;
      default:
    }
  }

  function openShape(element: XmlElement): void {
    const owner = shape();
    if (shapeElements.has(element.name)) {
      shapeCount += 1;
      shapes.push({
        element: element.name,
        number: shapeCount,
        placeholder: undefined,
        description: '',
        top: undefined,
        isPicture: element.name === 'pic',
        titleTexts: [],
      });
      return;
    }
    if (!owner) {
      // A picture behind everything is how many fill a slide.
      if (element.name === 'blipFill' && page === 'slide') content.pictures += 1;
      return;
    }
    switch (element.name) {
      case 'cNvPr':
        owner.description = element.attribute('descr') || (element.attribute('title') ?? '');
        break;
      case 'ph':
        owner.placeholder = element.attribute('type') ?? inheritedType(element.attribute('idx') ?? '0');
        break;
      case 'blipFill':
      case 'oleObj':
      case 'model3d':
        owner.isPicture = true;
        break;
      case 'off':
        owner.top ??= Number(element.attribute('y') ?? Number.NaN);
        break;
      case 'tbl':
        table = { rows: [], cell: [], covered: false };
        break;
      case 'chart': {
        const relationship = element.qualified('id');
        if (relationship !== undefined) produce({ type: 'chart', relationship, shape: owner.number });
        break;
      }
      case 'relIds': {
        const relationship = element.qualified('dm');
        if (relationship !== undefined) produce({ type: 'smartart', relationship, shape: owner.number });
        break;
      }
      default:
    }
  }

  readXml(part, {
    open: (element) => {
      if (skipDepth > 0) {
        skipDepth += 1;
        return;
      }
      if (math) {
        math.open(element);
        return;
      }
      switch (element.name) {
        case 'sld':
          content.hidden = ['0', 'false'].includes(element.attribute('show') ?? '1');
          return;
        case 'AlternateContent':
          alternatives.push({ producedBefore: produced, chosen: false });
          return;
        case 'Choice':
        case 'Fallback': {
          const alternative = alternatives.at(-1);
          if (alternative?.chosen) skipDepth = 1;
          return;
        }
        case 'p':
          paragraph = { text: '', level: 0, bullet: undefined, size: 0 };
          return;
        default:
      }
      if (paragraph) openInParagraph(element, paragraph);
      else if (table) openInTable(element, table);
      else openShape(element);
    },
    text: (text) => {
      if (skipDepth > 0) return;
      if (math) math.text(text);
      else if (inText) run += text;
    },
    close: (name) => {
      if (skipDepth > 0) {
        skipDepth -= 1;
        return;
      }
      if (math && name !== 'oMath') {
        math.close();
        return;
      }
      switch (name) {
        case 't':
          if (inText) append(superscript ? raiseDigits(run) : run);
          inText = false;
          return;
        case 'oMath':
          if (math) append(math.written);
          math = undefined;
          return;
        case 'oMathPara':
          append(' ');
          return;
        case 'p':
          if (paragraph) endParagraph(paragraph);
          paragraph = undefined;
          return;
        case 'tc':
          if (table) table.rows.at(-1)?.push(table.covered ? '' : joinCell(table.cell));
          return;
        case 'tbl':
          if (table?.rows.some((row) => row.some((cell) => cell !== '')))
            produce({ type: 'table', rows: table.rows, shape: shape()?.number ?? 0 });
          table = undefined;
          return;
        case 'Choice': {
          // The first form that gives anything stands for all of them: the others say the same again.
          const alternative = alternatives.at(-1);
          if (alternative && produced > alternative.producedBefore) alternative.chosen = true;
          return;
        }
        case 'AlternateContent':
          alternatives.pop();
          return;
        default:
      }
      if (shapeElements.has(name)) {
        const ended = shapes.pop();
        if (ended) endShape(ended);
      }
    },
  });
  return content;
}
