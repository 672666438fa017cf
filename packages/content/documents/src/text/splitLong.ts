import { endMarks, tightEndMarks } from '@lectern/contracts/plain';
import { FormulaWords } from '@lectern/contracts/formulas';
import type { Passage } from '@lectern/contracts';

/** Maximum letters of a paragraph. In a longer one, readers would not find a quotation. */
const longest = 2_000;
/** Maximum letters of a row. Longer ones become paragraphs. */
export const longestRow = 4_000;
/** Maximum cells of a row, empty ones included, because the guide renders every cell. Longer rows become paragraphs. */
export const mostCells = 50;
/** Target length of a piece, unless its first sentence is longer. */
export const pieceLength = 800;

const sentenceEnd = new RegExp(`[${endMarks}][\\p{Pe}\\p{Pf}"']*(?=\\s)|[${tightEndMarks}][\\p{Pe}\\p{Pf}]*`, 'gu');

const endsIn = (text: string): number[] => [...text.matchAll(sentenceEnd)].map((match) => match.index + match[0].length);

/** Returns where to cut a long text: after a sentence, else between words, else between letters. */
function cutOf(text: string): number {
  const start = text.slice(0, pieceLength);
  const sentence = endsIn(start).at(-1) ?? endsIn(text.slice(0, longest))[0];
  if (sentence !== undefined) return sentence;
  const space = start.lastIndexOf(' ');
  if (space > 0) return space;
  return /[\ud800-\udbff]$/.test(start) ? pieceLength - 1 : pieceLength;
}

/** Splits the cells of a long row: long ones into pieces, short ones grouped. */
function splitCells(cells: readonly string[]): string[] {
  const pieces: string[] = [];
  let open: string[] = [];
  let length = 0;
  const close = (): void => {
    if (open.length > 0) pieces.push(open.join(' | '));
    [open, length] = [[], 0];
  };
  for (const cell of cells) {
    if (cell === '') continue;
    if (length + cell.length > pieceLength) close();
    if (cell.length > pieceLength) pieces.push(...splitLong(cell));
    else {
      open.push(cell);
      length += cell.length + 3;
    }
  }
  close();
  return pieces;
}

/**
 * Splits a text that exceeds the maximum length of a paragraph, because a pointer to a whole book without line breaks would be useless. The
 * pieces keep every word and whole formulas. Only sentences longer than a paragraph are cut.
 */
export function splitLong(text: string): string[] {
  if (text.length <= longest) return [text];
  const formulas = new FormulaWords();
  return splitWords(formulas.hide(text)).map((piece) => formulas.show(piece));
}

function splitWords(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > longest) {
    const cut = cutOf(text.slice(from, from + longest));
    pieces.push(text.slice(from, from + cut).trim());
    from += cut;
  }
  pieces.push(text.slice(from).trim());
  return pieces.filter((piece) => piece !== '');
}

type Said = Pick<Passage, 'kind' | 'text' | 'cells' | 'table' | 'row' | 'isNumbered'>;

/** Splits a paragraph that is too long. Cells of a long row become paragraphs. */
export function piecesOf({ kind, text, cells, table, row, isNumbered }: Said): Said[] {
  if (!cells) return splitLong(text).map((piece, index) => ({ kind, text: piece, ...(isNumbered && index === 0 && { isNumbered }) }));
  if (text.length > longestRow || cells.length > mostCells) return splitCells(cells).map((piece) => ({ kind: 'paragraph', text: piece }));
  return [{ kind, text, cells, ...(table !== undefined && { table }), ...(row !== undefined && { row }) }];
}
