// Paragraphs have no control characters. Soft hyphens and zero-width characters would split words invisibly; direction marks are only
// for display. Joiners stay, because the spelling of Persian and Hindi needs them.
const invisible =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** How Office writes characters that XML may not hold. */
const escapedControl = /_x00(?:[01][0-9A-F]|7F)_/g;
/** Anything but the letters, digits and single spaces that most text is. */
const unusual = /[^ -~]| {2}|^ | $|_x00/;

/** Single spaces, no line breaks, no invisible marks, lone surrogates replaced. */
export function cleanText(text: string): string {
  if (!unusual.test(text)) return text;
  return text.toWellFormed().replace(escapedControl, ' ').replace(invisible, '').replace(/\s+/g, ' ').trim();
}

/** Returns the cells of a table's row as one line. */
export const rowText = (cells: readonly string[]): string => cells.filter((cell) => cell !== '').join(' | ');

/** Returns a row of a table as a paragraph. `row` counts from 0. */
export const tableRow = (cells: string[], table: number, row: number) => ({
  ...{ kind: 'row' as const, level: 0, text: rowText(cells) },
  ...{ cells, table, row },
});

/** Whether a row of a table has a cell with text. */
export const isFilledRow = (cells: readonly string[]): boolean => cells.some((cell) => cell !== '');

const raised: Record<string, string> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
};

/** Raised digits and signs as characters of their own, so that a footnote's number does not become a part of the word before it. */
export const raiseDigits = (text: string): string =>
  /^[\d+\-−,\s]+$/.test(text) ? text.replace(/[\d+\-−]/g, (character) => raised[character] ?? character) : text;
