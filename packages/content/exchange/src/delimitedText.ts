import papa from 'papaparse';

/** Invisible characters. Some spreadsheets drop them before they look for a formula. */
const invisible = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*/u;
const formulaSigns = ['=', '+', '-', '@'];
/** Spreadsheets show a cell after this mark as text. */
const textMark = "'";

/**
 * Whether a spreadsheet might run a cell as a formula. Decided by the first visible character in its NFKC form: a full-width equals sign
 * counts. So does a leading tab or line break, where a spreadsheet may split the cell.
 */
const isFormula = (cell: string): boolean => {
  if (/^[\t\r\n]/.test(cell)) return true;
  const at = invisible.exec(cell)?.[0].length ?? 0;
  const sign = cell.codePointAt(at);
  return sign !== undefined && formulaSigns.includes(String.fromCodePoint(sign).normalize('NFKC').charAt(0));
};

/** Whether a cell is a formula after any number of apostrophes. */
const isMarkedFormula = (cell: string): boolean => isFormula(cell.replace(/^'+/, ''));

/**
 * Prefixes a cell that a spreadsheet might run as a formula with an apostrophe. A cell that already has one gets another, so that
 * `unescapeFormula` restores it. Every writer of spreadsheet cells calls this.
 */
const escapeFormula = (cell: string): string => (isMarkedFormula(cell) ? textMark + cell : cell);

/** Removes the apostrophe that `escapeFormula` or a spreadsheet added. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith(textMark) && isMarkedFormula(cell) ? cell.slice(textMark.length) : cell;

const frontNames = /^(?:front|question|term|word|prompt|vorderseite|frage|recto|question|anverso|pregunta)$/i;
const backNames = /^(?:back|answer|definition|translation|meaning|rückseite|antwort|verso|réponse|reverso|respuesta)$/i;

/** Returns the columns that a table's first line names as the sides. @returns `undefined` if it is no such line */
export const namedSides = (cells: readonly string[]): { front: number; back: number } | undefined => {
  const names = cells.map((cell) => cell.trim());
  const [front, back] = [names.findIndex((name) => frontNames.test(name)), names.findIndex((name) => backNames.test(name))];
  return front >= 0 && back >= 0 ? { front, back } : undefined;
};

export const isHeader = (cells: readonly string[]): boolean => namedSides(cells) !== undefined;

/** Excel only reads UTF-8 after this mark. */
const byteOrderMark = '\uFEFF';

/**
 * Writes rows as comma-separated values (RFC 4180, UTF-8 with a byte order mark), with formulas escaped.
 *
 * @param isContinued - Whether the rows follow others, so that no mark is needed.
 */
export const writeCommaSeparated = (rows: readonly (readonly string[])[], { isContinued = false } = {}): string =>
  (isContinued ? '' : byteOrderMark) +
  papa.unparse(
    rows.map((cells) => cells.map(escapeFormula)),
    { newline: '\r\n' },
  ) +
  '\r\n';

/** Quotes a cell that a reader would misinterpret: as several cells or lines, a comment, or an Anki header. */
const quoted = (cell: string): string => (/["\t\r\n]|^[#\s\uFEFF]|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Writes rows as tab-separated lines for flashcard programs. They run no formulas, and would show an apostrophe as part of the card.
 * `readDelimited` restores the cells.
 */
export const writeTabbed = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join('\t')}\n`).join('');
