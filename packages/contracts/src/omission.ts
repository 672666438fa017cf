import * as z from '@lectern/contracts/schema';
import { Pointer } from './pointer.ts';

/**
 * The reason for which a guide omits a line: a credit, a reference list entry, a repeated footer, an agenda entry, a line that is only a link,
 * or a speaker note addressed to the audience.
 */
export const OmissionReason = z.enum(['credit', 'reference', 'footer', 'agenda', 'link', 'presenter']);
export type OmissionReason = z.infer<typeof OmissionReason>;

/** A line of the material that the guide omits. */
export const Omission = z.object({ text: z.string(), pointer: Pointer, reason: OmissionReason });
export type Omission = z.infer<typeof Omission>;

/** The maximum number of lines to restore in one call. */
export const mostRestored = 2_000;

const LineNumber = z.int().check(z.minimum(0));

/** The omitted lines to restore. */
export const RestoreRequest = z.object({
  /** Indexes in `omitted`, from 0. */
  lines: z.array(LineNumber).check(z.minLength(1), z.maxLength(mostRestored)),
  /** The length of `omitted` when the lines were chosen. Answered with 409 if other lines were restored since. */
  of: z.optional(z.int()),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;
