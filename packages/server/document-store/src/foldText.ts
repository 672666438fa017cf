import { maybeYield } from './maybeYield.ts';

const ACCENTS = /[\u0300-\u036f]/g;
/**
 * More than thirty combining marks on one letter (by UAX #15 no text has more; U+FF9E and U+FF9F become marks when they are normalised).
 * Normalising sorts marks in quadratic time, so a long text of marks would take hours.
 */
const PILES = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** The signs of a text without case, accents, widths and ligatures. */
const foldSigns = (text: string): string =>
  text
    .replace(PILES, '$1')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    // Upper case first: only then ß equals SS, and ı equals I.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');

const foldSpaces = (text: string): string => text.replace(/\s+/g, ' ');

/**
 * Folds text for searches: case, accents of Latin, Greek and Cyrillic letters, widths and ligatures are removed, and each run of white space
 * becomes one blank. Marks of other scripts stay, since there they are letters rather than accents. Of many marks on one letter the first
 * thirty count.
 */
export const foldText = (text: string): string => foldSpaces(foldSigns(text)).trim();

/** Characters that are folded in one piece: some milliseconds of work. */
const PIECE = 100_000;
/** Characters that normalisation may join with the one before: marks, and parts of a Hangul syllable. */
const JOINING = /[\p{M}\u1160-\u11ff\uff9e\uff9f\uffa0-\uffdc\udc00-\udfff]/u;

/** Folds a text as `foldText` does, and yields between its pieces. @param piece - the fewest characters of a piece */
export const foldInPieces = async (text: string, piece = PIECE): Promise<string> => {
  const folded: string[] = [];
  let endsInBlank = true;
  for (let from = 0; from < text.length;) {
    if (from > 0) await maybeYield();
    let to = from + piece;
    while (to < text.length && JOINING.test(text.charAt(to))) to += 1;
    const part = foldSpaces(foldSigns(text.slice(from, to)));
    // White space at a seam is one blank, and none at the beginning.
    folded.push(endsInBlank && part.startsWith(' ') ? part.slice(1) : part);
    endsInBlank = part === '' ? endsInBlank : part.endsWith(' ');
    from = to;
  }
  return folded.join('').trimEnd();
};
