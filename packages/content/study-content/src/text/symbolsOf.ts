import { onceForText } from './onceForText.ts';

const shortWord = 3;
/** A word in one case, or with a capital at its start. */
const ordinary = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}’'-]+|[\p{Lu}\p{M}’'-]+)$/u;

/**
 * The symbols of a text as they are written: what is no ordinary word of four letters or more, such as Co, mRNA, cm², x₁, -5 and p53. Two texts with
 * other symbols say different things, however alike they are when they are folded.
 */
export const symbolsOf = onceForText((text): readonly string[] => {
  const words = text
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => word.replace(/^["“‘(]+/, '').replace(/(?<!["”’).,;:!?])["”’).,;:!?]+$/, ''))
    .filter(Boolean);
  return words.filter((word, index) => {
    if (word.length > shortWord) return !ordinary.test(word);
    // "An" and "The" at the start of a text, and small words anywhere, are none.
    const isSmallWord = words.length > 1 && (/^\p{Ll}+$/u.test(word) || (index === 0 && /^\p{Lu}\p{Ll}*$/u.test(word)));
    return !isSmallWord;
  });
});

/** In a text in capitals they tell nothing. */
const isInCapitals = (text: string): boolean => text.trim().includes(' ') && !/\p{Ll}/u.test(text);

/** Whether two texts have the same symbols, as far as their capitals tell. */
export const hasSameSymbols = (one: string, other: string): boolean =>
  isInCapitals(one) !== isInCapitals(other) || symbolsOf(one).join(' ') === symbolsOf(other).join(' ');
