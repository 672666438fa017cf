import { namedGuideStyle } from '@lectern/contracts/plain';
import { adpie } from './adpie.ts';
import { cornell } from './cornell.ts';
import type { GuideStyle } from './GuideStyle.ts';
import { irac } from './irac.ts';
import { soap } from './soap.ts';

/**
 * Every named style. To add one, define it above, list it here, and add its name to `packages/contracts/src/guideStyle.ts`. The create form
 * offers it once `mf-library/src/guides/StyleField.tsx` names it.
 */
export const guideStyles: readonly GuideStyle[] = [adpie, irac, soap, cornell];

/** Heading for statements that belong to no part of the style. */
export const furtherPoints = 'Further points';

/** The style that a preference names. */
export const namedStyle = (preference: string | undefined): GuideStyle | undefined =>
  preference === undefined ? undefined : guideStyles.find(({ name }) => name === namedGuideStyle(preference));

/** Number of initial letters by which a title matches a part, so that "Care plan" matches "Planning". */
const stemLength = 6;

/** Whether a slide title names a part: "Assessment at the bedside". */
const namesPart = (title: string, part: string): boolean => new RegExp(`\\b${part.slice(0, stemLength)}`, 'i').test(title);

/** The part that a sentence belongs to: the part named by its slide title, else by the cues in its text, else by the cues in the title. */
export const partOf = ({ cues, parts }: GuideStyle, text: string, topic: string): string | undefined =>
  parts.find((part) => namesPart(topic, part)) ??
  (cues.find((cue) => cue.text?.test(text)) ?? cues.find((cue) => cue.title?.test(topic)))?.part;
