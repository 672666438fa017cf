import papa from 'papaparse';
import { escapeFormula } from './formulaCells.ts';

/** Excel reads UTF-8 only after this mark. */
const byteOrderMark = '\uFEFF';

/**
 * Writes rows as comma-separated values (RFC 4180, in UTF-8 with a byte order mark). A cell that begins like a formula gets an apostrophe before it,
 * so that a spreadsheet shows it and does not run it. @param isContinued - the rows follow others, so that no mark stands before them
 */
export const writeCommaSeparated = (rows: readonly (readonly string[])[], { isContinued = false } = {}): string =>
  (isContinued ? '' : byteOrderMark) +
  papa.unparse(
    rows.map((cells) => cells.map(escapeFormula)),
    { newline: '\r\n' },
  ) +
  '\r\n';

/** In quotes, where a reader would take the text for something else: several cells or lines, a comment or a header of Anki. */
const quoted = (cell: string): string => (/["\t\r\n]|^[#\s\uFEFF]|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Writes rows as lines with tabs between the cells, as flashcard programs read them. They run no formulas, and would show an apostrophe as part of
 * the card. `readDelimited` reads the same cells again.
 */
export const writeTabbed = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join('\t')}\n`).join('');
