import { foldText } from '@lectern/document-store';

/** Returns the letters and digits of a text, so that differences in Markdown and white space are ignored. */
const lettersOf = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the text of Markdown as shown on a page: without pictures and link targets. */
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

/** Returns whether a text includes another, in linear time (Knuth, Morris and Pratt). `String.includes` takes quadratic time for some texts. */
const includes = (text: string, wanted: string): boolean => {
  const borders = borderLengths(wanted);
  for (let at = 0, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== wanted.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(at) === wanted.charCodeAt(length)) length += 1;
    if (length === wanted.length) return true;
  }
  return false;
};

/** A guide, and the quotes to find. */
export interface QuoteSearch {
  markdown: string;
  quotes: readonly string[];
}

/** Returns for each quote whether the guide still contains it. A quote without letters and digits is compared unchanged. */
export const findQuotes = ({ markdown, quotes }: QuoteSearch): boolean[] => {
  const words = shownWords(markdown);
  return quotes.map((quote) => {
    const quoted = lettersOf(quote);
    return quoted === '' ? includes(markdown, quote) : includes(words, quoted);
  });
};
