import type { MarkEdit } from '@lectern/contracts';
import type { Reference } from '../reading/guideMarkdown';

/** A quote from the guide with the text before and after it. */
export type Passage = Pick<MarkEdit, 'quote' | 'before' | 'after'>;

/** The service's maximum length of a quote. Characters. */
const mostQuoted = 2_000;

/** The number of characters kept before and after a quote. */
const around = 60;

const raised: Readonly<Record<string, string>> = {
  0: '⁰',
  1: '¹',
  2: '²',
  3: '³',
  4: '⁴',
  5: '⁵',
  6: '⁶',
  7: '⁷',
  8: '⁸',
  9: '⁹',
};

/** A reference as it appears in a quote: '⁴', '¶¹²'. The service derives the same label from the markdown. */
export const labelOf = ({ kind, number }: Reference): string =>
  (kind === 'paragraph' ? '¶' : '') + [...String(number)].map((digit) => raised[digit] ?? '').join('');

const blocks = 'p, li, td, th, dt, dd, h1, h2, h3, h4, h5, h6, pre, blockquote, div';

/** Replaces each formula with its source, because the rendered formula has other characters than the guide. */
export const showSources = (part: ParentNode): void => {
  for (const formula of part.querySelectorAll('[data-formula]')) formula.replaceWith(formula.getAttribute('data-formula') ?? '');
};

/** The text of a page fragment as a learner reads it: references as small numbers, formulas as source, without pictures. */
export const wordsOf = (part: DocumentFragment): string => {
  for (const picture of part.querySelectorAll('figure, [data-picture-words]')) picture.remove();
  for (const reference of part.querySelectorAll('sup[data-label]')) {
    // A reference that the selection only touches is cloned without its number.
    const isWhole = reference.querySelector('[aria-hidden]')?.textContent;
    reference.replaceWith(isWhole ? `\u202f${reference.getAttribute('data-label') ?? ''} ` : ' ');
  }
  showSources(part);
  for (const block of part.querySelectorAll(blocks)) block.append(' ');
  return part.textContent.replace(/[^\S\u202f]+/g, ' ').trim();
};

const noWord = /[\s¶⁰¹²³⁴-⁹]/;

/** Removes white space and references at both ends. */
const trimmed = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && noWord.test(text.charAt(start))) start += 1;
  while (end > start && noWord.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/** The element of a guide's text, without the content below it. */
export const guideTextIn = (body: HTMLElement | null): HTMLElement | null => body?.querySelector<HTMLElement>('[data-guide-text]') ?? null;

/** The passage of a selection. Undefined if it has no words or is too long. */
export const passageOf = (body: Node, range: Range): Passage | undefined => {
  const quote = trimmed(wordsOf(range.cloneContents()));
  if (quote === '' || quote.length > mostQuoted) return undefined;
  const rest = document.createRange();
  rest.selectNodeContents(body);
  rest.setEnd(range.startContainer, range.startOffset);
  const before = wordsOf(rest.cloneContents()).slice(-around);
  rest.selectNodeContents(body);
  rest.setStart(range.endContainer, range.endOffset);
  return { quote, before, after: wordsOf(rest.cloneContents()).slice(0, around) };
};
