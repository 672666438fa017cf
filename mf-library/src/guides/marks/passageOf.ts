import type { MarkEdit } from '@lectern/contracts';
import type { Reference } from '../reading/guideMarkdown';

/** Words of the guide, with the text before and after them. */
export type Passage = Pick<MarkEdit, 'quote' | 'before' | 'after'>;

/** The most characters of a quote, as the service takes it. */
const mostQuoted = 2_000;

/** How many characters before and after a quote are kept. */
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

/** A reference as a quote has it: '⁴', '¶¹²'. The service reads the same number from the markdown. */
export const labelOf = ({ kind, number }: Reference): string =>
  (kind === 'paragraph' ? '¶' : '') + [...String(number)].map((digit) => raised[digit] ?? '').join('');

const blocks = 'p, li, td, th, dt, dd, h1, h2, h3, h4, h5, h6, pre, blockquote, div';

/** Puts the source of each formula in its place: what is drawn has other letters than the guide. */
export const showSources = (part: ParentNode): void => {
  for (const formula of part.querySelectorAll('[data-formula]')) formula.replaceWith(formula.getAttribute('data-formula') ?? '');
};

/** The words of a part of the page, as a learner reads them: references as small numbers, formulas as their source, no pictures. */
export const wordsOf = (part: DocumentFragment): string => {
  for (const picture of part.querySelectorAll('figure, [data-picture-words]')) picture.remove();
  for (const reference of part.querySelectorAll('sup[data-label]')) {
    // The copy of a reference that the selection only touches has no number.
    const isWhole = reference.querySelector('[aria-hidden]')?.textContent;
    reference.replaceWith(isWhole ? `\u202f${reference.getAttribute('data-label') ?? ''} ` : ' ');
  }
  showSources(part);
  for (const block of part.querySelectorAll(blocks)) block.append(' ');
  return part.textContent.replace(/[^\S\u202f]+/g, ' ').trim();
};

const noWord = /[\s¶⁰¹²³⁴-⁹]/;

/** Without white space and references at its edges. */
const trimmed = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && noWord.test(text.charAt(start))) start += 1;
  while (end > start && noWord.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/** The element of a guide's text, without what stands below it. */
export const guideTextIn = (body: HTMLElement | null): HTMLElement | null => body?.querySelector<HTMLElement>('[data-guide-text]') ?? null;

/** The passage that a selection covers; undefined when it has no words, or too many. */
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
