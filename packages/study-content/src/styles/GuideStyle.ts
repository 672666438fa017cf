/** A sign that a sentence belongs to a part of a style. */
export interface PartCue {
  /** One of the style's `parts`. */
  part: string;
  /** Matches the title of a slide whose sentences all belong to the part. */
  title?: RegExp;
  /** Matches a sentence that belongs to the part. */
  text?: RegExp;
}

/** A named form of study guides. */
export interface GuideStyle {
  /** Its name as learners write it, such as `ADPIE`. */
  name: string;
  /** The headings that a guide of this style has, in this order. */
  parts: readonly string[];
  /** `parts`: the statements are sorted into the parts. `cornell`: questions, then notes by topic, then a summary. */
  layout: 'parts' | 'cornell';
  /** Only strong signs; the first match counts. A sentence without one stands under "Further points". */
  cues: readonly PartCue[];
  /** Whether a learner's style preference asks for this style. */
  isAskedFor(preference: string): boolean;
}

/** Whether a preference contains the style's name as a word, in upper or lower case. */
export const hasName = (preference: string, name: string): boolean => new RegExp(`\\b${name}\\b`, 'i').test(preference);
