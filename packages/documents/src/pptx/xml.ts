import { damaged } from './DeckError.ts';
import { deckLimits } from './limits.ts';

/** A part of a package, unpacked. */
export interface Part {
  bytes: Uint8Array;
  /**
   * Called while the part is read, with how many tags and attributes were met since the last call.
   * @throws DeckError where reading the whole file costs too much or takes too long.
   */
  spend(marks: number): void;
}

/** An element as it opens. Names come without their prefix: decks from different programs choose different ones. */
export interface XmlElement {
  readonly name: string;
  /** The attribute of this name that has no prefix. */
  attribute(name: string): string | undefined;
  /** The attribute of this name that has a prefix, such as `r:id` beside `id`. */
  qualified(name: string): string | undefined;
}

/** What a reader of a part wants to hear of. */
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
/** So many names are remembered: what Office writes has some hundreds, a hostile part could have a million. */
const mostNames = 2_000;

/** The name without its prefix; one and the same string for one name, which makes comparing it cheap. */
function localNameOf(name: string): string {
  const known = localNames.get(name);
  if (known !== undefined) return known;
  const local = name.slice(name.indexOf(':') + 1);
  if (localNames.size < mostNames) localNames.set(name, local);
  return local;
}

/** One for all elements of a part: a deck has hundreds of thousands. It keeps where attributes stand, and decodes those that are asked for. */
class OpenedElement implements XmlElement {
  name = '';
  private readonly content: string;
  /** Four places an attribute: its name's start and end, its value's start and end. */
  private readonly places: number[] = [];
  count = 0;

  constructor(content: string) {
    this.content = content;
  }

  /** Takes the attributes from a place inside the tag, and answers where the tag's `>` or `/>` stands. */
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
        if (character <= space || character === greaterThan || character === 0x3c || character === doubleQuote) throw damaged();
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

/** So many tags and attributes are met before they are told of. */
const marksAtOnce = 1_024;

/**
 * Streams a part through a reader; there is never a tree of it.
 *
 * The scanner is our own: it knows the XML that parts of a deck are written in, jumps from mark to mark and decodes
 * only what is asked for, which makes it several times as fast as a general parser. It is strict where being lenient would
 * hide damage (tags that do not match, broken attributes, unknown entities), not about which letters a name may have.
 *
 * @throws DeckError `damaged` where the part is not well-formed, nested absurdly or declares a document type: a deck
 * never has one, and entities that multiply stand in it.
 */
export function readXml(part: Part, reader: XmlReader): void {
  const content = decode(part.bytes);
  const element = new OpenedElement(content);
  const open: string[] = [];
  let marks = 0;
  let hasRoot = false;
  let at = 0;

  const takeText = (from: number, to: number): void => {
    if (from === to) return;
    if (open.length > 0) reader.text?.(decodeEntities(content.slice(from, to)));
    else if (content.slice(from, to).trim() !== '') throw damaged();
  };
  /** Behind the next `end`. */
  const skip = (end: string, from: number): number => {
    const found = content.indexOf(end, from);
    if (found < 0) throw damaged();
    return found + end.length;
  };

  function takeClosing(mark: number): number {
    const name = open.pop();
    if (name === undefined || !content.startsWith(name, mark + 2)) throw damaged();
    let end = mark + 2 + name.length;
    while (isSpace(content.charCodeAt(end))) end += 1;
    if (content.charCodeAt(end) !== greaterThan) throw damaged();
    reader.close(localNameOf(name));
    return end + 1;
  }

  function takeOpening(mark: number): number {
    let end = mark + 1;
    let code = content.charCodeAt(end);
    while (code > space && code !== greaterThan && code !== slash && code !== equalsSign && code !== doubleQuote && code !== 0x3c)
      code = content.charCodeAt(++end);
    const name = content.slice(mark + 1, end);
    if (name === '' || (open.length === 0 && hasRoot) || open.length >= deckLimits.depth) throw damaged();
    hasRoot = true;
    element.name = localNameOf(name);
    end = element.takeAttributes(end);
    marks += element.count;
    reader.open(element);
    if (content.charCodeAt(end) === greaterThan) {
      open.push(name);
      return end + 1;
    }
    if (content.charCodeAt(end + 1) !== greaterThan) throw damaged();
    reader.close(element.name);
    return end + 2;
  }

  function takeDeclaration(mark: number): number {
    if (content.startsWith('<!--', mark)) return skip('-->', mark + 4);
    if (!content.startsWith('<![CDATA[', mark) || open.length === 0) throw damaged();
    const end = skip(']]>', mark + 9);
    reader.text?.(content.slice(mark + 9, end - 3));
    return end;
  }

  while (at < content.length) {
    const mark = content.indexOf('<', at);
    if (mark < 0) break;
    takeText(at, mark);
    const code = content.charCodeAt(mark + 1);
    if (code === slash) at = takeClosing(mark);
    else if (code === questionMark) at = skip('?>', mark + 2);
    else if (code === exclamationMark) at = takeDeclaration(mark);
    else at = takeOpening(mark);
    marks += 1;
    if (marks < marksAtOnce) continue;
    part.spend(marks);
    marks = 0;
  }
  part.spend(marks);
  takeText(at, content.length);
  if (!hasRoot || open.length > 0) throw damaged();
}
