/** Control characters, line ends and marks of text direction. Joiners are allowed: emoji and several scripts need them. */
// oxlint-disable-next-line no-control-regex
const unwanted = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]+/g;
/** The allowed characters of a first name: letters with marks, apostrophe, hyphen, dot, emoji. No digits, and nothing that ends a sentence. */
const nameOnly = /^[\ufe0f\p{L}\p{M}\p{Extended_Pictographic} .'’\-\u200c\u200d]+$/u;
/** Text that mail programs turn into a link. */
const looksLikeAddress = /www\b|\S\.\p{L}/iu;

const longest = 30;
const mostWords = 3;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the first name for the greeting of a mail: one line of bounded length. Returns `undefined` for a name that could contain a message ("Your
 * account is locked, call …") or a link; the mail then greets without a name.
 */
export function displayName(firstName: string): string | undefined {
  const line = firstName.toWellFormed().replace(unwanted, ' ').replace(/\s+/gu, ' ').trim();
  if (line === '' || !nameOnly.test(line) || looksLikeAddress.test(line) || line.split(' ').length > mostWords) return undefined;
  const signs = [...graphemes.segment(line)].slice(0, longest + 1).map(({ segment }) => segment);
  // One grapheme may consist of a letter and hundreds of combining marks.
  return signs.length > longest || signs.some((sign) => sign.length > 40) ? undefined : line;
}
