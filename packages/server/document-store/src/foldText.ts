import { maybeYield } from './maybeYield.ts';

const ACCENTS = /[\u0300-\u036f]/g;
/**
 * Matches more than thirty combining marks on one letter, which no real text has (UAX #15). U+FF9E and U+FF9F become marks by
 * normalisation. Normalising sorts marks in quadratic time, so a long text of marks would take hours.
 */
const PILES = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** Folds case, accents, widths and ligatures of a text. */
const foldSigns = (text: string): string =>
  text
    .replace(PILES, '$1')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    // Upper case first: otherwise ß would not equal SS, and ı would not equal I.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');

const foldSpaces = (text: string): string => text.replace(/\s+/g, ' ');

/**
 * Folds text for searches: removes case, accents of Latin, Greek and Cyrillic letters, widths and ligatures, and replaces each run of white
 * space by one blank. Marks of other scripts stay, because there they are letters rather than accents. Only the first thirty marks on a
 * letter count.
 */
export const foldText = (text: string): string => foldSpaces(foldSigns(text)).trim();

/** The number of characters folded in one piece: some milliseconds of work. */
const PIECE = 100_000;
/** Characters that normalisation may join with the previous one: marks, and parts of a Hangul syllable. */
const JOINING = /[\p{M}\u1160-\u11ff\uff9e\uff9f\uffa0-\uffdc\udc00-\udfff]/u;

/** Folds a text like `foldText`, but yields to the event loop between pieces. @param piece - the minimum number of characters per piece */
export const foldInPieces = async (text: string, piece = PIECE): Promise<string> => {
  const folded: string[] = [];
  let endsInBlank = true;
  for (let from = 0; from < text.length;) {
    if (from > 0) await maybeYield();
    let to = from + piece;
    while (to < text.length && JOINING.test(text.charAt(to))) to += 1;
    const part = foldSpaces(foldSigns(text.slice(from, to)));
    // White space where two pieces meet becomes one blank; at the start of the text it is removed.
    folded.push(endsInBlank && part.startsWith(' ') ? part.slice(1) : part);
    endsInBlank = part === '' ? endsInBlank : part.endsWith(' ');
    from = to;
  }
  return folded.join('').trimEnd();
};
