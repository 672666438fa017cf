import papa from 'papaparse';

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

const frontNames = /^(?:front|question|term|word|prompt|vorderseite|frage|recto|question|anverso|pregunta)$/i;
const backNames = /^(?:back|answer|definition|translation|meaning|rückseite|antwort|verso|réponse|reverso|respuesta)$/i;

/** The cells that a table's first line names as the sides. @returns undefined where it is no such line */
export const namedSides = (cells: readonly string[]): { front: number; back: number } | undefined => {
  const names = cells.map((cell) => cell.trim());
  const [front, back] = [names.findIndex((name) => frontNames.test(name)), names.findIndex((name) => backNames.test(name))];
  return front >= 0 && back >= 0 ? { front, back } : undefined;
};

/** Whether a line would be taken for the names of columns. */
export const isHeader = (cells: readonly string[]): boolean => namedSides(cells) !== undefined;

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
