import { namedGuideStyle } from '@lectern/contracts/plain';
import { adpie } from './adpie.ts';
import { cornell } from './cornell.ts';
import type { GuideStyle } from './GuideStyle.ts';
import { irac } from './irac.ts';
import { soap } from './soap.ts';

/**
 * Every named style. A new one is a file in this folder, an entry here, and its name in `packages/contracts/src/guideStyle.ts`, by which learners ask
 * for it; the create form also offers it as a chip once `mf-library/src/guides/StyleField.tsx` names it.
 */
export const guideStyles: readonly GuideStyle[] = [adpie, irac, soap, cornell];

/** The heading for everything that belongs to no part of a style. */
export const furtherPoints = 'Further points';

/** The style that a preference asks for by name. */
export const namedStyle = (preference: string | undefined): GuideStyle | undefined =>
  preference === undefined ? undefined : guideStyles.find(({ name }) => name === namedGuideStyle(preference));

/** Letters of a part's name that a title has to begin a word with: "Planning" and "Care plan". */
const stemLength = 6;

/** Whether the title of a slide names a part: "Assessment at the bedside". */
const namesPart = (title: string, part: string): boolean => new RegExp(`\\b${part.slice(0, stemLength)}`, 'i').test(title);

/**
 * The part of a style that a sentence belongs to: the one that the title of its slide names, else by the sentence's own words, else by other
 * words of the title; `undefined` where nothing matches.
 */
export const partOf = ({ cues, parts }: GuideStyle, text: string, topic: string): string | undefined =>
  parts.find((part) => namesPart(topic, part)) ??
  (cues.find((cue) => cue.text?.test(text)) ?? cues.find((cue) => cue.title?.test(topic)))?.part;
