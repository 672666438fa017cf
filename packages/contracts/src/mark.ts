import * as z from '@lectern/contracts/schema';
import { Id, sizes } from './primitives.ts';
import { filledText, text, trimmedText } from './texts.ts';

export const MarkColour = z.enum(['yellow', 'green', 'blue', 'pink']);
export type MarkColour = z.infer<typeof MarkColour>;

/** The words of a highlight or note, as the page sends them. */
export const MarkWords = z.object({
  /** The words as the page shows them. */
  quote: filledText(sizes.markQuote, 'A mark needs its words'),
  /** The words around them, so that the right place is found when the words stand there more than once. */
  before: text(sizes.markContext),
  after: text(sizes.markContext),
  colour: MarkColour,
  note: z.optional(trimmedText(sizes.markNote)),
});
export type MarkWords = z.infer<typeof MarkWords>;

/** A highlight or note of a learner on words of a guide, as the page sends it. */
export const MarkEdit = z.extend(MarkWords, {
  /** The page's own id, or that of an earlier answer. A new mark may have none. */
  _id: z.optional(Id),
});
export type MarkEdit = z.infer<typeof MarkEdit>;

/** All marks of a guide, in the learner's order; each id once. */
export const MarkEdits = z.array(MarkEdit).check(
  z.maxLength(sizes.marks),
  z.refine((marks) => {
    const ids = marks.flatMap(({ _id }) => (_id === undefined ? [] : [_id]));
    return new Set(ids).size === ids.length;
  }, 'Each id only once'),
);

export const Mark = z.object({
  _id: Id,
  quote: z.string(),
  before: z.string(),
  after: z.string(),
  colour: MarkColour,
  note: z.optional(z.string()),
  /** The guide no longer has these words: the page lists the mark separately. */
  isLost: z.boolean(),
});
export type Mark = z.infer<typeof Mark>;
