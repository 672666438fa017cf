import * as z from '@lectern/contracts/schema';
import { Id, sizes } from './primitives.ts';
import { filledText, text, trimmedText } from './texts.ts';

export const MarkColour = z.enum(['yellow', 'green', 'blue', 'pink']);
export type MarkColour = z.infer<typeof MarkColour>;

/** The text of a highlight or note, as sent by the page. */
export const MarkWords = z.object({
  /** The text as shown on the page. */
  quote: filledText(sizes.markQuote, 'A mark needs its words'),
  /** The surrounding text, which identifies the right occurrence. */
  before: text(sizes.markContext),
  after: text(sizes.markContext),
  colour: MarkColour,
  note: z.optional(trimmedText(sizes.markNote)),
});
export type MarkWords = z.infer<typeof MarkWords>;

/** A learner's highlight or note on a guide's text, as sent by the page. */
export const MarkEdit = z.extend(MarkWords, {
  /** An id from the page or from an earlier answer. Optional for a new mark. */
  _id: z.optional(Id),
});
export type MarkEdit = z.infer<typeof MarkEdit>;

/** All marks of a guide, in the learner's order. Ids are unique. */
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
  /** Whether the guide no longer contains this text. The page lists such marks separately. */
  isLost: z.boolean(),
});
export type Mark = z.infer<typeof Mark>;
