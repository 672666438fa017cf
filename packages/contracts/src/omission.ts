import * as z from '@lectern/contracts/schema';
import { Pointer } from './pointer.ts';

/**
 * Why a guide leaves a line out: a credit, an entry of a list of references, a footer that repeats, an entry of an agenda, a line that is only a
 * link, or what the speaker's notes say to the room.
 */
export const OmissionReason = z.enum(['credit', 'reference', 'footer', 'agenda', 'link', 'presenter']);
export type OmissionReason = z.infer<typeof OmissionReason>;

/** A line of the material that the guide leaves out. */
export const Omission = z.object({ text: z.string(), pointer: Pointer, reason: OmissionReason });
export type Omission = z.infer<typeof Omission>;

/** The most lines that are put back at once. */
export const mostRestored = 2_000;

const LineNumber = z.int().check(z.minimum(0));

/** Lines to put back. */
export const RestoreRequest = z.object({
  /** Numbers in `omitted`, counted from 0. */
  lines: z.array(LineNumber).check(z.minLength(1), z.maxLength(mostRestored)),
  /** How many lines `omitted` had when they were chosen: refused with 409 where others were put back meanwhile. */
  of: z.optional(z.int()),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;
