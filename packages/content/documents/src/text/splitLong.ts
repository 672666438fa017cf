import { endMarks, tightEndMarks } from '@lectern/contracts/plain';
import { FormulaWords } from '@lectern/contracts/formulas';
import type { Passage } from '@lectern/contracts';

/** The most letters of a paragraph. In a longer one a reader would not find a quotation. */
const longest = 2_000;
/** The most letters of a table's row; a longer one is split into paragraphs. */
export const longestRow = 4_000;
/** The most cells of a row, empty ones included, because the guide writes each. A longer row is split into paragraphs. */
export const mostCells = 50;
/** The most letters of a piece of a split text, unless its first sentence is longer. */
export const pieceLength = 800;

const sentenceEnd = new RegExp(`[${endMarks}][\\p{Pe}\\p{Pf}"']*(?=\\s)|[${tightEndMarks}][\\p{Pe}\\p{Pf}]*`, 'gu');

const endsIn = (text: string): number[] => [...text.matchAll(sentenceEnd)].map((match) => match.index + match[0].length);

/** Where to cut a text that is longer than a paragraph: where a sentence ends, else between words, else between letters. */
function cutOf(text: string): number {
  const start = text.slice(0, pieceLength);
  const sentence = endsIn(start).at(-1) ?? endsIn(text.slice(0, longest))[0];
  if (sentence !== undefined) return sentence;
  const space = start.lastIndexOf(' ');
  if (space > 0) return space;
  return /[\ud800-\udbff]$/.test(start) ? pieceLength - 1 : pieceLength;
}

/** The cells of a row that is too long, in their order: long ones in pieces, short ones together. */
export function splitCells(cells: readonly string[]): string[] {
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
 * The text, or pieces of it when it is longer than a paragraph may be. A pointer to a whole book without line breaks would be useless.
 * The pieces contain every word, and formulas as a whole. Only sentences that are longer than a paragraph are cut.
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

/** What a passage says, without its place. */
type Said = Pick<Passage, 'kind' | 'text' | 'cells' | 'table' | 'row' | 'isNumbered'>;

/** A paragraph, or several where it is too long for one. The cells of a row that is too long become paragraphs. */
export function piecesOf({ kind, text, cells, table, row, isNumbered }: Said): Said[] {
  if (!cells) return splitLong(text).map((piece, index) => ({ kind, text: piece, ...(isNumbered && index === 0 && { isNumbered }) }));
  if (text.length > longestRow || cells.length > mostCells) return splitCells(cells).map((piece) => ({ kind: 'paragraph', text: piece }));
  return [{ kind, text, cells, ...(table !== undefined && { table }), ...(row !== undefined && { row }) }];
}
