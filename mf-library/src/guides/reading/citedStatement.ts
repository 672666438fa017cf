import type { Citation } from '@lectern/contracts';

/** Letters and digits alone: the guide may change the punctuation and the spaces of a quote. */
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** The guide's text that a reference stands for: from the previous reference or heading up to it. References in a row share their text. */
const statementBefore = (reference: HTMLElement): string => {
  const marks = [...(reference.closest('[data-guide-text]')?.querySelectorAll('h1, h2, h3, h4, h5, h6, sup[data-label]') ?? [])];
  const own = marks.findIndex((mark) => mark.contains(reference));
  const range = document.createRange();
  for (let index = own; index > 0; index -= 1) {
    const [before, after] = marks.slice(index - 1, index + 1);
    if (!before || !after) break;
    range.setStartAfter(before);
    range.setEndBefore(after);
    if (plain(range.toString()) !== '') break;
  }
  return plain(range.toString());
};

/**
 * Returns the quotes that the statement before a reference is made of, so that the panel marks these and not all of its slide.
 *
 * @param quotes All quotes of the reference's place.
 * @returns All of them if none is part of the statement, as in a guide that a model wrote in its own words.
 */
export const quotesOfStatement = (reference: HTMLElement, quotes: Citation[]): Citation[] => {
  const statement = statementBefore(reference);
  const own = quotes.filter(({ quote }) => plain(quote) !== '' && statement.includes(plain(quote)));
  return own.length > 0 ? own : quotes;
};
