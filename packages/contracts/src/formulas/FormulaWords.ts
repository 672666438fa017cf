import { replaceFormulas, type Formula, type TextKind } from './findFormulas.ts';

/** Caseless letters that no language uses like this. Two of the first enclose a number; the others are its digits. */
const edge = '\ua7f7';
const digits = ['\u01c0', '\u01c1', '\u01c2', '\u01c3'];
const word = new RegExp(`${edge}([${digits.join('')}]+)${edge}`, 'g');
const base = digits.length;

const wordOf = (number: number): string => edge + [...number.toString(base)].map((digit) => digits[Number(digit)] ?? '').join('') + edge;

const numberOf = (letters: string): number => Number.parseInt([...letters].map((letter) => digits.indexOf(letter)).join(''), base);

/**
 * Replaces formulas by placeholder words, so that code without support for formulas treats each as one word and does not split or change it.
 * Equal formulas get the same word in all texts, even with different delimiters in Markdown.
 */
export class FormulaWords {
  /** Returns whether a text starts with a placeholder. */
  static begins(text: string): boolean {
    return text.startsWith(edge);
  }

  /** Returns whether a text is exactly one placeholder. */
  static isOne(text: string): boolean {
    return text.startsWith(edge) && text.replace(word, '') === '';
  }

  private readonly formulas: Formula[] = [];
  private readonly words = new Map<string, string>();
  private readonly byMeaning = new Map<string, string>();

  /** Whether any hidden text had a formula. */
  get isUsed(): boolean {
    return this.formulas.length > 0;
  }

  /** Replaces each formula by a placeholder. Returns a text that already contains placeholders unchanged. */
  hide(text: string, kind: TextKind = {}): string {
    return text.includes(edge) ? text : replaceFormulas(text, (formula) => this.wordFor(formula, kind), kind);
  }

  /** Replaces each placeholder by its formula. */
  show(text: string, write: (formula: Formula) => string = ({ source }) => source): string {
    if (!text.includes(edge)) return text;
    return text.replace(word, (whole, letters: string) => {
      const formula = this.formulas[numberOf(letters)];
      return formula ? write(formula) : whole;
    });
  }

  /** Splits a text into formulas and the text between them, without empty pieces. */
  split(text: string): (string | Formula)[] {
    if (!text.includes(edge)) return text === '' ? [] : [text];
    const pieces: (string | Formula)[] = [];
    let from = 0;
    for (const { 0: whole, 1: letters = '', index } of text.matchAll(word)) {
      const formula = this.formulas[numberOf(letters)];
      if (!formula) continue;
      pieces.push(text.slice(from, index), formula);
      from = index + whole.length;
    }
    return [...pieces, text.slice(from)].filter((piece) => piece !== '');
  }

  private wordFor(formula: Formula, { isMarkdown = false }: TextKind): string {
    const { source, latex, isDisplay } = formula;
    const meaning = `${String(isDisplay)} ${latex.replace(/\s+/g, ' ').trim()}`;
    const known = this.words.get(source) ?? (isMarkdown ? this.byMeaning.get(meaning) : undefined);
    if (known !== undefined) return known;
    const made = wordOf(this.formulas.length);
    this.formulas.push(formula);
    this.words.set(source, made);
    if (!this.byMeaning.has(meaning)) this.byMeaning.set(meaning, made);
    return made;
  }
}
