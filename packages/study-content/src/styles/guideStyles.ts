import { adpie } from './adpie.ts';
import { cornell } from './cornell.ts';
import type { GuideStyle } from './GuideStyle.ts';
import { irac } from './irac.ts';
import { soap } from './soap.ts';

/** Every named style. A new one is a file in this folder and an entry here. */
export const guideStyles: readonly GuideStyle[] = [adpie, irac, soap, cornell];

/** The heading for everything that belongs to no part of a style. */
export const furtherPoints = 'Further points';

/** The style that a preference asks for by name. */
export const namedStyle = (preference: string | undefined): GuideStyle | undefined =>
  preference === undefined ? undefined : guideStyles.find((style) => style.isAskedFor(preference));

/** The part of a style that a sentence belongs to: by its own words, else by the title of its slide; `undefined` where nothing matches. */
export const partOf = ({ cues }: GuideStyle, text: string, topic: string): string | undefined =>
  (cues.find((cue) => cue.text?.test(text)) ?? cues.find((cue) => cue.title?.test(topic)))?.part;
