import type { Mark } from '@lectern/contracts';

/** A mark's position. Offsets refer to the text without white space. */
export interface MarkPlace {
  id: string;
  /** Inclusive. */
  start: number;
  /** Exclusive. */
  end: number;
}

type Wanted = Pick<Mark, '_id' | 'quote' | 'before' | 'after'>;

/** Removes white space, so that line breaks and spaces between blocks do not affect matching. */
export const squeezed = (text: string): string => text.replace(/\s+/g, '');

/** The maximum number of occurrences of the same words whose surroundings are compared. */
const mostPlaces = 200;

/** The length of the common suffix of two texts. */
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
 * Finds marks in a text, in text order. If a mark's words occur more than once, the occurrence with the most similar surroundings wins.
 *
 * @param text without white space, see `squeezed`
 * @returns no place for a mark whose words are gone
 */
export const findMarks = (text: string, marks: readonly Wanted[]): MarkPlace[] =>
  marks
    .flatMap((mark) => findMark(text, mark) ?? [])
    // Of marks with the same start, the shorter one comes last and is drawn on top.
    .sort((one, other) => one.start - other.start || other.end - one.end);
