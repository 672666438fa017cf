import * as z from '@lectern/contracts/schema';
import { Pointer } from './pointer.ts';
import { Id } from './primitives.ts';

/** The form of a suggestion's fact. An item made from the fact has the same form. */
export const SuggestionForm = z.enum(['definition', 'acronym', 'list', 'row', 'step', 'cause', 'statement']);
export type SuggestionForm = z.infer<typeof SuggestionForm>;

/** A term or key statement of a guide's material for a new card or question. */
export const Suggestion = z.object({
  /** Stable per source. */
  _id: Id,
  term: z.string(),
  /** The sentence with the fact, or the points of a list or table as a sentence. */
  statement: z.string(),
  pointer: Pointer,
  /** The heading above it. */
  section: z.string(),
  form: SuggestionForm,
  /** Terms of the same kind that the statement does not mention: distractors for a question. Two, three or none. */
  siblings: z.array(z.string()),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** The maximum number of suggestions per guide. */
export const mostSuggestions = 1_000;

/** Ids of suggestions, at most one page. */
const Ids = z.array(Id).check(z.maxLength(100));

/** The suggestions to hide, and those to show again. */
export const SuggestionEdit = z.object({
  skipped: Ids,
  /** The ids of suggestions to show again. */
  restored: z.optional(Ids),
});
export type SuggestionEdit = z.infer<typeof SuggestionEdit>;

/** All hidden suggestions. */
export const SkippedSuggestions = z.object({ skipped: z.array(Id) });
export type SkippedSuggestions = z.infer<typeof SkippedSuggestions>;
