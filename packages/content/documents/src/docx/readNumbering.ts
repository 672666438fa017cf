import type { SymbolReader } from '../ooxml/SymbolReader.ts';
import { numberedMark } from '../ooxml/withTellingMarks.ts';
import { readXml } from '../ooxml/xml.ts';
import type { ZipParts } from '../ooxml/ZipParts.ts';
import { fontOf } from './readStyles.ts';

/** The mark of a list by its number and level; `undefined` for one without marks. */
export type MarkOf = (number: string | undefined, level: number) => string | undefined;

interface Level {
  text: string;
  format: string;
  font?: string;
}

/** Reads the marks of a document's lists. */
export function readNumbering(parts: Pick<ZipParts, 'read'>, name: string | undefined, symbols: SymbolReader): MarkOf {
  const part = name === undefined ? undefined : parts.read(name);
  /** Levels by the id of their definition and their depth. */
  const levels = new Map<string, Level>();
  /** The definition of each list's number. */
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
