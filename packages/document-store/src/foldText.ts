const ACCENTS = /[\u0300-\u036f]/g;
/**
 * More than thirty combining marks on one letter (by UAX #15 no text has more; U+FF9E and U+FF9F become marks when they are normalised).
 * Normalising sorts marks in quadratic time, so a long text of marks would take hours.
 */
const PILES = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Folds text for searches: case, accents of Latin, Greek and Cyrillic letters, widths and ligatures are removed, and each run of white space
 * becomes one blank. Marks of other scripts stay, since there they are letters rather than accents. Of many marks on one letter the first
 * thirty count.
 */
export function foldText(text: string): string {
  return (
    text
      .replace(PILES, '$1')
      .normalize('NFKD')
      .replace(ACCENTS, '')
      // Upper case first: only then ß equals SS, and ı equals I.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
