// Control characters. Soft hyphens and zero-width characters would split words invisibly; direction marks only matter for display. Joiners
// stay, because Persian and Hindi need them.
const invisible =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Office's form of characters that XML forbids. */
const escapedControl = /_x00(?:[01][0-9A-F]|7F)_/g;
/** Matches everything but plain letters, digits and single spaces. */
const unusual = /[^ -~]| {2}|^ | $|_x00/;

/** Normalises spaces and line breaks, removes invisible characters, and replaces lone surrogates. */
export function cleanText(text: string): string {
  if (!unusual.test(text)) return text;
  return text.toWellFormed().replace(escapedControl, ' ').replace(invisible, '').replace(/\s+/g, ' ').trim();
}

const rowText = (cells: readonly string[]): string => cells.filter((cell) => cell !== '').join(' | ');

/** Returns a table's row as a paragraph. `row` counts from 0. */
export const tableRow = (cells: string[], table: number, row: number) => ({
  ...{ kind: 'row' as const, level: 0, text: rowText(cells) },
  ...{ cells, table, row },
});

export const isFilledRow = (cells: readonly string[]): boolean => cells.some((cell) => cell !== '');

const raised: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−'].map((plain, index) => [plain, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'][index] ?? plain]),
);

/** Writes digits and signs as superscripts, so that a footnote's number does not merge with the word before it. */
export const raiseDigits = (text: string): string =>
  /^[\d+\-−,\s]+$/.test(text) ? text.replace(/[\d+\-−]/g, (character) => raised[character] ?? character) : text;
