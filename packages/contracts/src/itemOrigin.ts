import * as z from '@lectern/contracts/schema';
import { sizes, Time } from './primitives.ts';
import { SuggestionForm } from './suggestion.ts';
import { trimmedText } from './texts.ts';

/** A learner's reason for reporting a question or a card. */
export const ReportReason = z.enum(['wrong', 'unclear', 'trivial', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

export const Report = z.object({
  reason: ReportReason,
  comment: z.optional(trimmedText(sizes.reportComment)),
});
export type Report = z.infer<typeof Report>;

/** Where a single question or card comes from, if it differs from its quiz or deck. */
export const ItemOrigin = z.object({
  /** The engine that made it; absent in what a learner wrote or imported, and in items from before services had it. */
  generatedBy: z.optional(z.string()),
  /** What kind of fact it was made from; absent where that is unknown. */
  form: z.optional(SuggestionForm),
  /** True once the learner has changed it. */
  edited: z.optional(z.boolean()),
  reported: z.optional(z.extend(Report, { at: Time })),
});
export type ItemOrigin = z.infer<typeof ItemOrigin>;
