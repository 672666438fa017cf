const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Text as searches compare it: without case, accents of Latin, Greek and Cyrillic letters, widths and ligatures, each run of blanks as one.
 * Marks of other scripts stay, where they are letters rather than accents.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(ACCENTS, '')
      // Upper case first, since only that way ß meets SS and ı meets I.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
