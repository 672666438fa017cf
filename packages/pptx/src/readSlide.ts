import { cleanText, raiseDigits } from './cleanText.ts';
import type { ParagraphKind } from './deck.ts';
import type { XmlElement } from './xml.ts';
import { readXml } from './xml.ts';

/** A paragraph of text as it stands on a slide. */
export interface TextItem {
  type: 'text';
  kind: ParagraphKind;
  level: number;
  text: string;
  /** Largest letter size of its runs, in hundredths of a point; 0 where it is inherited. */
  size: number;
  /** Distance of its shape from the slide's top, where the shape says so. */
  top: number | undefined;
}

/** What stands on a slide, in its order; charts and SmartArt are parts of their own and named by relationship id. */
export type SlideItem =
  | TextItem
  | { type: 'table'; rows: string[][] }
  | { type: 'chart'; relationship: string }
  | { type: 'smartart'; relationship: string }
  | { type: 'alt'; text: string };

/** A slide's or notes page's own XML, read. */
export interface SlideContent {
  hidden: boolean;
  title: string;
  items: SlideItem[];
  pictures: number;
}

interface Shape {
  element: string;
  placeholder: string | undefined;
  description: string;
  top: number | undefined;
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
const machineMade = /\s*(description )?(automatically generated|generated with .* confidence|AI-generated content may be incorrect)\.?/gi;

const unfinished = /(?:\p{P}|\s(?:to|the|of|and|or|for|an?|by|in|on|with|be|from|that|is|are|as|at))$/iu;

/**
 * The paragraphs of a cell on one line. A semicolon keeps one from running into the next, unless the sentence plainly
 * goes on: many lecturers break the lines of a cell by hand.
 */
const joinCell = (paragraphs: string[]): string =>
  paragraphs.reduce(
    (cell, next) => (cell === '' ? next : `${cell}${unfinished.test(cell) || /^\p{Ll}/u.test(next) ? '' : ';'} ${next}`),
    '',
  );

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** What may be chosen as text of a page: everything of a slide, the body placeholder alone of a notes page. */
export type PageKind = 'slide' | 'notes';

/** Reads what stands on a slide or in its notes from that part's XML alone. */
export function readSlide(bytes: Uint8Array, page: PageKind): SlideContent {
  const content: SlideContent = { hidden: false, title: '', items: [], pictures: 0 };
  const shapes: Shape[] = [];
  const alternatives: Alternative[] = [];
  let produced = 0;
  let skipDepth = 0;
  let paragraph: OpenParagraph | undefined;
  let table: OpenTable | undefined;
  let inText = false;
  let inMath = false;
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
    produced += 1;
  };

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
    produce({ type: 'text', kind: bullet ? 'bullet' : 'paragraph', level: open.level, text, size: open.size, top: owner?.top });
  }

  function endShape(ended: Shape): void {
    const title = ended.titleTexts.join(' ');
    if (title !== '') {
      if (content.title === '') content.title = title;
      produce({ type: 'text', kind: 'title', level: 0, text: title, size: 0, top: ended.top });
    }
    if (page !== 'slide') return;
    if (ended.element === 'pic') {
      content.pictures += 1;
      produced += 1;
    }
    const description = cleanText(ended.description.replace(machineMade, ''));
    if (description !== '' && !fileName.test(description)) produce({ type: 'alt', text: description });
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
        // The number or the date of today is not the lecturer's text.
        if (/^(slidenum|datetime)/.test(element.attribute('type') ?? '')) skipDepth = 1;
        break;
      case 'br':
      case 'tab':
        append(' ');
        break;
      case 'oMath':
        inMath = true;
        break;
      case 'sup':
        if (inMath) append('^');
        break;
      case 'sub':
        if (inMath) append('_');
        break;
      case 'den':
        if (inMath) append('/');
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
      shapes.push({ element: element.name, placeholder: undefined, description: '', top: undefined, titleTexts: [] });
      return;
    }
    if (!owner) return;
    switch (element.name) {
      case 'cNvPr':
        owner.description = element.attribute('descr') ?? '';
        break;
      case 'ph':
        owner.placeholder = element.attribute('type') ?? '';
        break;
      case 'off':
        owner.top ??= Number(element.attribute('y') ?? Number.NaN);
        break;
      case 'tbl':
        table = { rows: [], cell: [], covered: false };
        break;
      case 'chart': {
        const relationship = element.qualified('id');
        if (relationship !== undefined) produce({ type: 'chart', relationship });
        break;
      }
      case 'relIds': {
        const relationship = element.qualified('dm');
        if (relationship !== undefined) produce({ type: 'smartart', relationship });
        break;
      }
      default:
    }
  }

  readXml(bytes, {
    open: (element) => {
      if (skipDepth > 0) {
        skipDepth += 1;
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
      if (inText && skipDepth === 0) run += text;
    },
    close: (name) => {
      if (skipDepth > 0) {
        skipDepth -= 1;
        return;
      }
      switch (name) {
        case 't':
          if (inText) append(superscript ? raiseDigits(run) : run);
          inText = false;
          return;
        case 'oMath':
          inMath = false;
          return;
        case 'p':
          if (paragraph) endParagraph(paragraph);
          paragraph = undefined;
          return;
        case 'tc':
          if (table) table.rows.at(-1)?.push(table.covered ? '' : joinCell(table.cell));
          return;
        case 'tbl':
          if (table?.rows.some((row) => row.some((cell) => cell !== ''))) produce({ type: 'table', rows: table.rows });
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
