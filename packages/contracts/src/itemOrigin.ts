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

/** The origin of a question or card, if it differs from its quiz or deck. */
export const ItemOrigin = z.object({
  /** The engine that generated it; absent if the learner wrote or imported it, and in older items. */
  generatedBy: z.optional(z.string()),
  /** The kind of fact on which it is based; absent if unknown. */
  form: z.optional(SuggestionForm),
  /** Whether the learner has changed it. */
  edited: z.optional(z.boolean()),
  reported: z.optional(z.extend(Report, { at: Time })),
});
export type ItemOrigin = z.infer<typeof ItemOrigin>;
