import { cleanText } from '../text/cleanText.ts';
import type { PageStart } from '../text/sourceOfParagraphs.ts';
import type { Line } from './readingOrder.ts';

/** Text of a paragraph on one page. */
export interface PageText {
  page: number;
  text: string;
}

/** Private-use characters, such as bullets of symbol fonts. */
export const unknownSign = /\p{Co}/gu;

/** Appends text to the last page, or on a new page. */
export function addText(texts: PageText[], { page, text }: PageText): void {
  const last = texts.at(-1);
  if (last?.page === page) last.text += text;
  else texts.push({ page, text });
}

/** Cleans and joins the text of a paragraph, and returns where each further page begins in it. */
export function wholeText(texts: readonly PageText[]): { text: string; pageStarts: PageStart[] } {
  let whole = '';
  let isParted = false;
  const pageStarts: PageStart[] = [];
  for (const { page, text } of texts) {
    const own = cleanText(text.replace(unknownSign, ' '));
    if (isParted && whole !== '' && own !== '') whole += ' ';
    if (whole !== '' && own !== '') pageStarts.push({ page, at: whole.length });
    whole += own;
    isParted = /\s$/.test(text.slice(-1));
  }
  return { text: whole, pageStarts };
}

/** Rounds a size of letters to half points. */
export const rounded = (size: number): number => Math.round(size * 2) / 2;

/** Returns the size of most letters. */
export function bodySizeOf(lines: readonly { text: string; size: number }[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) letters.set(rounded(size), (letters.get(rounded(size)) ?? 0) + text.length);
  return [...letters].sort(([, left], [, right]) => right - left)[0]?.[0] ?? 10;
}

const median = (values: readonly number[]): number => values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;

/** Returns the usual line distance of a region; rows of very different heights have none. */
export const leadingOf = (lines: readonly Line[]): number =>
  median(lines.slice(1).flatMap((line, index) => Math.max(0, line.baseline - (lines[index]?.baseline ?? 0)) || []));

/** Returns the right end of the text around each line. The lines of a block have the usual distance. */
export function rightsOf(lines: readonly Line[], leading: number): number[] {
  const rights: number[] = [];
  let from = 0;
  lines.forEach((line, index) => {
    const next = lines[index + 1];
    if (next && next.baseline - line.baseline <= 1.3 * Math.max(leading, line.size)) return;
    const right = lines.slice(from, index + 1).reduce((most, each) => Math.max(most, each.right), 0);
    for (; from <= index; from += 1) rights.push(right);
  });
  return rights;
}
