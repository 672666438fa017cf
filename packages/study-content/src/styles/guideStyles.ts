import { adpie } from './adpie.ts';
import { cornell } from './cornell.ts';
import type { GuideStyle } from './GuideStyle.ts';
import { irac } from './irac.ts';
import { soap } from './soap.ts';

/** Every style that is known by name. A new one is a file beside these, and a name here. */
export const guideStyles: readonly GuideStyle[] = [adpie, irac, soap, cornell];

/** What belongs to no part of a style stands under this heading. */
export const furtherPoints = 'Further points';

/** The style that a preference asks for by name. */
export const namedStyle = (preference: string | undefined): GuideStyle | undefined =>
  preference === undefined ? undefined : guideStyles.find((style) => style.isAskedFor(preference));

/** The part of a style that a sentence belongs to, by its own words first and by its slide's title then. */
export const partOf = ({ cues }: GuideStyle, text: string, topic: string): string | undefined =>
  (cues.find((cue) => cue.text?.test(text)) ?? cues.find((cue) => cue.title?.test(topic)))?.part;
