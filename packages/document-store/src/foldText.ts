const ACCENTS = /[\u0300-\u036f]/g;
/**
 * Marks past thirty on one letter (UAX #15 knows no text with more; the last two are the ones that become marks). Normalising sorts them by
 * pairs, so a text of nothing else would take hours.
 */
const PILES = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Text as searches compare it: without case, accents of Latin, Greek and Cyrillic letters, widths and ligatures, each run of blanks as one.
 * Marks of other scripts stay, where they are letters rather than accents; of a pile of marks the first thirty count.
 */
export function foldText(text: string): string {
  return (
    text
      .replace(PILES, '$1')
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
