import type { XmlElement } from './xml.ts';

interface Frame {
  name: string;
  /** Its text outside of places. */
  text: string;
  /** Its named places, such as numerator and denominator; a matrix has many of one name. */
  places: Map<string, string[]>;
  /** Values of its properties, such as the sign of a sum. */
  properties: Map<string, string>;
}

/** The most letters of an equation. A longer text is no equation, and would be copied at each level of nesting. */
const longest = 20_000;
/** The most letters of a property's value, a sign or a short word. A longer one would be copied between all places. */
const longestProperty = 8;
const places = new Set(['num', 'den', 'e', 'sup', 'sub', 'deg', 'lim', 'fName', 'mr']);
const properties = new Set(['chr', 'begChr', 'endChr', 'sepChr', 'type']);

/** In brackets, unless it is one word or number: `a + b` over `2` is `(a + b)/2`. */
function grouped(text: string): string {
  const trimmed = text.trim();
  return /^[\p{L}\p{M}\p{N}.,'′∞]*$/u.test(trimmed) || /^\([^()]*\)$/.test(trimmed) ? trimmed : `(${trimmed})`;
}

function write(frame: Frame): string {
  const all = (name: string): string[] => frame.places.get(name) ?? [];
  const one = (name: string): string => all(name).join('').trim();
  const property = (name: string, otherwise: string): string => frame.properties.get(name) ?? otherwise;
  const low = (name: string): string => (one(name) === '' ? '' : `_${grouped(one(name))}`);
  const high = (name: string): string => (one(name) === '' ? '' : `^${grouped(one(name))}`);
  switch (frame.name) {
    case 'f':
      return property('type', 'bar') === 'noBar' ? `${one('num')} ${one('den')}` : `${grouped(one('num'))}/${grouped(one('den'))}`;
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return `${grouped(one('e'))}${low('sub')}${high('sup')}`;
    case 'sPre':
      return `${low('sub')}${high('sup')} ${one('e')}`.trim();
    case 'rad':
      return `${one('deg')}√${grouped(one('e'))}`;
    case 'nary':
      return `${property('chr', '∫')}${low('sub')}${high('sup')} ${one('e')}`;
    case 'd':
      return `${property('begChr', '(')}${all('e').join(property('sepChr', '|'))}${property('endChr', ')')}`;
    case 'func':
      return /^[([]/.test(one('e')) ? `${one('fName')}${one('e')}` : `${one('fName')} ${one('e')}`;
    case 'limLow':
    case 'limUpp':
      return `${one('e')}${frame.name === 'limLow' ? low('lim') : high('lim')}`;
    case 'm':
      return `[${all('mr').join('; ')}]`;
    case 'mr':
      return all('e').join(', ');
    case 'eqArr':
      return all('e').join('; ');
    case 'acc':
    case 'bar':
      // A mark over one letter is a combined character; over several letters it would combine with the last one only.
      return [...one('e')].length === 1
        ? `${one('e')}${property('chr', frame.name === 'acc' ? '\u0302' : '\u0305')}`.normalize('NFC')
        : one('e');
    default:
      return `${frame.text}${[...frame.places.values()].flat().join(' ')}`;
  }
}

/** Writes an equation (`m:oMath`) on one line, as people type it: `(a + b)/2`, `x_i^2`, `√(1 - v^2)`. */
export class MathText {
  private readonly frames: Frame[] = [];
  private inText = false;
  private length = 0;
  private current: Frame = { name: 'oMath', text: '', places: new Map(), properties: new Map() };

  open(element: XmlElement): void {
    this.inText = element.name === 't';
    if (properties.has(element.name)) {
      const owner = this.current.name.endsWith('Pr') ? this.frames.at(-1) : this.current;
      owner?.properties.set(element.name, (element.qualified('val') ?? '').slice(0, longestProperty));
    }
    this.frames.push(this.current);
    this.current = { name: element.name, text: '', places: new Map(), properties: new Map() };
  }

  text(text: string): void {
    if (!this.inText || this.length > longest) return;
    this.length += text.length;
    this.current.text += text;
  }

  close(): void {
    this.inText = false;
    const written = write(this.current);
    const { name } = this.current;
    const outer = this.frames.pop();
    if (!outer) return;
    this.current = outer;
    const place = outer.places.get(name);
    if (place) place.push(written);
    else if (places.has(name)) outer.places.set(name, [written]);
    else outer.text += written;
  }

  get written(): string {
    return write(this.current);
  }
}
