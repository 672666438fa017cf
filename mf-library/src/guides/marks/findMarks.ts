import type { Mark } from '@lectern/contracts';

/** Where a mark stands: the first and the last character, counted in the text without its white space. */
export interface MarkPlace {
  id: string;
  /** Included. */
  start: number;
  /** Excluded. */
  end: number;
}

type Wanted = Pick<Mark, '_id' | 'quote' | 'before' | 'after'>;

/** A text without white space, so that line breaks and the spaces between blocks make no difference. */
export const squeezed = (text: string): string => text.replace(/\s+/g, '');

/** How many occurrences of the same words are compared by their surroundings, at most. */
const mostPlaces = 200;

/** The number of characters that two texts have in common at their ends. */
const commonEnd = (one: string, other: string): number => {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
};
const commonStart = (one: string, other: string): number => {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
};

const findMark = (text: string, { _id, ...mark }: Wanted): MarkPlace | undefined => {
  const quote = squeezed(mark.quote);
  if (quote === '') return undefined;
  const before = squeezed(mark.before);
  const after = squeezed(mark.after);
  let best: { start: number; common: number } | undefined;
  let start = text.indexOf(quote);
  for (let count = 0; start !== -1 && count < mostPlaces; count += 1) {
    const end = start + quote.length;
    const common =
      commonEnd(text.slice(Math.max(0, start - before.length), start), before) + commonStart(text.slice(end, end + after.length), after);
    if (!best || common > best.common) best = { start, common };
    start = text.indexOf(quote, start + 1);
  }
  return best && { id: _id, start: best.start, end: best.start + quote.length };
};

/**
 * The places of marks in a text, in the order of the text. When the words occur more than once, the occurrence is chosen whose surroundings have
 * most in common with those of the mark.
 *
 * @param text without white space, see `squeezed`
 * @returns no place for a mark whose words are gone
 */
export const findMarks = (text: string, marks: readonly Wanted[]): MarkPlace[] =>
  marks
    .flatMap((mark) => findMark(text, mark) ?? [])
    // Of marks that begin together the shorter one comes later, and is drawn on top.
    .sort((one, other) => one.start - other.start || other.end - one.end);
