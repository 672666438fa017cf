import type { GuideStyleName } from '@lectern/contracts/plain';

/** A pattern that assigns sentences to a part of a style. A title that names a part takes precedence, see `partOf`. */
interface PartCue {
  /** One of the style's `parts`. */
  part: string;
  /** Matches the title of the sentence's slide. Any `text` match takes precedence. */
  title?: RegExp;
  /** Matches the sentence. */
  text?: RegExp;
}

/**
 * How the parts of a style are filled. `parts`: statements are sorted into them. `cornell`: questions, then notes by topic, then a summary.
 * A new layout needs an entry in `sortsStatements` and in `renderGuide.ts`; the compiler reports a missing one.
 */
export type GuideLayout = 'parts' | 'cornell';

/** A named form of study guide. */
export interface GuideStyle {
  /** As learners write it, such as `ADPIE`. */
  name: GuideStyleName;
  /** The headings of a guide in this style, in order. */
  parts: readonly string[];
  layout: GuideLayout;
  /** A question for each part that tells the learner what to look for. */
  tasks: Readonly<Record<string, string>>;
  /** Parts that repeat others, such as a summary. They get no pictures. */
  gatheredParts?: readonly string[];
  /** For the offline engine. The first match wins; unmatched sentences go under "Further points". */
  cues: readonly PartCue[];
  /** For the model engine: describes the parts in full sentences. */
  prompt: string;
}

const sortsStatements: Readonly<Record<GuideLayout, boolean>> = { parts: true, cornell: false };

/** Whether this style sorts statements into its parts. */
export const sortsIntoParts = (style: GuideStyle | undefined): style is GuideStyle => style !== undefined && sortsStatements[style.layout];
