import { accents, delimiters, functionNames, largeOperators, latexOfText } from './latexOfText.ts';
import type { XmlElement } from './xml.ts';

interface Frame {
  name: string;
  /** LaTeX outside named places. */
  text: string;
  /** Places by name, such as numerator and denominator. A matrix has several places of the same name. */
  places: Map<string, string[]>;
  /** Properties by name, such as the sign of a sum. */
  properties: Map<string, string>;
}

/** Maximum letters of an equation. Each level of nesting copies the text. */
const longest = 20_000;
/** Maximum letters of a property: a sign, or a word. Delimiters are copied between all places. */
const longestProperty = (name: string): number => (/chr$/i.test(name) ? 8 : 16);
const places = new Set(['num', 'den', 'e', 'sup', 'sub', 'deg', 'lim', 'fName', 'mr']);
const properties = new Set('chr begChr endChr sepChr type sty scr nor pos degHide subHide supHide limLoc show'.split(' '));

/** Whether LaTeX needs no braces around it: one letter or one command. */
const isOne = (latex: string): boolean => /^(?:[^\\{}^_ ]|\\[A-Za-z]+)$/u.test(latex);
const braced = (latex: string): string => (isOne(latex) && !latex.startsWith('\\') ? latex : `{${latex}}`);
/** Wraps the base of a superscript or subscript in braces, unless it needs none. */
const base = (latex: string): string =>
  isOne(latex) || /^(?:\\(?:left|big)?[([|]|\\(?:mathbb|mathrm|mathbf|operatorname\*?)\{[^{}]*\}$)/.test(latex) ? latex : `{${latex}}`;
/** Whether delimiters around it have to grow. */
const isTall = (latex: string): boolean => /\\(?:frac|genfrac|sum|prod|int|begin|binom|sqrt|over|under|big)|[\^_].*[\^_]/.test(latex);

const lineOperator = /^\\(?:lim|liminf|limsup|max|min|sup|inf|operatorname\*)(?![A-Za-z])/;
const noBar = '\\genfrac{}{}{0pt}{}';

const readerOf = (frame: Frame) => {
  const all = (name: string): string[] => frame.places.get(name) ?? [];
  const one = (name: string): string => all(name).join(' ').trim();
  const property = (name: string, otherwise: string): string => frame.properties.get(name) ?? otherwise;
  const isOn = (name: string): boolean => frame.properties.has(name) && !/^(?:0|off|false)$/.test(property(name, ''));
  const script = (name: 'sub' | 'sup', mark: '_' | '^'): string => {
    const latex = isOn(`${name}Hide`) ? '' : one(name);
    if (latex === '') return '';
    return mark === '^' && /^'+$/.test(latex) ? latex : `${mark}${braced(latex)}`;
  };
  return { all, one, property, isOn, scripts: () => script('sub', '_') + script('sup', '^') };
};

type Reader = ReturnType<typeof readerOf>;

const matrixNames: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
};

const writeDelimiters = ({ all, property }: Reader): string => {
  const [opening, closing] = [property('begChr', '('), property('endChr', ')')];
  const parts = all('e').map((part) => part.trim());
  const [only = ''] = parts;
  const inner = /^\\begin\{(matrix|aligned)\}(.*)\\end\{\1\}$/s.exec(only);
  if (parts.length === 1 && inner) {
    const [, kind, rows = ''] = inner;
    const name = opening === '{' && closing === '' ? 'cases' : kind === 'matrix' ? matrixNames[opening + closing] : undefined;
    if (name !== undefined) return `\\begin{${name}}${rows}\\end{${name}}`;
  }
  if (parts.length === 1 && opening === '(' && closing === ')' && only.startsWith(noBar)) return `\\binom${only.slice(noBar.length)}`;
  const signOf = (sign: string): string => (sign === '' ? '.' : (delimiters[sign] ?? sign));
  const isPlain = opening !== '' && closing !== '' && !parts.some(isTall);
  const separator = property('sepChr', '|');
  const joined = parts.join(separator === ',' ? ', ' : isPlain ? ` ${signOf(separator)} ` : ` \\middle${signOf(separator)} `);
  const spaced = (sign: string): string => (/[A-Za-z]$/.test(sign) ? `${sign} ` : sign);
  return isPlain
    ? `${spaced(signOf(opening))}${joined}${signOf(closing)}`
    : `\\left${spaced(signOf(opening))}${joined}\\right${spaced(signOf(closing))}`;
};

const writeFraction = ({ one, property }: Reader): string => {
  const [upper, lower] = [`{${one('num')}}`, `{${one('den')}}`];
  switch (property('type', 'bar')) {
    case 'noBar':
      return `${noBar}${upper}${lower}`;
    case 'lin':
    case 'skw':
      return `${base(one('num'))}/${base(one('den'))}`;
    default:
      return `\\frac${upper}${lower}`;
  }
};

const writeLargeOperator = ({ one, property, scripts }: Reader): string => {
  const sign = property('chr', '∫');
  const operator = largeOperators[sign] ?? `\\mathop{${sign}}`;
  const isIntegral = operator.endsWith('int');
  return `${operator}${isIntegral && property('limLoc', 'subSup') === 'undOvr' ? '\\limits' : ''}${scripts()} ${one('e')}`;
};

/** Writes a function's name as its command, or in upright letters if it has none. */
const asFunction = (name: string): string => {
  const plain = /^(?:\\(?:mathrm|text)\{([A-Za-z]+)\}|([A-Za-z]+))$/.exec(name);
  const word = plain?.[1] ?? plain?.[2];
  if (word === undefined) return name;
  return functionNames.has(word) ? `\\${word}` : `\\operatorname{${word}}`;
};

const asKnownFunction = (name: string): string => (functionNames.has(name) ? `\\${name}` : name);

const writeLimit = (one: Reader['one'], isBelow: boolean): string => {
  const [main, limit] = [asFunction(one('e')), one('lim')];
  if (limit === '') return main;
  if (isBelow && (lineOperator.test(main) || main.startsWith('\\underbrace'))) return `${main}_{${limit}}`;
  if (!isBelow && main.startsWith('\\overbrace')) return `${main}^{${limit}}`;
  return `${isBelow ? '\\underset' : '\\overset'}{${limit}}{${main}}`;
};

const writeAccent = ({ one, property }: Reader): string => {
  const [inner, sign] = [one('e'), property('chr', '\u0302')];
  const known = accents[sign];
  if (!known) return `\\overset{${sign}}{${inner}}`;
  return `\\${isOne(inner) ? known.one : known.several}{${inner}}`;
};

const writeGroup = ({ one, property }: Reader): string => {
  const [inner, sign] = [one('e'), property('chr', '⏟')];
  if (sign === '⏟') return `\\underbrace{${inner}}`;
  if (sign === '⏞') return `\\overbrace{${inner}}`;
  return `${property('pos', 'bot') === 'top' ? '\\overset' : '\\underset'}{${sign}}{${inner}}`;
};

/** Restores `&`, which marks the alignment of equations. */
const asLine = (latex: string): string => latex.trim().replaceAll('\\&', '&');

const write = (frame: Frame): string => {
  const reader = readerOf(frame);
  const { all, one, property, isOn, scripts } = reader;
  switch (frame.name) {
    case 'r':
      return latexOfText(frame.text, { style: property('sty', 'i'), script: property('scr', 'roman'), isNormal: isOn('nor') });
    case 'f':
      return writeFraction(reader);
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return `${base(asKnownFunction(one('e')))}${scripts()}`;
    case 'sPre':
      return `{}${scripts()}${one('e')}`;
    case 'rad':
      return `\\sqrt${one('deg') === '' || isOn('degHide') ? '' : `[${one('deg').replaceAll(']', '{]}')}]`}{${one('e')}}`;
    case 'nary':
      return writeLargeOperator(reader);
    case 'd':
      return writeDelimiters(reader);
    case 'func':
      return `${asFunction(one('fName'))} ${one('e')}`;
    case 'limLow':
    case 'limUpp':
      return writeLimit(one, frame.name === 'limLow');
    case 'm':
      return `\\begin{matrix}${all('mr').join(' \\\\ ')}\\end{matrix}`;
    case 'mr':
      return all('e')
        .map((cell) => cell.trim())
        .join(' & ');
    case 'eqArr':
      return `\\begin{aligned}${all('e').map(asLine).join(' \\\\ ')}\\end{aligned}`;
    case 'acc':
      return writeAccent(reader);
    case 'bar':
      return `${property('pos', 'bot') === 'top' ? '\\overline' : '\\underline'}{${one('e')}}`;
    case 'groupChr':
      return writeGroup(reader);
    case 'borderBox':
      return `\\boxed{${one('e')}}`;
    case 'phant':
      return frame.properties.has('show') && !isOn('show') ? `\\phantom{${one('e')}}` : one('e');
    default:
      return `${frame.text}${[...frame.places.values()].flat().join(' ')}`;
  }
};

/** Keeps a command's name apart from the letter after it. */
const joined = (left: string, right: string): string =>
  /\\[A-Za-z]+$/.test(left) && /^[A-Za-z]/.test(right) ? `${left} ${right}` : left + right;

/** A bare number is text, not a formula. */
const isPlainNumber = (latex: string): boolean => /^[\d.,\s-]*$/.test(latex);

/** Writes an equation (`m:oMath`) as LaTeX: `\frac{a+b}{2}`, `x_i^2`, `\sqrt{1-v^2}`. */
export class MathText {
  private readonly frames: Frame[] = [];
  private readonly isDisplay: boolean;
  private inText = false;
  private length = 0;
  private current: Frame = { name: 'oMath', text: '', places: new Map(), properties: new Map() };

  /** @param isDisplay - Whether it stands in a paragraph of its own (`m:oMathPara`). */
  constructor(isDisplay = false) {
    this.isDisplay = isDisplay;
  }

  open(element: XmlElement): void {
    this.inText = element.name === 't';
    if (properties.has(element.name)) {
      const owner = this.current.name.endsWith('Pr') ? this.frames.at(-1) : this.current;
      owner?.properties.set(element.name, (element.qualified('val') ?? '').slice(0, longestProperty(element.name)));
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
    else outer.text = joined(outer.text, written);
  }

  /** The formula with its delimiters; empty for an empty equation. */
  get written(): string {
    // Text outside a run is not escaped, and must not end the formula.
    const latex = write(this.current)
      .replace(/(?<!\\)\\([()[\]])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim();
    if (latex === '' || isPlainNumber(latex)) return latex;
    return this.isDisplay ? `\\[${latex}\\]` : `\\(${latex}\\)`;
  }
}
