/** A formula in a text. */
export interface Formula {
  /** The start index in the text; `end` is exclusive. */
  start: number;
  end: number;
  /** The formula as in the text, with its delimiters. */
  source: string;
  /** The LaTeX without delimiters and surrounding space. */
  latex: string;
  /** Whether it is a display formula, on a line of its own. */
  isDisplay: boolean;
}

/** The kind of a text. In Markdown `\[1\]` is a bracketed 1, so such a formula must contain a LaTeX sign. */
export interface TextKind {
  isMarkdown?: boolean;
}

/** The maximum number of characters in a formula. */
const longest = 3_000;

/** An escaped character, a delimiter of formulas or code, or empty lines. */
const tokenPattern = /\\[^]|\$\$?|`+|\n(?:[^\S\n]*\n)+/g;

interface Token {
  /** The characters of the delimiter; a line break for an empty line. */
  kind: string;
  start: number;
  end: number;
}

const closings: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$', $: '$' };

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(tokenPattern)) {
    const kind = found.startsWith('\n') ? '\n' : found;
    if (/^[\n$`]/.test(kind) || /^\\[()[\]]$/.test(kind)) tokens.push({ kind, start: index, end: index + found.length });
  }
  return tokens;
};

/** Finds the next token of a kind after another one. Positions only move forward, so all searches together take linear time. */
const searchIn = (tokens: readonly Token[]) => {
  const places = new Map<string, number[]>();
  tokens.forEach(({ kind }, index) => {
    const list = places.get(kind);
    if (list) list.push(index);
    else places.set(kind, [index]);
  });
  const passed = new Map<string, number>();
  return (kind: string, after: number): number | undefined => {
    const list = places.get(kind) ?? [];
    let at = passed.get(kind) ?? 0;
    while (at < list.length && (list[at] ?? 0) <= after) at += 1;
    passed.set(kind, at);
    return list[at];
  };
};

/** Returns whether a Markdown text between `\[` and `\]` is a formula rather than text in brackets. */
const hasSignOfLatex = (text: string): boolean => /\\[A-Za-z]|[\^_=]/.test(text);

/** Returns whether a text between two dollar signs is prose: it contains code, or is an amount followed by words, as in "$5 or A$6". */
const isProse = (text: string): boolean =>
  text.includes('`') || (/^\d[\d.,]*\s/.test(text) && /\p{L}{3}/u.test(text.replace(/\\[A-Za-z]+(?:\{[^{}]*\})?/g, '')));

const isFormula = (text: string, opening: Token, closing: Token, { isMarkdown = false }: TextKind): boolean => {
  if (closing.start - opening.end > longest) return false;
  const inner = text.slice(opening.end, closing.start);
  if (inner.trim() === '') return false;
  if (opening.kind === '\\[' && isMarkdown) return hasSignOfLatex(inner);
  if (opening.kind === '$' && isProse(inner)) return false;
  const next = text.charAt(closing.end);
  if (opening.kind === '$' && /[\p{L}_]/u.test(next) && !/[\p{L}\p{N})}\]'|!]$/u.test(inner)) return false;
  // The rule of Pandoc, so that "$5 to $10" is money.
  return opening.kind !== '$' || (!/\s/.test(inner.charAt(0) + inner.charAt(inner.length - 1)) && !/\d/.test(next));
};

/**
 * Finds the formulas of a text, in order: between `\(` and `\)`, `\[` and `\]`, `$$` and `$$`, `$` and `$`. Formulas contain no empty lines and are
 * not inside code. An opening `$` is followed by a character other than a space; a closing `$` follows such a character and precedes no digit.
 * `\$` is a dollar sign. Takes linear time.
 *
 * @example
 * findFormulas('Area: $a^2$')[0]?.latex; // 'a^2'
 */
export const findFormulas = (text: string, kind: TextKind = {}): Formula[] => {
  if (!/\\[([]|\$/.test(text)) return [];
  const tokens = tokensOf(text);
  const next = searchIn(tokens);
  const formulas: Formula[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const opening = tokens[index] as Token;
    const isCode = opening.kind.startsWith('`');
    const closingKind = isCode ? opening.kind : closings[opening.kind];
    const at = closingKind === undefined ? undefined : next(closingKind, index);
    const closing = at === undefined ? undefined : tokens[at];
    if (!closing || at === undefined) continue;
    // Code blocks may contain empty lines.
    const isBlock = isCode && opening.kind.length > 2;
    if (!isBlock && (next('\n', index) ?? Infinity) < at) continue;
    if (isCode) index = at;
    else if (isFormula(text, opening, closing, kind)) {
      const { start } = opening;
      const { end } = closing;
      const latex = text.slice(opening.end, closing.start).trim();
      formulas.push({ start, end, source: text.slice(start, end), latex, isDisplay: opening.kind === '\\[' || opening.kind === '$$' });
      index = at;
    }
  }
  return formulas;
};

/** Returns whether a text contains a formula. */
export const hasFormula = (text: string): boolean => findFormulas(text).length > 0;

/** Splits a text into formulas and the text between them, without empty pieces. */
export const splitFormulas = (text: string): (string | Formula)[] => {
  const pieces: (string | Formula)[] = [];
  let from = 0;
  for (const formula of findFormulas(text)) {
    pieces.push(text.slice(from, formula.start), formula);
    from = formula.end;
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '');
};

/** Replaces each formula of a text. */
export const replaceFormulas = (text: string, write: (formula: Formula) => string, kind: TextKind = {}): string => {
  let written = '';
  let from = 0;
  for (const formula of findFormulas(text, kind)) {
    written += text.slice(from, formula.start) + write(formula);
    from = formula.end;
  }
  return written + text.slice(from);
};
