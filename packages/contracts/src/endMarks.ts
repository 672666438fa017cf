/** Marks that end a statement: Latin, Urdu, Devanagari, Armenian, Ethiopic, Khmer and Burmese, then Chinese and Japanese. */
export const fullStops = '.۔।॥։።។။。｡';

/** Marks that end a sentence without a following space, in Chinese and Japanese. */
export const tightEndMarks = '。！？｡';

/** All marks that end a sentence, for a character class of a pattern. */
export const endMarks = `${fullStops}!?؟፧！？`;

const sentenceEnd = new RegExp(`[${endMarks}]["”’»）)\\]』」]*\\s*$`, 'u');

/** Returns whether a text ends like a sentence, in any script. */
export const endsSentence = (text: string): boolean => sentenceEnd.test(text);
