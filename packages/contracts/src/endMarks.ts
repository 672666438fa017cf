/** Marks that end a statement, by script: Latin, Urdu, Devanagari, Armenian, Ethiopic, Khmer and Burmese, then Chinese and Japanese. */
export const fullStops = '.۔।॥։።។။。｡';

/** Marks that end a sentence without a space after them: those of Chinese and Japanese. */
export const tightEndMarks = '。！？｡';

/** All marks that end a sentence, for the brackets of a pattern. */
export const endMarks = `${fullStops}!?؟፧！？`;

const sentenceEnd = new RegExp(`[${endMarks}]["”’»）)\\]』」]*\\s*$`, 'u');

/** Whether a text ends like a sentence, in any script. */
export const endsSentence = (text: string): boolean => sentenceEnd.test(text);
