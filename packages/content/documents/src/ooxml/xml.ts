import { damaged } from '../DocumentError.ts';
import { deckLimits } from './limits.ts';

/** A part of a package, unpacked. */
export interface Part {
  bytes: Uint8Array;
  /**
   * Called while the part is read, with the number of tags and attributes since the last call.
   * @throws DocumentError when reading the whole file costs too much or takes too long.
   */
  spend(marks: number): void;
}

/** An element as it opens. Names have no prefix, because programs choose different ones. */
export interface XmlElement {
  readonly name: string;
  /** The attribute of this name that has no prefix. */
  attribute(name: string): string | undefined;
  /** The attribute of this name that has a prefix, such as `r:id` beside `id`. */
  qualified(name: string): string | undefined;
}

/** Receives the elements and texts of a part. */
export interface XmlReader {
  /** The element is valid during the call alone. */
  open(element: XmlElement): void;
  text?(text: string): void;
  close(name: string): void;
}

const tab = 0x09;
const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const exclamationMark = 0x21;
const doubleQuote = 0x22;
const apostrophe = 0x27;
const slash = 0x2f;
const lessThan = 0x3c;
const equalsSign = 0x3d;
const greaterThan = 0x3e;
const questionMark = 0x3f;

const isSpace = (code: number): boolean => code === space || code === newline || code === carriageReturn || code === tab;

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function characterOf(code: number): string {
  if (!(code > 0 && code <= 0x10ffff)) throw damaged();
  return String.fromCodePoint(code);
}

/** Only the five entities that XML itself has and numbered characters: others would need a document type. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6});|#([0-9]{1,7});|(\w{1,8});)?/gi, (_all, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    if (decimal !== undefined) return characterOf(Number(decimal));
    const character = name === undefined ? undefined : Object.hasOwn(entities, name) ? entities[name] : undefined;
    if (character === undefined) throw damaged();
    return character;
  });
}

const localNames = new Map<string, string>();
/** The most names that are cached: Office writes some hundreds, a hostile part could have a million. */
const mostNames = 2_000;

/** The name without its prefix; one and the same string for one name, which makes comparing it cheap. */
function localNameOf(name: string): string {
  const known = localNames.get(name);
  if (known !== undefined) return known;
  const local = name.slice(name.indexOf(':') + 1);
  if (localNames.size < mostNames) localNames.set(name, local);
  return local;
}

/** One object that is reused for all elements of a part, which may have hundreds of thousands. It decodes attributes on demand. */
class OpenedElement implements XmlElement {
  name = '';
  private readonly content: string;
  /** Four places an attribute: its name's start and end, its value's start and end. */
  private readonly places: number[] = [];
  count = 0;

  constructor(content: string) {
    this.content = content;
  }

  /** Reads the attributes from an offset inside the tag, and returns the offset of the tag's `>` or `/>`. */
  takeAttributes(from: number): number {
    const { content, places } = this;
    this.count = 0;
    let at = from;
    for (;;) {
      const before = at;
      while (isSpace(content.charCodeAt(at))) at += 1;
      const code = content.charCodeAt(at);
      if (code === greaterThan || code === slash) return at;
      const equals = content.indexOf('=', at);
      if (at === before || equals <= at) throw damaged();
      let nameEnd = equals;
      while (isSpace(content.charCodeAt(nameEnd - 1))) nameEnd -= 1;
      let open = equals + 1;
      while (isSpace(content.charCodeAt(open))) open += 1;
      const quote = content.charCodeAt(open);
      if (quote !== doubleQuote && quote !== apostrophe) throw damaged();
      const close = content.indexOf(quote === doubleQuote ? '"' : "'", open + 1);
      if (close < 0) throw damaged();
      for (let inName = at; inName < nameEnd; inName += 1) {
        const character = content.charCodeAt(inName);
        if (character <= space || character === greaterThan || character === lessThan || character === doubleQuote) throw damaged();
      }
      const place = this.count * 4;
      places[place] = at;
      places[place + 1] = nameEnd;
      places[place + 2] = open + 1;
      places[place + 3] = close;
      this.count += 1;
      at = close + 1;
    }
  }

  attribute(name: string): string | undefined {
    return this.find(name, (start, end) => end - start === name.length);
  }

  qualified(name: string): string | undefined {
    return this.find(name, (start, end) => end - start > name.length && this.content[end - name.length - 1] === ':');
  }

  private find(name: string, fits: (start: number, end: number) => boolean): string | undefined {
    const { content, places } = this;
    for (let place = 0; place < this.count * 4; place += 4) {
      const start = places[place] ?? 0;
      const end = places[place + 1] ?? 0;
      if (fits(start, end) && content.startsWith(name, end - name.length))
        return decodeEntities(content.slice(places[place + 2], places[place + 3]));
    }
    return undefined;
  }
}

function decode(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** The number of tags and attributes between two calls of `spend`. */
const marksAtOnce = 1_024;

const endsName = (code: number): boolean =>
  code <= space || code === greaterThan || code === slash || code === equalsSign || code === doubleQuote || code === lessThan;

/** Finds each `<` in a part, and passes each element and each text in between to a reader. */
class XmlScanner {
  private readonly content: string;
  private readonly part: Part;
  private readonly reader: XmlReader;
  private readonly element: OpenedElement;
  /** The names of the elements that are open, with their prefixes. */
  private readonly open: string[] = [];
  private hasRoot = false;
  /** Tags and attributes since the last call of `spend`. */
  private marks = 0;

  constructor(part: Part, reader: XmlReader) {
    this.part = part;
    this.reader = reader;
    this.content = decode(part.bytes);
    this.element = new OpenedElement(this.content);
  }

  scan(): void {
    const { content } = this;
    let at = 0;
    for (let mark = content.indexOf('<'); mark >= 0; mark = content.indexOf('<', at)) {
      this.takeText(at, mark);
      at = this.takeMark(mark);
      this.marks += 1;
      if (this.marks >= marksAtOnce) this.spend();
    }
    this.spend();
    this.takeText(at, content.length);
    if (!this.hasRoot || this.open.length > 0) throw damaged();
  }

  private spend(): void {
    this.part.spend(this.marks);
    this.marks = 0;
  }

  /** Reads the markup that begins with the `<` at `mark`, and returns where it ends, as all methods below do. */
  private takeMark(mark: number): number {
    switch (this.content.charCodeAt(mark + 1)) {
      case slash:
        return this.takeClosing(mark);
      case questionMark:
        return this.skip('?>', mark + 2);
      case exclamationMark:
        return this.takeDeclaration(mark);
      default:
        return this.takeOpening(mark);
    }
  }

  private takeText(from: number, to: number): void {
    if (from === to) return;
    const text = this.content.slice(from, to);
    if (this.open.length > 0) this.reader.text?.(decodeEntities(text));
    else if (text.trim() !== '') throw damaged();
  }

  private takeClosing(mark: number): number {
    const { content } = this;
    const name = this.open.pop();
    if (name === undefined || !content.startsWith(name, mark + 2)) throw damaged();
    let end = mark + 2 + name.length;
    while (isSpace(content.charCodeAt(end))) end += 1;
    if (content.charCodeAt(end) !== greaterThan) throw damaged();
    this.reader.close(localNameOf(name));
    return end + 1;
  }

  private takeOpening(mark: number): number {
    const { content, element, open } = this;
    const nameEnd = this.endOfName(mark + 1);
    const name = content.slice(mark + 1, nameEnd);
    if (name === '' || (open.length === 0 && this.hasRoot) || open.length >= deckLimits.depth) throw damaged();
    this.hasRoot = true;
    element.name = localNameOf(name);
    const end = element.takeAttributes(nameEnd);
    this.marks += element.count;
    this.reader.open(element);
    if (content.charCodeAt(end) === greaterThan) {
      open.push(name);
      return end + 1;
    }
    if (content.charCodeAt(end + 1) !== greaterThan) throw damaged();
    this.reader.close(element.name);
    return end + 2;
  }

  private endOfName(from: number): number {
    let end = from;
    // Past the end of the content the code is NaN, which is no name's end.
    while (end < this.content.length && !endsName(this.content.charCodeAt(end))) end += 1;
    return end;
  }

  private takeDeclaration(mark: number): number {
    const { content } = this;
    if (content.startsWith('<!--', mark)) return this.skip('-->', mark + 4);
    if (!content.startsWith('<![CDATA[', mark) || this.open.length === 0) throw damaged();
    const end = this.skip(']]>', mark + 9);
    this.reader.text?.(content.slice(mark + 9, end - 3));
    return end;
  }

  private skip(end: string, from: number): number {
    const found = this.content.indexOf(end, from);
    if (found < 0) throw damaged();
    return found + end.length;
  }
}

/**
 * Streams a part through a reader, without building a tree.
 *
 * It is written for the XML of decks: it searches for `<` and decodes on demand, so it is several times as fast as a general
 * parser. It refuses mismatched tags, broken attributes and unknown entities, which are signs of damage. It does not check the
 * letters of names.
 *
 * @throws DocumentError `damaged` when the part is not well-formed, is nested too deep, or declares a document type: decks have none,
 * and it can define entities that expand exponentially.
 */
export const readXml = (part: Part, reader: XmlReader): void => {
  new XmlScanner(part, reader).scan();
};
