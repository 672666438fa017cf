/** What tells that a sentence belongs to a part of a style. */
export interface PartCue {
  /** One of the style's parts. */
  part: string;
  /** A slide's title that puts all of the slide into the part. */
  title?: RegExp;
  /** A sentence's own words. */
  text?: RegExp;
}

/** A form of a study guide that learners know by its name. */
export interface GuideStyle {
  /** As it is written: `ADPIE`. */
  name: string;
  /** The headings that a guide of this style must have, in this order. */
  parts: readonly string[];
  /** `parts`: what the material says is sorted into the parts. `cornell`: questions, then notes by topic, then a summary. */
  layout: 'parts' | 'cornell';
  /** Strong cues only, the first that fits counts: what has none stands under "Further points" and is never forced into a part. */
  cues: readonly PartCue[];
  /** Whether a learner's words ask for this style. */
  isAskedFor(preference: string): boolean;
}

/** Whether a preference has a style's name as a word of its own, in any case. */
export const hasName = (preference: string, name: string): boolean => new RegExp(`\\b${name}\\b`, 'i').test(preference);
