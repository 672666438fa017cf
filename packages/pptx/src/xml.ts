import { SaxesParser } from 'saxes';
import { DeckError, damaged } from './DeckError.ts';
import { deckLimits } from './limits.ts';

/** An element as it opens. Names come without their prefix: decks from different programs choose different ones. */
export interface XmlElement {
  name: string;
  /** The attribute of this name that has no prefix. */
  attribute(name: string): string | undefined;
  /** The attribute of this name that has a prefix, such as `r:id` beside `id`. */
  qualified(name: string): string | undefined;
}

/** What a reader of a part wants to hear of. */
export interface XmlReader {
  open(element: XmlElement): void;
  text?(text: string): void;
  close(name: string): void;
}

/** One for all elements of a part: a deck has hundreds of thousands. */
class OpenedElement implements XmlElement {
  name = '';
  attributes: Record<string, string> = {};

  attribute(name: string): string | undefined {
    return this.attributes[name];
  }

  qualified(name: string): string | undefined {
    for (const key in this.attributes) if (key.endsWith(`:${name}`)) return this.attributes[key];
    return undefined;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function decode(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * Streams a part through a reader; there is never a tree of it.
 *
 * @throws DeckError `damaged` where the part is not well-formed, nested absurdly or declares a document type: a deck
 * never has one, and entities that multiply stand in it.
 */
export function readXml(bytes: Uint8Array, reader: XmlReader): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const opened = new OpenedElement();
  let depth = 0;
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('doctype', () => {
    throw damaged();
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > deckLimits.depth) throw damaged();
    opened.name = localName(tag.name);
    opened.attributes = tag.attributes as Record<string, string>;
    reader.open(opened);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    reader.close(localName(tag.name));
  });
  const onText = reader.text?.bind(reader);
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  try {
    const content = decode(bytes);
    // In slices, so that the parser's own buffers stay small beside a large part.
    for (let at = 0; at < content.length; at += 65_536) parser.write(content.slice(at, at + 65_536));
    parser.close();
  } catch (error) {
    throw error instanceof DeckError ? error : damaged();
  }
}
