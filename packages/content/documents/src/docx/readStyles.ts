import type { ZipParts } from '../ooxml/ZipParts.ts';
import { readXml, type XmlElement } from '../ooxml/xml.ts';
import type { SymbolReader } from '../ooxml/SymbolReader.ts';
import { numberedMark } from '../ooxml/withTellingMarks.ts';

/** Properties that a style gives a paragraph or run. */
export interface ParagraphStyle {
  /** From 0; the document's title has -1. */
  headingLevel?: number;
  isList?: boolean;
  /** An entry of a table of contents. */
  isContents?: boolean;
  isCaption?: boolean;
  isHidden?: boolean;
  font?: string;
  numberId?: string;
}

interface OwnStyle extends ParagraphStyle {
  basedOn?: string;
}

/** Longest chain of styles based on each other. A longer one is a loop. */
const longestChain = 12;

/** Whether an on/off property is on. Without a value it is. */
export const isOn = (value: string | undefined): boolean => !/^(?:0|false|off)$/.test(value ?? '');

export function fontOf(element: XmlElement): { font?: string } {
  const font = element.qualified('ascii') ?? element.qualified('hAnsi');
  return font === undefined ? {} : { font };
}

const isListNumber = (value: string | undefined): boolean => value !== undefined && value !== '0';

/** Returns a heading's level from `w:outlineLvl`. 9 means text. */
export const outlineLevel = (value: string | undefined): number | undefined => (/^[0-8]$/.test(value ?? '') ? Number(value) : undefined);

/** Properties of Word's built-in styles. Their names are English in every language of Word. */
function byName(name: string): ParagraphStyle {
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  if (level !== undefined) return { headingLevel: Number(level) - 1 };
  if (/^title$/i.test(name)) return { headingLevel: -1 };
  if (/^(?:toc \d|toc heading|table of figures)$/i.test(name)) return { isContents: true };
  if (/^caption$/i.test(name)) return { isCaption: true };
  return /^list (?:bullet|number)/i.test(name) ? { isList: true } : {};
}

function ownStyles(parts: Pick<ZipParts, 'read'>, name: string): Map<string, OwnStyle> {
  const styles = new Map<string, OwnStyle>();
  const part = parts.read(name);
  if (!part) return styles;
  let id = '';
  const add = (more: OwnStyle): void => void styles.set(id, { ...styles.get(id), ...more });
  readXml(part, {
    open: (element) => {
      if (element.name === 'style')
        id = /^(?:paragraph|character)$/.test(element.qualified('type') ?? '') ? (element.qualified('styleId') ?? '') : '';
      if (id === '') return;
      const value = element.qualified('val');
      if (element.name === 'name') add(byName(value ?? ''));
      else if (element.name === 'basedOn' && value !== undefined) add({ basedOn: value });
      else if (element.name === 'numId' && value !== undefined && isListNumber(value)) add({ isList: true, numberId: value });
      else if (element.name === 'rFonts') add(fontOf(element));
      else if (element.name === 'vanish') add({ isHidden: isOn(value) });
      else if (element.name === 'outlineLvl') {
        const headingLevel = outlineLevel(value);
        if (headingLevel !== undefined && styles.get(id)?.headingLevel === undefined) add({ headingLevel });
      }
    },
    close: (closed) => {
      if (closed === 'style') id = '';
    },
  });
  return styles;
}

/** Reads the styles of a document by id, with what they inherit. */
export function readStyles(parts: Pick<ZipParts, 'read'>, name: string | undefined): (id: string) => ParagraphStyle {
  const styles = name === undefined ? new Map<string, OwnStyle>() : ownStyles(parts, name);
  return (id) => {
    let style: ParagraphStyle = {};
    let next: string | undefined = id;
    for (let step = 0; next !== undefined && step < longestChain; step += 1) {
      const { basedOn, ...own }: OwnStyle = styles.get(next) ?? {};
      style = { ...own, ...style };
      next = basedOn;
    }
    return style;
  };
}

/** Returns the mark of a list by its number and level; `undefined` for a list without marks. */
export type MarkOf = (number: string | undefined, level: number) => string | undefined;

interface Level {
  text: string;
  format: string;
  font?: string;
}

export function readNumbering(parts: Pick<ZipParts, 'read'>, name: string | undefined, symbols: SymbolReader): MarkOf {
  const part = name === undefined ? undefined : parts.read(name);
  /** By the id of the definition and the level. */
  const levels = new Map<string, Level>();
  /** Definitions by list number. */
  const definitions = new Map<string, string>();
  if (!part) return () => undefined;
  let [definition, number] = ['', ''];
  let level: Level | undefined;
  readXml(part, {
    open: (element) => {
      const value = element.qualified('val') ?? '';
      if (element.name === 'abstractNum') definition = element.qualified('abstractNumId') ?? '';
      else if (element.name === 'num') number = element.qualified('numId') ?? '';
      else if (element.name === 'abstractNumId') definitions.set(number, value);
      else if (element.name === 'lvl' && number === '') {
        level = { text: '', format: '' };
        levels.set(`${definition} ${element.qualified('ilvl') ?? ''}`, level);
      } else if (element.name === 'lvlText' && level) level.text = value;
      else if (element.name === 'numFmt' && level) level.format = value;
      else if (element.name === 'rFonts' && level) Object.assign(level, fontOf(element));
    },
    close: (closed) => {
      if (closed === 'lvl') level = undefined;
    },
  });
  return (id, depth) => {
    const own = levels.get(`${definitions.get(id ?? '') ?? ''} ${String(depth)}`);
    if (own?.format === 'bullet') return own.text.length <= 2 ? symbols.read(own.text, { letters: own.font }).trim() : undefined;
    return own === undefined || own.format === '' || own.format === 'none' ? undefined : numberedMark;
  };
}
