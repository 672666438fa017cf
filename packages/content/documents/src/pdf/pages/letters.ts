/** Longer texts of pages are cut. A dense page has 6,000 letters. */
const mostCharacters = 20_000;

/** Lower-case letters and digits of a text without marks: PDFs, layouts and hyphenation differ in everything else. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The letters of a page, and the character of each. */
export interface PageLetters {
  letters: string;
  /** Index of the character, by letter. */
  characterOf: readonly number[];
  /** The text as drawn, with single spaces. */
  text: string;
}

/** @param unicodes - The characters of the page in drawing order, as code points. */
export function pageLetters(unicodes: Iterable<number>): PageLetters {
  const characterOf: number[] = [];
  const pieces: string[] = [];
  const drawn: string[] = [];
  let index = 0;
  for (const unicode of unicodes) {
    if (index >= mostCharacters) break;
    const character = unicode > 0x10_ffff ? '' : String.fromCodePoint(unicode);
    const own = lettersOf(character);
    for (let at = 0; at < own.length; at += 1) characterOf.push(index);
    pieces.push(own);
    drawn.push(character);
    index += 1;
  }
  const text = drawn.join('').toWellFormed();
  // oxlint-disable-next-line no-control-regex
  return { letters: pieces.join(''), characterOf, text: text.replaceAll(/[\u0000-\u001f\u007f-\u009f\ufffd-\uffff\s]+/g, ' ').trim() };
}
