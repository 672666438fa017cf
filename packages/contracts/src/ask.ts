import * as z from '@lectern/contracts/schema';
import { Id, sizes } from './primitives.ts';
import { Citation } from './source.ts';
import { filledText } from './texts.ts';

/** How many questions are kept with a guide. */
export const questionsKept = 20;

/** A learner's question about a guide. */
export const AskRequest = z.object({
  question: filledText(sizes.askedQuestion, 'Please type a question', `At most ${sizes.askedQuestion} characters`),
  /** The question or card that the learner asks about. */
  itemId: z.optional(Id),
});
export type AskRequest = z.infer<typeof AskRequest>;

/** A language model, passages of the material alone, or nothing because the material does not say it. */
export const AnsweredBy = z.enum(['model', 'passages', 'nothing']);
export type AnsweredBy = z.infer<typeof AnsweredBy>;

/** An answer from the material of a guide. */
export const AskedQuestion = z.object({
  _id: Id,
  question: z.string(),
  /** The model's words, the sentence that comes closest, or a sentence that says that the material does not tell. */
  answer: z.string(),
  answeredBy: AnsweredBy,
  /** What the answer rests on, best first; empty if nothing was found. */
  passages: z.array(Citation),
  itemId: z.optional(Id),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** The option that a learner chose, by its text: pages shuffle options. */
export const ExplainRequest = z.object({ option: filledText(sizes.option, 'Please name the option') });
export type ExplainRequest = z.infer<typeof ExplainRequest>;

/** Why a chosen option is wrong. */
export const OptionExplanation = z.object({
  /** The model's words; without them a sentence that introduces the passages. */
  text: z.string(),
  answeredBy: AnsweredBy,
  /** With `about`, a passage is about the chosen option or about the right one: pages show them side by side. */
  passages: z.array(z.extend(Citation, { about: z.optional(z.enum(['chosen', 'right'])) })),
});
export type OptionExplanation = z.infer<typeof OptionExplanation>;
