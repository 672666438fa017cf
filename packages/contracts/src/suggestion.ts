import * as z from '@lectern/contracts/schema';
import { Pointer } from './pointer.ts';
import { Id } from './primitives.ts';

/** What a suggestion states. An item that was made from such a fact has the same form. */
export const SuggestionForm = z.enum(['definition', 'acronym', 'list', 'row', 'step', 'cause', 'statement']);
export type SuggestionForm = z.infer<typeof SuggestionForm>;

/** A term or key statement of a guide's material that a learner can make a card or a question from. */
export const Suggestion = z.object({
  /** Stable for a source. */
  _id: Id,
  term: z.string(),
  /** The sentence that states it, or the points of a list or a table as a sentence. */
  statement: z.string(),
  pointer: Pointer,
  /** The heading that it stands under. */
  section: z.string(),
  form: SuggestionForm,
  /** Terms of the same kind that the statement does not name: the wrong options of a question. Two or three, or none. */
  siblings: z.array(z.string()),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** The most suggestions of a guide. */
export const mostSuggestions = 1_000;

/** Ids of suggestions, as many as a page has. */
const Ids = z.array(Id).check(z.maxLength(100));

/** Which suggestions come no more, and which come again. */
export const SuggestionEdit = z.object({
  skipped: Ids,
  /** Takes skipping back. */
  restored: z.optional(Ids),
});
export type SuggestionEdit = z.infer<typeof SuggestionEdit>;

/** All suggestions that come no more. */
export const SkippedSuggestions = z.object({ skipped: z.array(Id) });
export type SkippedSuggestions = z.infer<typeof SkippedSuggestions>;
