import { guideStyleLimitation } from '@lectern/contracts/plain';
import { sortsIntoParts, type GuideStyle } from '../../../styles/GuideStyle.ts';

/** Below this share of lines in the parts of a style the learner is told that the material hardly fits it. */
const leastSorted = 0.2;

/** What of a style preference was not done, as a sentence; `undefined` where all was. */
export function styleLimitation(preference: string | undefined, style: GuideStyle | undefined, sortedShare: number): string | undefined {
  if (style)
    return sortsIntoParts(style) && sortedShare < leastSorted
      ? `Little of this material fits ${style.name}: what belongs to no part stands under “Further points”.`
      : undefined;
  return guideStyleLimitation(preference ?? '');
}
