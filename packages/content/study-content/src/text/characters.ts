import { memoiseByText } from './memoise.ts';

/** The code point at an index; empty past the end. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** The code point before an index; empty at the start. */
export function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1)) && /[\ud800-\udbff]/.test(text.charAt(at - 2));
  return text.slice(at - (isPair ? 2 : 1), at);
}

/** ASCII text is already normalised. The test costs a tenth of what it saves. */
const isAscii = /^[\0-\x7f]*$/;

/** More than thirty combining marks in a row. Halfwidth Katakana marks become combining marks in NFKC. */
const excessMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises a text to NFKC for comparison. Keeps at most thirty marks per letter (UAX #15, "Stream-Safe Text Format"): normalising sorts
 * marks in quadratic time, so a text of nothing but marks would take hours.
 */
export const compatible = (text: string): string => (isAscii.test(text) ? text : text.replace(excessMarks, '$1').normalize('NFKC'));

/** Whether a character is a letter or a digit. */
export const isWordCharacter = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character);

const shortWord = 3;
/** A word in one case, or with an initial capital. */
const ordinary = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}’'-]+|[\p{Lu}\p{M}’'-]+)$/u;

/** The symbols of a text: everything except small and ordinary words, such as Co, mRNA, cm², x₁, -5 and p53. */
export const symbolsOf = memoiseByText((text): readonly string[] => {
  const words = text
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => word.replace(/^["“‘(]+/, '').replace(/(?<!["”’).,;:!?])["”’).,;:!?]+$/, ''))
    .filter(Boolean);
  return words.filter((word, index) => {
    if (word.length > shortWord) return !ordinary.test(word);
    // Except "An" and "The" at the start of a text, and small words anywhere.
    const isSmallWord = words.length > 1 && (/^\p{Ll}+$/u.test(word) || (index === 0 && /^\p{Lu}\p{Ll}*$/u.test(word)));
    return !isSmallWord;
  });
});

/** In a text that is all capitals, capitals carry no meaning. */
const isInCapitals = (text: string): boolean => text.trim().includes(' ') && !/\p{Ll}/u.test(text);

/** Whether two texts have the same symbols. Ignores the question if one of them is all capitals. */
export const hasSameSymbols = (one: string, other: string): boolean =>
  isInCapitals(one) !== isInCapitals(other) || symbolsOf(one).join(' ') === symbolsOf(other).join(' ');
