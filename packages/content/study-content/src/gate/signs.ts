/** Symbols, and punctuation that names something. Lines, bullets and boxes only fill space. */
const sign = /^(?:(?![─-◿☐-☒|~])[\p{Sm}\p{So}\p{Sc}§¶†‡%‰&@#]){1,3}$/u;

/** Whether a text is nothing but a sign, such as "®", "∞" or "§". A sign has no word that could be compared. */
export const isSign = (text: string): boolean => sign.test(text.trim());

/** A text that can stand among signs: a sign, a letter such as "Ω", or an abbreviation such as "SM". */
const isLikeSign = (text: string): boolean => isSign(text) || /^(?:\p{L}|[\p{Lu}\d]{1,4})$/u.test(text.trim());

/** Whether all of some texts are signs, or letters and abbreviations among them. */
export const areSigns = (texts: readonly string[]): boolean => texts.some(isSign) && texts.every(isLikeSign);

/** Whether a text has a sign somewhere. */
export const hasSign = (text: string): boolean => [...text].some(isSign);
