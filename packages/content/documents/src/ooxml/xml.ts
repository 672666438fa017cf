import { SaxesParser } from 'saxes';
import { damaged } from '../DocumentError.ts';
import { deckLimits } from './limits.ts';

export interface Part {
  bytes: Uint8Array;
  /**
   * Called regularly during parsing with the number of tags and attributes since the last call.
   *
   * @throws DocumentError `too-large` if the whole file costs too much or takes too long to read
   */
  spend(marks: number): void;
}

/** An opening element, valid during the call that receives it. Names have no prefix, because programs choose different ones. */
export interface XmlElement {
  readonly name: string;
  /** Returns the attribute with this name and no prefix. */
  attribute(name: string): string | undefined;
  /** Returns the attribute with this name and any prefix: `r:id` as opposed to `id`. */
  qualified(name: string): string | undefined;
}

export interface XmlReader {
  open(element: XmlElement): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Reused for all elements of a part, of which there may be hundreds of thousands. */
class OpenedElement implements XmlElement {
  name = '';
  attributes: Record<string, string> = {};

  attribute(name: string): string | undefined {
    return this.attributes[name];
  }

  qualified(name: string): string | undefined {
    const end = `:${name}`;
    for (const key in this.attributes) if (key.endsWith(end)) return this.attributes[key];
    return undefined;
  }
}

/** Limits between two calls of `spend`. */
const marksPerCall = 1_024;
const charactersPerCall = 65_536;

const numericReference = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi;

/** Resolves references to surrogates and control characters. Some programs write them, but XML forbids them. */
const withoutForbidden = (xml: string): string =>
  xml
    .replace(numericReference, (found, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (code >= 0xd800 && code < 0xe000) return String.fromCharCode(code);
      return code > 0 && code < 0x20 && ![0x09, 0x0a, 0x0d].includes(code) ? ' ' : found;
    })
    .toWellFormed();

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function decode(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const xml = new TextDecoder(encoding).decode(bytes);
  return xml.includes('&#') ? withoutForbidden(xml) : xml;
}

/**
 * Streams a part through a reader without building a tree.
 *
 * @throws DocumentError `damaged` if the part is malformed, is nested too deep, or has a document type: Office writes none, and entities
 * can expand exponentially
 */
export function readXml(part: Part, reader: XmlReader): void {
  // With more than seven handlers, V8 stores the parser's properties in a dictionary and parsing takes five times as long.
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const element = new OpenedElement();
  let depth = 0;
  let marks = 0;
  const mark = (): void => {
    marks += 1;
    if (marks < marksPerCall) return;
    part.spend(marks);
    marks = 0;
  };
  parser.on('error', (error) => {
    // Control characters are removed from the text later.
    if (error.message !== 'disallowed character.') throw damaged(error);
  });
  parser.on('doctype', () => {
    throw damaged();
  });
  parser.on('attribute', mark);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deckLimits.depth) throw damaged();
    element.name = localName(name);
    element.attributes = attributes;
    mark();
    reader.open(element);
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    depth -= 1;
    if (!isSelfClosing) mark();
    reader.close?.(localName(name));
  });
  const takeText = (text: string): void => {
    if (depth > 0) reader.text?.(text);
  };
  parser.on('text', takeText);
  parser.on('cdata', (text) => {
    mark();
    takeText(text);
  });
  const content = decode(part.bytes);
  for (let from = 0; from < content.length; from += charactersPerCall) {
    parser.write(content.slice(from, from + charactersPerCall));
    part.spend(0);
  }
  parser.close();
  part.spend(marks);
}
