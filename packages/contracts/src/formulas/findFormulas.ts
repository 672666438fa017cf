/** A formula in a text. */
export interface Formula {
  /** Where it begins in the text, and the first character after it. */
  start: number;
  end: number;
  /** As the text has it, with its marks. */
  source: string;
  /** Without its marks and the space around it. */
  latex: string;
  /** Whether it stands on a line of its own. */
  isDisplay: boolean;
}

/** What a text is. In Markdown `\[1\]` is a bracketed 1, so that such a formula needs a sign of LaTeX. */
export interface TextKind {
  isMarkdown?: boolean;
}

/** The most characters of a formula. */
const longest = 3_000;

/** A backslash with what it escapes, marks of formulas and code, and empty lines. */
const tokenPattern = /\\[^]|\$\$?|`+|\n(?:[^\S\n]*\n)+/g;

interface Token {
  /** The characters of a mark; a line break stands for an empty line. */
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

/** Finds the next token of a kind after another one. Places only move forward, so that all searches together take linear time. */
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

/** Whether a text in Markdown between `\[` and `\]` is a formula, and no text in brackets. */
const hasSignOfLatex = (text: string): boolean => /\\[A-Za-z]|[\^_=]/.test(text);

/** Whether a text between two dollar signs is prose: it has code, or is an amount that words follow, as in "$5 or A$6". */
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
  // As in Pandoc, so that "$5 to $10" is money.
  return opening.kind !== '$' || (!/\s/.test(inner.charAt(0) + inner.charAt(inner.length - 1)) && !/\d/.test(next));
};

/**
 * Finds the formulas of a text, in its order: between `\(` and `\)`, `\[` and `\]`, `$$` and `$$`, `$` and `$`. Code holds none, and neither does
 * a text with an empty line. A `$` opens a formula before a character that is no space, and closes one after such a character and not before a
 * digit. `\$` is a dollar sign. Takes linear time.
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
    // A block of code may have empty lines.
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

/** Whether a text has a formula. */
export const hasFormula = (text: string): boolean => findFormulas(text).length > 0;

/** A text as its formulas and what stands between them, without empty pieces. */
export const splitFormulas = (text: string): (string | Formula)[] => {
  const pieces: (string | Formula)[] = [];
  let from = 0;
  for (const formula of findFormulas(text)) {
    pieces.push(text.slice(from, formula.start), formula);
    from = formula.end;
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '');
};

/** A text with each formula written anew. */
export const replaceFormulas = (text: string, write: (formula: Formula) => string, kind: TextKind = {}): string => {
  let written = '';
  let from = 0;
  for (const formula of findFormulas(text, kind)) {
    written += text.slice(from, formula.start) + write(formula);
    from = formula.end;
  }
  return written + text.slice(from);
};
