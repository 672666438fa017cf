import { onceForText } from './onceForText.ts';

const shortWord = 3;
/** A word in one case, or with an initial capital. */
const ordinary = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}’'-]+|[\p{Lu}\p{M}’'-]+)$/u;

/**
 * The symbols of a text: everything except small words and ordinary words of four letters or more, such as Co, mRNA, cm², x₁, -5 and p53.
 * Texts with different symbols say different things, even if they are equal after folding.
 */
export const symbolsOf = onceForText((text): readonly string[] => {
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
