import { findFormulas, type Formula } from './formulas/index.ts';

/** A part of a line. Bold and italic parts contain others. */
export type ItemPart =
  | { kind: 'text' | 'code'; text: string; isBlock?: boolean }
  | { kind: 'formula'; formula: Formula }
  | { kind: 'bold' | 'italic'; parts: ItemPart[] };

/** Lines of text, or a list. */
export type ItemBlock = { kind: 'lines'; parts: ItemPart[] } | { kind: 'list'; items: ItemListItem[] };

export interface ItemListItem {
  /** `- ` or `1. `, as in the text. */
  mark: string;
  /** Absent for a bullet. */
  number: number | undefined;
  parts: ItemPart[];
}

/** An unparsed piece: text without formulas and code, or one of these. */
type Piece = string | Exclude<ItemPart, { parts: ItemPart[] }>;

/** One to three asterisks that may begin or end emphasis. */
interface Run {
  length: number;
  canOpen: boolean;
  canClose: boolean;
}

/** Scripts without spaces between words, in which emphasis may begin and end anywhere. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isWord = (character: string): boolean => /[\p{L}\p{M}\p{N}_]/u.test(character) && !spaceless.test(character);
const isSpace = (character: string): boolean => character === '' || /\s/.test(character);

/** Punctuation before which emphasis may begin. A dot or a caret before an asterisk is rather part of a pattern. */
const mayPrecede = /[\p{Ps}\p{Pi}\p{Pd}"'¿¡:;,/…]/u;
/** Punctuation that never begins an emphasised text, and that never ends one. */
const neverFirst = /[\p{Pe}.,;:!?*]/u;
const neverLast = /[\p{Ps}*]/u;

/** Returns whether two letters meet the mark, as in "**hyper**tension". "2**3" and "a**b" are powers. */
const areLetters = (characters: string): boolean => /^\p{L}{2}$/u.test(characters);

const runOf = (before: string, length: number, after: string): Run => {
  const last = [...before.slice(-2)].at(-1) ?? '';
  const next = [...after.slice(0, 2)][0] ?? '';
  const isInWord = length === 2 && isWord(last) && isWord(next) && (areLetters(before.slice(-2)) || areLetters(after.slice(0, 2)));
  return {
    length,
    canOpen: !isSpace(next) && !neverFirst.test(next) && (isSpace(last) || mayPrecede.test(last) || spaceless.test(last) || isInWord),
    canClose: !isSpace(last) && !neverLast.test(last) && (!isWord(next) || isInWord),
  };
};

/** An asterisk next to a formula or code counts as next to a letter that needs no space. */
const neighbour = '漢';

const codeOf = (ticks: number, inner: string): Piece => {
  if (ticks > 2 && inner.includes('\n')) {
    // The first line names the language.
    return { kind: 'code', text: inner.replace(/^[^\n]*\n/, '').replace(/\n[^\S\n]*$/, ''), isBlock: true };
  }
  const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
  return { kind: 'code', text: isPadded ? inner.slice(1, -1) : inner };
};

/** Returns whether backticks may enclose code. "`a' and `b'" are quotation marks. */
const isCode = (text: string, start: number, end: number, ticks: number): boolean => {
  const inner = text.slice(start + ticks, end - ticks);
  return inner.trim() !== '' && !isWord(text.charAt(start - 1)) && !isWord(text.charAt(end)) && (ticks > 2 || !/\n\s*\n/.test(inner));
};

/** Splits off the code of a text: from backticks to the next ones of the same number. */
const splitCode = (text: string): Piece[] => {
  const pieces: Piece[] = [];
  const opened = new Map<number, number>();
  let from = 0;
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const ticks = run.length;
    const start = opened.get(ticks);
    const end = index + ticks;
    if (start !== undefined && isCode(text, start, end, ticks)) {
      pieces.push(text.slice(from, start), codeOf(ticks, text.slice(start + ticks, index)));
      from = end;
      // Ticks before this code do not enclose it.
      opened.clear();
    } else if (text.charAt(index - 1) !== '\\') opened.set(ticks, index);
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '');
};

const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  for (const formula of findFormulas(text)) {
    pieces.push(...splitCode(text.slice(from, formula.start)), { kind: 'formula', formula });
    from = formula.end;
  }
  return [...pieces, ...splitCode(text.slice(from))];
};

/** Splits pieces into lines. Code and formulas stay on the line where they begin. */
const linesOf = (pieces: readonly Piece[]): Piece[][] => {
  const lines: Piece[][] = [[]];
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      lines.at(-1)?.push(piece);
      continue;
    }
    piece.split('\n').forEach((line, index) => {
      if (index > 0) lines.push([]);
      if (line !== '') lines.at(-1)?.push(line);
    });
  }
  return lines;
};

interface OpenPart {
  run: Run | undefined;
  /** How many of the run's asterisks are not matched yet. */
  left: number;
  parts: ItemPart[];
}

/** Adds text to the last part, if that is text. */
const addTo = (parts: ItemPart[], part: ItemPart): void => {
  const last = parts.at(-1);
  if (part.kind === 'text' && last?.kind === 'text') last.text += part.text;
  else if (part.kind !== 'text' || part.text !== '') parts.push(part.kind === 'text' ? { ...part } : part);
};

/** Matches asterisks, and collects the parts between them. */
class EmphasisReader {
  readonly #open: OpenPart[] = [{ run: undefined, left: 0, parts: [] }];

  add(part: ItemPart): void {
    addTo((this.#open.at(-1) as OpenPart).parts, part);
  }

  mark(run: Run): void {
    const left = run.canClose ? this.#close(run.length) : run.length;
    if (left === 0) return;
    // What is left of a closing run, as in `***a** b*`, is not an opening one.
    if (run.canOpen && left === run.length) this.#open.push({ run, left, parts: [] });
    else this.add({ kind: 'text', text: '*'.repeat(left) });
  }

  /** Ends all emphasis: marks that are still open are text. */
  end(): void {
    while (this.#open.length > 1) this.#giveUp();
  }

  finish(): ItemPart[] {
    this.end();
    return (this.#open[0] as OpenPart).parts;
  }

  /** Closes one or two open parts. Returns the number of asterisks without a partner. */
  #close(length: number): number {
    let rest = length;
    while (rest > 0) {
      const at = this.#open.findLastIndex(
        ({ left }) => left > 0 && (left === rest || (left === 3 && rest < 3) || (rest === 3 && left < 3)),
      );
      if (at === -1) return rest;
      while (this.#open.length - 1 > at) this.#giveUp();
      const opened = this.#open[at] as OpenPart;
      const used = Math.min(opened.left, rest);
      const made: ItemPart =
        used === 3
          ? { kind: 'bold', parts: [{ kind: 'italic', parts: opened.parts }] }
          : { kind: used === 2 ? 'bold' : 'italic', parts: opened.parts };
      rest -= used;
      opened.left -= used;
      opened.parts = [made];
      if (opened.left > 0) continue;
      this.#open.pop();
      this.add(made);
    }
    return 0;
  }

  #giveUp(): void {
    const given = this.#open.pop() as OpenPart;
    this.add({ kind: 'text', text: '*'.repeat(given.left) });
    for (const part of given.parts) this.add(part);
  }
}

const asterisks = /\\?\*+/g;

/** Reads the emphasis of some lines. It does not continue over an empty line. */
const partsOf = (lines: readonly (readonly Piece[])[]): ItemPart[] => {
  const reader = new EmphasisReader();
  lines.forEach((line, index) => {
    if (index > 0) reader.add({ kind: 'text', text: '\n' });
    if (line.every((piece) => typeof piece === 'string' && piece.trim() === '')) reader.end();
    line.forEach((piece, place) => {
      if (typeof piece !== 'string') return reader.add(piece);
      const [ahead, behind] = [place > 0 ? neighbour : '', place < line.length - 1 ? neighbour : ''];
      let from = 0;
      for (const { 0: found, index: start } of piece.matchAll(asterisks)) {
        const end = start + found.length;
        const isEscaped = found.startsWith('\\');
        const length = found.length - (isEscaped ? 1 : 0);
        const run = runOf(ahead + piece.slice(Math.max(0, start - 2), start), length, piece.slice(end, end + 2) + behind);
        reader.add({ kind: 'text', text: piece.slice(from, start) });
        from = end;
        const isMark = length <= 3 && (run.canOpen || run.canClose);
        if (isMark && !isEscaped) reader.mark(run);
        // A backslash that prevents nothing is an ordinary character.
        else reader.add({ kind: 'text', text: isMark ? found.slice(1) : found });
      }
      reader.add({ kind: 'text', text: piece.slice(from) });
    });
  });
  return reader.finish();
};

const bullet = /^\s{0,8}[-*]\s+(?=\S|$)/;
const numbered = /^\s{0,8}(\d{1,3})[.)]\s+(?=\S|$)/;

interface Line {
  pieces: Piece[];
  mark: string;
  /** `NaN` for a bullet; undefined for a line without a mark. */
  number: number | undefined;
}

const lineOf = (pieces: Piece[]): Line => {
  const [first, ...rest] = pieces;
  if (typeof first !== 'string') return { pieces, mark: '', number: undefined };
  const found = bullet.exec(first) ?? numbered.exec(first);
  const isEmpty = found?.[0].length === first.length && rest.length === 0;
  if (!found || isEmpty) return { pieces, mark: '', number: undefined };
  const text = first.slice(found[0].length);
  return {
    pieces: text === '' ? rest : [text, ...rest],
    mark: found[0].trim() + ' ',
    number: found[1] === undefined ? NaN : Number(found[1]),
  };
};

/** Whether a line continues a list: another bullet, or the next number. */
const continues = (before: Line | undefined, { number, mark }: Line): boolean => {
  if (before?.number === undefined || number === undefined) return false;
  return Number.isNaN(number) ? before.mark === mark : number === before.number + 1;
};

/** Whether a text can have marks at all. Most texts have none. */
const mayHaveMarks = /[*`]|^\s{0,8}(?:-|\d{1,3}[.)])\s/m;

/**
 * Parses the Markdown of a question, an option or a card: bold and italic between asterisks, code, formulas, and lists of two or more lines.
 * Everything else is text, so that words which contain marks stay as they are: underscores and a single asterisk in a word, as in
 * `__init__` and `2*3`, and patterns such as `*.txt`. A backslash before an asterisk keeps it.
 */
export const parseItemText = (text: string): ItemBlock[] => {
  const pieces = piecesOf(text);
  if (!mayHaveMarks.test(text)) return text === '' ? [] : [{ kind: 'lines', parts: partsOf(linesOf(pieces)) }];
  const groups: { isList: boolean; lines: Line[]; raw: Piece[][] }[] = [];
  const all = linesOf(pieces).map((raw) => ({ raw, line: lineOf(raw) }));
  all.forEach(({ raw, line }, index) => {
    const isList = continues(all[index - 1]?.line, line) || (all[index + 1] !== undefined && continues(line, all[index + 1]?.line as Line));
    const last = groups.at(-1);
    if (last && last.isList === isList && (!isList || continues(last.lines.at(-1), line))) {
      last.lines.push(line);
      last.raw.push(raw);
    } else groups.push({ isList, lines: [line], raw: [raw] });
  });
  return groups.map(({ isList, lines, raw }) =>
    isList
      ? {
          kind: 'list',
          items: lines.map(({ mark, number, pieces: own }) => ({
            mark,
            number: number === undefined || Number.isNaN(number) ? undefined : number,
            parts: partsOf([own]),
          })),
        }
      : { kind: 'lines', parts: partsOf(raw) },
  );
};

const wordsOf = (parts: readonly ItemPart[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'formula') return part.formula.source;
      return 'text' in part ? part.text : wordsOf(part.parts);
    })
    .join('');

/** Returns the words of a question, an option or a card, without the marks of bold, italic and code. Formulas and lists stay as written. */
export const plainItemText = (text: string): string => {
  if (!/[*`]/.test(text)) return text;
  return parseItemText(text)
    .map((block) =>
      block.kind === 'lines' ? wordsOf(block.parts) : block.items.map(({ mark, parts }) => mark + wordsOf(parts)).join('\n'),
    )
    .join('\n');
};

/** Returns whether a text looks different when rendered. */
export const hasItemMarks = (text: string): boolean =>
  parseItemText(text).some(
    ({ kind, ...block }) => kind === 'list' || ('parts' in block && block.parts.some((part) => part.kind !== 'text')),
  );
