/** White space and characters that show nothing. Some spreadsheets drop them before they look for a formula. */
const invisible = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*/u;
const formulaSigns = ['=', '+', '-', '@'];
/** Spreadsheets take a cell behind this mark as text. */
const textMark = "'";

/**
 * Whether a spreadsheet might run a cell as a formula. The first visible character decides, in its compatible form (NFKC): a full-width equals sign
 * is an equals sign. A cell that begins with a tab or a line break counts as well, because a spreadsheet may split it there.
 */
const isFormula = (cell: string): boolean => {
  if (/^[\t\r\n]/.test(cell)) return true;
  const at = invisible.exec(cell)?.[0].length ?? 0;
  const sign = cell.codePointAt(at);
  return sign !== undefined && formulaSigns.includes(String.fromCodePoint(sign).normalize('NFKC').charAt(0));
};

/** Whether a cell is a formula behind any number of apostrophes. */
const isMarkedFormula = (cell: string): boolean => isFormula(cell.replace(/^'+/, ''));

/**
 * Puts an apostrophe before a cell that a spreadsheet might run as a formula. Every writer of cells for spreadsheets calls it. A text that has
 * such an apostrophe itself gets another one, so that it is the same again after `unescapeFormula`.
 */
export const escapeFormula = (cell: string): string => (isMarkedFormula(cell) ? textMark + cell : cell);

/** Takes the apostrophe off again that `escapeFormula` or a spreadsheet put before a cell. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith(textMark) && isMarkedFormula(cell) ? cell.slice(textMark.length) : cell;
