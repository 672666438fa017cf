/** Symbols, and punctuation with a name. Excludes lines, bullets and boxes, which only fill space. */
const sign = /^(?:(?![─-◿☐-☒|~])[\p{Sm}\p{So}\p{Sc}§¶†‡%‰&@#]){1,3}$/u;

/** Whether a text is only a sign, such as "®", "∞" or "§", so that it has no words to compare. */
export const isSign = (text: string): boolean => sign.test(text.trim());

/** Whether a text fits among signs: a sign, a letter such as "Ω", or an abbreviation such as "SM". */
const isLikeSign = (text: string): boolean => isSign(text) || /^(?:\p{L}|[\p{Lu}\d]{1,4})$/u.test(text.trim());

/** Whether texts are all signs, or letters and abbreviations among signs. */
export const areSigns = (texts: readonly string[]): boolean => texts.some(isSign) && texts.every(isLikeSign);

/** Whether a text contains a sign. */
export const hasSign = (text: string): boolean => [...text].some(isSign);
