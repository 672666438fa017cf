import { sortsIntoParts, type GuideStyle } from '../../../styles/GuideStyle.ts';
import { asksForBrevity } from '../../../styles/guideStyles.ts';

/** What a learner's free words ask of a guide, as far as the offline engine can do it. */
export interface GuidePreferences {
  brief: boolean;
  questions: boolean;
  terms: boolean;
  table: boolean;
  outline: boolean;
}

/** Reads a style preference. */
export function guidePreferencesOf(preference: string | undefined): GuidePreferences {
  const asksFor = (pattern: RegExp): boolean => pattern.test(preference ?? '');
  return {
    brief: asksForBrevity(preference),
    questions: asksFor(/\b(questions?|q ?& ?a|quiz|self[- ]test|review)\b/i),
    terms: asksFor(/\b(terms?|glossary|definitions?|vocabulary|key ?words?)\b/i),
    table: asksFor(/\btables?\b/i),
    outline: asksFor(/\b(outline|bullets?|bullet points?|hierarch|structured?)\b/i),
  };
}

const longestQuotedPreference = 120;
/** Below this share of lines in the parts of a style the learner is told that the material hardly fits it. */
const leastSorted = 0.2;

/** What of a style preference was not done, as a sentence; `undefined` where all was. */
export function styleLimitation(
  preference: string | undefined,
  style: GuideStyle | undefined,
  preferences: GuidePreferences,
  sortedShare: number,
): string | undefined {
  if (preference === undefined || preference.trim() === '') return undefined;
  if (style)
    return sortsIntoParts(style) && sortedShare < leastSorted
      ? `Little of this material fits ${style.name}: what belongs to no part stands under “Further points”.`
      : undefined;
  if (/^\s*(outline|outlines?|bullets?|bullet points?|brief|concise|short)\s*$/i.test(preference)) return undefined;
  const done = [
    preferences.brief && 'kept it brief',
    preferences.questions && 'added more review questions',
    preferences.terms && 'put the key terms first',
    preferences.outline && 'made an outline',
    preferences.table && 'kept the tables',
  ].filter((one) => one !== false);
  const trimmed = preference.trim();
  const quoted = trimmed.length > longestQuotedPreference ? `${trimmed.slice(0, longestQuotedPreference - 3)}…` : trimmed;
  return done.length === 0
    ? `The offline engine could not follow the style “${quoted}”: the guide has its usual form.`
    : `Of the style “${quoted}” the offline engine ${done.join(', ')}; it cannot follow free wording beyond that.`;
}
