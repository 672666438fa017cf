import { Parser } from 'htmlparser2';

/** Receives what a text cannot contain. */
export interface Media {
  picture: (name: string, alt: string) => void;
  sound: (name: string) => void;
}

/** Elements that a reader does not see, or that run or load something. */
const hiddenElements = new Set(
  // Annotations repeat a formula in another notation.
  'script style head title template noscript iframe object svg annotation annotation-xml textarea select'.split(' '),
);
const blocks = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul'.split(
    ' ',
  ),
);
const sounds = new Set(['audio', 'video', 'source', 'embed']);

const raised: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-=()ni'].map((plain, index) => [plain, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][index] ?? plain]),
);
const lowered: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-=()'].map((plain, index) => [plain, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][index] ?? plain]),
);

/** Converts characters to superscripts or subscripts, so that x² does not become x2. Marks text without such forms by `^` or `_`. */
const shifted = (text: string, element: 'sup' | 'sub'): string => {
  const signs = element === 'sup' ? raised : lowered;
  const characters = [...text];
  if (characters.every((each) => each in signs)) return characters.map((each) => signs[each]).join('');
  return `${element === 'sup' ? '^' : '_'}${characters.length > 1 ? `(${text})` : text}`;
};

/** A line break in the source is a space to a reader. Other spaces stay, because indented code needs them. */
const withoutBreaks = (text: string): string => {
  const lines = text.split(/[\r\n\f]+/);
  return lines
    .map((line, index) => {
      const fromStart = index > 0 ? line.trimStart() : line;
      return index < lines.length - 1 ? fromStart.trimEnd() : fromStart;
    })
    .join(' ');
};

const withPlainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

// Named by property, because the linter forbids control characters in patterns.
const isControl = (character: string): boolean => /\p{Cc}/u.test(character) && character !== '\n' && character !== '\t';

/** Removes control characters and lone surrogates, and trims. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .replace(/\p{Cc}/gu, (character) => (isControl(character) ? '' : character))
    .trim();

/** The formula element of Anki's editor. */
const ankiFormula = 'anki-mathjax';

/** No card nests deeper, and the parser's work grows with the square of the depth. */
const deepest = 256;
class TooDeepError extends Error {}

class TextWriter {
  /** An array, because appending to a long string copies it. */
  #pieces: string[] = [];
  #isAtStart = true;
  #depth = 0;
  #hidden = 0;
  readonly #lists: { next: number | undefined }[] = [];
  /** The outermost open superscript or subscript. */
  #shift: { element: 'sup' | 'sub'; depth: number; from: number } | undefined;
  #isInCell = false;
  /** Number of open `pre` elements. */
  #preformatted = 0;
  /** Open elements of a formula, with the number of their parts so far. */
  readonly #formula: { name: string; parts: number }[] = [];
  /** Closing marks of open Anki formulas. */
  readonly #formulaEnds: string[] = [];
  readonly #media: Media;

  constructor(media: Media) {
    this.#media = media;
  }

  get text(): string {
    return this.#pieces.join('');
  }

  write(text: string): void {
    if (this.#hidden > 0) return;
    if (this.#preformatted > 0) return this.#add(withPlainSpaces(text.replace(/\r\n?/g, '\n')));
    const words = withoutBreaks(text);
    this.#add(withPlainSpaces(this.#isAtStart ? words.replace(/^ (?! )/, '') : words));
  }

  open(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw new TooDeepError();
    if (hiddenElements.has(name)) this.#hidden += 1;
    if (this.#hidden > 0) return;
    if (name === 'img') this.#media.picture(attributes['src'] ?? '', attributes['alt'] ?? '');
    if (sounds.has(name) && attributes['src'] !== undefined) this.#media.sound(attributes['src']);
    if (name === 'pre') this.#preformatted += 1;
    this.#startPart(name);
    if (name === 'br') this.#add('\n');
    // What precedes this line of an answer repeats the question.
    if (name === 'hr' && attributes['id'] === 'answer') this.#restart();
    if (blocks.has(name)) this.#startLine();
    if (name === 'ul') this.#lists.push({ next: undefined });
    if (name === 'ol') this.#lists.push({ next: 1 });
    if (name === 'li') this.#writeMark();
    if (name === 'tr') this.#isInCell = false;
    if (name === 'td' || name === 'th') this.#startCell();
    if (name === 'sup' || name === 'sub') this.#shift ??= { element: name, depth: this.#depth, from: this.#pieces.length };
    if (name === 'rt') this.#add('(');
    if (name === ankiFormula) {
      const isDisplay = attributes['block'] === 'true';
      this.#formulaEnds.push(isDisplay ? '\\]' : '\\)');
      this.#add(isDisplay ? '\\[' : '\\(');
    }
  }

  close(name: string): void {
    this.#depth -= 1;
    if (hiddenElements.has(name)) {
      this.#hidden = Math.max(0, this.#hidden - 1);
      return;
    }
    if (this.#hidden > 0) return;
    if (name === 'rt') this.#add(')');
    if (name === ankiFormula) this.#add(this.#formulaEnds.pop() ?? '');
    if (name === 'pre') this.#preformatted -= 1;
    this.#endPart(name);
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (this.#shift && this.#depth < this.#shift.depth) this.#endShift(this.#shift);
    if (blocks.has(name)) this.#startLine();
  }

  /** MathML has no elements for scripts and parts of fractions: the position in the parent decides. */
  #startPart(name: string): void {
    const parent = this.#formula.at(-1);
    if (parent) parent.parts += 1;
    const isSecond = parent?.parts === 2;
    if (parent?.name === 'mfrac') this.#add(isSecond ? ')/(' : '(');
    if (isSecond && (parent.name === 'msup' || parent.name === 'msub'))
      this.#shift ??= { element: parent.name === 'msup' ? 'sup' : 'sub', depth: this.#depth, from: this.#pieces.length };
    if (name === 'msqrt') this.#add('√(');
    if (name === 'math' || parent) this.#formula.push({ name, parts: 0 });
  }

  #endPart(name: string): void {
    if (this.#formula.pop() === undefined) return;
    if (name === 'msqrt' || name === 'mfrac') this.#add(')');
  }

  #add(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#isAtStart = text.endsWith('\n');
  }

  #startLine(): void {
    if (!this.#isAtStart) this.#add('\n');
  }

  #restart(): void {
    this.#pieces = [];
    this.#isAtStart = true;
    this.#shift = undefined;
  }

  #writeMark(): void {
    const list = this.#lists.at(-1);
    this.#add(list?.next === undefined ? '- ' : `${list.next}. `);
    if (list?.next !== undefined) list.next += 1;
  }

  #startCell(): void {
    if (this.#isInCell) this.#add(' | ');
    this.#isInCell = true;
  }

  #endShift({ element, from }: { element: 'sup' | 'sub'; from: number }): void {
    this.#shift = undefined;
    const inner = this.#pieces.slice(from).join('');
    if (inner.trim() === '' || inner.includes('\n')) return;
    this.#pieces.length = from;
    this.#add(shifted(inner, element));
  }
}

/**
 * Converts HTML to text as a reader sees it: one line per block, list marks, bars between cells. Nothing in it runs or loads; scripts and
 * styles are dropped, pictures and sounds are reported to `media`. Takes linear time. HTML that is nested too deep gives no text.
 */
export const htmlToText = (html: string, media: Media): string => {
  if (!/[<&]/.test(html)) return cleanText(withPlainSpaces(withoutBreaks(html)));
  const writer = new TextWriter(media);
  const parser = new Parser({
    ontext: (text) => writer.write(text),
    onopentag: (name, attributes) => writer.open(name, attributes),
    onclosetag: (name) => writer.close(name),
  });
  try {
    parser.end(html);
  } catch (error) {
    if (error instanceof TooDeepError) return '';
    throw error;
  }
  return cleanText(writer.text);
};
