import type { GuideStyleName } from '@lectern/contracts/plain';

/** A sign that a sentence belongs to a part of a style. A title that has the name of a part comes before all cues, see `partOf`. */
interface PartCue {
  /** One of the style's `parts`. */
  part: string;
  /** Matches the title of a slide whose sentences belong to the part, unless their own words match the cue of another one. */
  title?: RegExp;
  /** Matches a sentence that belongs to the part. */
  text?: RegExp;
}

/**
 * How the parts of a style are filled. `parts`: the statements are sorted into them. `cornell`: questions, then notes by topic, then a summary.
 * A new layout does not compile without its entry in `sortsStatements` below and in `renderGuide.ts`.
 */
export type GuideLayout = 'parts' | 'cornell';

/** A named form of study guides. */
export interface GuideStyle {
  /** Its name as learners write it, such as `ADPIE`. */
  name: GuideStyleName;
  /** The headings that a guide of this style has, in this order. */
  parts: readonly string[];
  layout: GuideLayout;
  /** For each part what a learner looks for to fill it in, as a question. */
  tasks: Readonly<Record<string, string>>;
  /** Parts that gather what others say, such as a summary: no picture stands in them. */
  gatheredParts?: readonly string[];
  /** Only strong signs; the first match counts. A sentence without one stands under "Further points". Used by the offline engine. */
  cues: readonly PartCue[];
  /** What a model is told of the parts, as full sentences. Used by the model engine. */
  prompt: string;
}

const sortsStatements: Readonly<Record<GuideLayout, boolean>> = { parts: true, cornell: false };

/** Whether a guide of this style sorts its statements into the style's parts. */
export const sortsIntoParts = (style: GuideStyle | undefined): style is GuideStyle => style !== undefined && sortsStatements[style.layout];
