import { asksForBrevity, type Source } from '@lectern/contracts/plain';
import { namedStyle } from '../styles/guideStyles.ts';
import type { Guide } from '../StudyContentEngine.ts';
import type { CheckId } from './Check.ts';
import { factsOfSource } from './Evidence.ts';
import { factsKept } from './factsKept.ts';
import { hasInventedNumber, lacksParts, statementsOfGuide } from './guideStatements.ts';
import { isInOtherLanguage } from './wording.ts';
import { isVerbatim } from './quotes.ts';

/** The share of statements that a guide must cover. */
const minKeptShare = 0.92;

/** Whether a guide loses too many statements. Brief guides may. */
function losesFacts(markdown: string, source: Source, stylePreference: string | undefined): boolean {
  if (asksForBrevity(stylePreference)) return false;
  const { all, lost } = factsKept(markdown, source);
  return lost.length > all.length * (1 - minKeptShare);
}

/** Whether a guide does not start with its only top-level heading, or skips a level. */
function hasBrokenHeadings(markdown: string): boolean {
  const levels = [...markdown.matchAll(/^(#{1,6}) \S/gm)].map((match) => match[1]?.length ?? 0);
  return (
    levels[0] !== 1 ||
    levels.filter((level) => level === 1).length !== 1 ||
    levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)
  );
}

/**
 * Checks a guide.
 *
 * @param stylePreference - A named style requires its parts; free text requires none.
 * @returns the ids of the failed checks of docs/quality.md
 */
export function checkGuide(guide: Guide, source: Source, stylePreference?: string): CheckId[] {
  const { title, overview, markdownContent, sources } = guide;
  const failed = new Set<CheckId>();
  if ([title, overview, markdownContent].some((text) => text.trim() === '')) failed.add('both-sides');
  if (sources.length === 0 || sources.some((citation) => !isVerbatim(source, citation))) failed.add('quote-verbatim');
  const statements = statementsOfGuide(guide, source);
  for (const { failed: ids } of statements) for (const id of ids) failed.add(id);
  const headings = markdownContent.match(/^#.*$/gm) ?? [];
  const { values, languages } = factsOfSource(source);
  if (hasInventedNumber([...headings, overview].join('\n'), values)) failed.add('names-and-numbers');
  const style = namedStyle(stylePreference);
  if (hasBrokenHeadings(markdownContent) || (style && lacksParts(markdownContent, style.parts))) failed.add('guide-structure');
  if (losesFacts(markdownContent, source, stylePreference)) failed.add('facts-kept');
  const ownWords = statements.filter(({ isVerbatim: isQuoted }) => !isQuoted).map(({ text }) => text);
  if (isInOtherLanguage([overview, ...ownWords].join('\n'), languages)) failed.add('same-language');
  return [...failed];
}
