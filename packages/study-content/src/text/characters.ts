/** The character that stands at a place of a text, whole; empty behind its end. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** The character that stands before a place of a text, whole; empty at its start. */
export function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1)) && /[\ud800-\udbff]/.test(text.charAt(at - 2));
  return text.slice(at - (isPair ? 2 : 1), at);
}

/** Marks past thirty on one letter; the last two are the ones that become marks. */
const piles = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * A text in its compatibility forms (NFKC), as texts are compared. Normalising sorts the marks of a letter by pairs: of a pile of them the
 * first thirty count, and no text has more (UAX #15), or a material of nothing else would take hours.
 */
export const compatible = (text: string): string => text.replace(piles, '$1').normalize('NFKC');

/** Whether a character is a letter or a digit. */
export const isWordCharacter = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character);
