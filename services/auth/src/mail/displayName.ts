/** Control characters, line ends and marks of text direction. Joiners are allowed: emoji and several scripts need them. */
// eslint-disable-next-line no-control-regex
const unwanted = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]+/g;
/** What first names are made of: letters and their marks, an apostrophe, a hyphen, a dot, an emoji. No digit, and nothing that ends a sentence. */
const nameOnly = /^[\ufe0f\p{L}\p{M}\p{Extended_Pictographic} .'’\-\u200c\u200d]+$/u;
/** What a mail program would make a link of. */
const looksLikeAddress = /www\b|\S\.\p{L}/iu;

const longest = 30;
const mostWords = 3;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A first name as a mail may greet by it: one line, of bounded length. What could carry a message ("Your account is locked, call …") or a
 * link is left out: then the mail greets without one (`undefined`).
 */
export function displayName(firstName: string): string | undefined {
  const line = firstName.toWellFormed().replace(unwanted, ' ').replace(/\s+/gu, ' ').trim();
  if (line === '' || !nameOnly.test(line) || looksLikeAddress.test(line) || line.split(' ').length > mostWords) return undefined;
  const signs = [...graphemes.segment(line)].slice(0, longest + 1).map(({ segment }) => segment);
  // A grapheme may be a base sign under hundreds of marks.
  return signs.length > longest || signs.some((sign) => sign.length > 40) ? undefined : line;
}
