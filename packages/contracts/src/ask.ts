import * as z from '@lectern/contracts/schema';
import { Id, sizes } from './primitives.ts';
import { Citation } from './source.ts';
import { filledText } from './texts.ts';

/** The maximum number of questions stored per guide. */
export const questionsKept = 20;

/** A learner's question about a guide. */
export const AskRequest = z.object({
  question: filledText(sizes.askedQuestion, 'Please type a question', `At most ${sizes.askedQuestion} characters`),
  /** The question or card that the learner asks about. */
  itemId: z.optional(Id),
});
export type AskRequest = z.infer<typeof AskRequest>;

/** The kind of answer: written by a language model, only passages of the material, or nothing found. */
export const AnsweredBy = z.enum(['model', 'passages', 'nothing']);
export type AnsweredBy = z.infer<typeof AnsweredBy>;

/** An answer from the material of a guide. */
export const AskedQuestion = z.object({
  _id: Id,
  question: z.string(),
  /** The model's answer, the closest sentence of the material, or a sentence saying that the material has no answer. */
  answer: z.string(),
  answeredBy: AnsweredBy,
  /** The passages that support the answer, best first; empty if nothing was found. */
  passages: z.array(Citation),
  itemId: z.optional(Id),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** The option that a learner chose, by its text: pages shuffle options. */
export const ExplainRequest = z.object({ option: filledText(sizes.option, 'Please name the option') });
export type ExplainRequest = z.infer<typeof ExplainRequest>;

/** The explanation of why a chosen option is wrong. */
export const OptionExplanation = z.object({
  /** The model's explanation; without a model, a sentence that introduces the passages. */
  text: z.string(),
  answeredBy: AnsweredBy,
  /** `about` says whether a passage is about the chosen or the right option: pages show both side by side. */
  passages: z.array(z.extend(Citation, { about: z.optional(z.enum(['chosen', 'right'])) })),
});
export type OptionExplanation = z.infer<typeof OptionExplanation>;
