/** The whole character (code point) at an index of a text; empty behind the end. */
export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** The whole character (code point) before an index of a text; empty at the start. */
export function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1)) && /[\ud800-\udbff]/.test(text.charAt(at - 2));
  return text.slice(at - (isPair ? 2 : 1), at);
}

/** A text that has no other form: most texts, and the test takes a tenth of the time that it saves. */
const isAscii = /^[\0-\x7f]*$/;

/** More than thirty combining marks on one letter. The halfwidth Katakana marks become combining marks in NFKC. */
const piles = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * A text in its compatibility form (NFKC), for comparing. Only the first thirty marks of a letter are kept (UAX #15, "Stream-Safe Text
 * Format"): normalising sorts marks in quadratic time, so that a text of nothing but marks would take hours.
 */
export const compatible = (text: string): string => (isAscii.test(text) ? text : text.replace(piles, '$1').normalize('NFKC'));

/** Whether a character is a letter or a digit. */
export const isWordCharacter = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character);
