import { foldText } from '@lectern/document-store';

/** Letters and digits of a text, so that neither markdown nor white space make a difference. */
const lettersOf = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words that a page shows of a markdown: no pictures, no targets of links. */
const shownWords = (markdown: string): string =>
  lettersOf(markdown.replace(/!\[[^[\]]{0,500}\]\([^()]{0,500}\)/g, ' ').replace(/\]\([^()]{0,2000}\)/g, '] '));

/** The failure function: for each position, the length of the longest proper prefix that is also a suffix there. */
const borderLengths = (text: string): Int32Array => {
  const lengths = new Int32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = lengths[length - 1] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    lengths[at] = length;
  }
  return lengths;
};

/** Whether a text includes another, in linear time (Knuth, Morris and Pratt). `String.includes` takes quadratic time for some texts. */
const includes = (text: string, wanted: string): boolean => {
  const borders = borderLengths(wanted);
  for (let at = 0, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== wanted.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(at) === wanted.charCodeAt(length)) length += 1;
    if (length === wanted.length) return true;
  }
  return false;
};

/** A guide, and the quotes to look for. */
export interface QuoteSearch {
  markdown: string;
  quotes: readonly string[];
}

/** Whether a guide still shows each quote. A quote without letters and digits is searched as it is. */
export const findQuotes = ({ markdown, quotes }: QuoteSearch): boolean[] => {
  const words = shownWords(markdown);
  return quotes.map((quote) => {
    const quoted = lettersOf(quote);
    return quoted === '' ? includes(markdown, quote) : includes(words, quoted);
  });
};
