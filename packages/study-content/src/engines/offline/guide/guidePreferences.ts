import { guideStyleLimitation, worksheetOf } from '@lectern/contracts/plain';
import type { GuideStyle } from '../../../styles/GuideStyle.ts';
import { isEnough, type SortedTopics } from './sortIntoParts.ts';

/** What of a style preference was not done, as a sentence; `undefined` where all was. */
export function styleLimitation(
  preference: string | undefined,
  style: GuideStyle | undefined,
  sorted: SortedTopics | undefined,
): string | undefined {
  if (!style) return guideStyleLimitation(preference ?? '');
  return sorted && !isEnough(sorted)
    ? `Too little of this material belongs to the parts of ${style.name}. Your guide has its usual form, and ends with ${worksheetOf(style.name)}.`
    : undefined;
}
