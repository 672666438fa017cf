import type { Passage } from '@lectern/contracts';
import { longestRow, mostCells, splitCells, splitLong } from './splitLong.ts';

/** What a passage says, without its place. */
type Said = Pick<Passage, 'kind' | 'text' | 'cells' | 'table' | 'row' | 'isNumbered'>;

/** A paragraph, or several where it is too long for one. The cells of a row that is too long become paragraphs. */
export function piecesOf({ kind, text, cells, table, row, isNumbered }: Said): Said[] {
  if (!cells) return splitLong(text).map((piece, index) => ({ kind, text: piece, ...(isNumbered && index === 0 && { isNumbered }) }));
  if (text.length > longestRow || cells.length > mostCells) return splitCells(cells).map((piece) => ({ kind: 'paragraph', text: piece }));
  return [{ kind, text, cells, ...(table !== undefined && { table }), ...(row !== undefined && { row }) }];
}
