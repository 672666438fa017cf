/** Letters and digits of a text, so that neither markdown nor white space make a difference. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words that a page shows of a markdown: no pictures, no targets of links. */
const shownWords = (markdown: string): string =>
  lettersOf(markdown.replace(/!\[[^[\]]{0,500}\]\([^()]{0,500}\)/g, ' ').replace(/\]\([^()]{0,2000}\)/g, '] '));

/** Tells whether a guide still shows these words. A quote without letters and digits is searched as it is. */
export const createWordSearch = (markdown: string): ((quote: string) => boolean) => {
  const words = shownWords(markdown);
  return (quote) => {
    const quoted = lettersOf(quote);
    return quoted === '' ? markdown.includes(quote) : words.includes(quoted);
  };
};
