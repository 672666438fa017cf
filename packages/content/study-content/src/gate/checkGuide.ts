import { asksForBrevity, escapeMarkdown, type Source } from '@lectern/contracts/plain';
import type { Guide } from '../StudyContentEngine.ts';
import { memoiseByObject, memoiseBySource } from '../text/memoise.ts';
import { placeKey } from '../text/pointers.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { nearestOf, sentencesIn, sentencesOf } from '../text/sentences.ts';
import { coverage, wordsIn } from '../text/wordMatching.ts';
import { contentStems } from '../text/words.ts';
import type { CheckId } from './Check.ts';
import { isContradiction } from './contradictions.ts';
import { factsOfSource } from './Evidence.ts';
import { quantitiesOf } from './numbers.ts';
import { type Places, placesOf } from './Places.ts';
import { isVerbatim } from './quotes.ts';
import { isInOtherLanguage, withoutPlaces } from './wording.ts';
import { namedStyle } from '../styles/guideStyles.ts';
import { factsKept } from './factsKept.ts';

/** A statement of a guide: the text before a reference. */
export interface GuideStatement {
  text: string;
  /** Range in the markdown, including references. */
  from: number;
  to: number;
  /** The first cited place, such as "slide 3"; empty if it has no reference. */
  place: string;
  /** Whether it is verbatim from the material. */
  isVerbatim: boolean;
  failed: CheckId[];
}

const references = /(?<!\s)(?:\s*\[[^[\]]*\]\(#(?:slide|paragraph)-\d+\))+/g;
const reference = /\(#(slide|paragraph)-(\d+)\)/g;

const plain = (markdown: string): string =>
  markdown
    .replace(/^\s*(?:[-*+]|\d+\.)\s+/, '')
    .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .replace(/\\([\\`*_[\]<>|~#.+-])/g, '$1')
    .trim();

const isHeading = (line: string): boolean => /^\s*#{1,6}\s/.test(line);

/** The text of a source, to look up lines without a reference. */
const wholeText = memoiseBySource(({ passages }) => passages.map(({ text }) => text).join('\n'));

function judgeStatements(guide: Guide, source: Source): readonly GuideStatement[] {
  const cited = new Set(guide.sources.filter((citation) => isVerbatim(source, citation)).map(({ pointer }) => placeKey(pointer)));
  const places = placesOf(source);
  const { values } = factsOfSource(source);
  // Verbatim text needs no checks.
  const failuresOf = (text: string, named: readonly string[], isQuoted: boolean): CheckId[] => {
    const own = isQuoted ? [] : places.judged(text, named, () => failuresOfText(text, named, places, values));
    return named.some((place) => !cited.has(place)) ? ['quote-verbatim', ...own] : own;
  };
  const statements: GuideStatement[] = [];
  let offset = 0;
  for (const line of guide.markdownContent.split('\n')) {
    if (!isHeading(line)) {
      let from = 0;
      for (const match of line.matchAll(references)) {
        const to = match.index + match[0].length;
        const text = plain(line.slice(from, match.index));
        const named = [...match[0].matchAll(reference)].map(([, kind, number]) => `${kind ?? ''} ${number ?? ''}`);
        const isQuoted = named.some((place) => places.at(place).text.includes(text));
        if (text !== '')
          statements.push({
            text,
            from: offset + from,
            to: offset + to,
            place: named[0] ?? '',
            isVerbatim: isQuoted,
            failed: failuresOf(text, named, isQuoted),
          });
        from = to;
      }
      // A line without a reference, such as an item of a list, must not invent a number either.
      const rest = plain(line.slice(from));
      if (hasInventedNumber(rest, values) && !wholeText(source).includes(rest))
        statements.push({
          text: rest,
          from: offset + from,
          to: offset + line.length,
          place: '',
          isVerbatim: false,
          failed: ['names-and-numbers'],
        });
    }
    offset += line.length + 1;
  }
  return statements;
}

const statementsIn = memoiseBySource((source) => memoiseByObject((guide: Guide) => judgeStatements(guide, source)));

/** The statements of a guide with their failed checks: all that have a reference, and lines without one that fail. */
export const statementsOfGuide = (guide: Guide, source: Source): readonly GuideStatement[] => statementsIn(source)(guide);

/** Whether a text has a number that is not in the source. Ignores places and the numbering of lists. */
const hasInventedNumber = (text: string, values: ReadonlySet<string>): boolean =>
  quantitiesOf(withoutPlaces(text).replace(/^[ \t]*\d+\.\s/gm, '')).some(({ value }) => !values.has(value));

/** Checks a statement against the places that it cites. */
function failuresOfText(text: string, named: readonly string[], places: Places, values: ReadonlySet<string>): CheckId[] {
  const failed: CheckId[] = [];
  const own = named.map((place) => places.at(place));
  if (hasInventedNumber(text, values)) failed.push('names-and-numbers');
  const words = contentStems(text);
  if (words.size >= 3 && coverage(words, places.wordsAround(named)) < 0.4) failed.push('supported-by-source');
  const isReversed = sentencesIn(text).some((claim) => {
    if (/[?？]$/.test(claim)) return false;
    if (own.some((place) => place.contains(claim))) return false;
    const stems = contentStems(claim);
    const sentence = nearestOf(
      stems,
      own.map((place) => place.nearest(stems)),
    );
    return (
      coverage(stems, wordsIn(sentence)) >= 0.7 && isContradiction({ claim, question: '', quote: sentence, passage: sentence, frame: '' })
    );
  });
  if (isReversed) failed.push('no-contradiction');
  if (hasPromptInjection(text)) failed.push('no-prompt-injection');
  return failed;
}

/** Whether a part of the style is missing, out of order or empty. In a worksheet the parts are one level lower. */
function lacksParts(markdown: string, parts: readonly string[]): boolean {
  let at = 0;
  return parts.some((part) => {
    const heading = new RegExp(`^(##|###) ${part}$`, 'm').exec(markdown.slice(at));
    if (!heading) return true;
    at += heading.index + heading[0].length;
    const body = markdown.slice(at);
    const end = body.search(heading[1] === '##' ? /\n#{1,2} / : /\n#{1,3} /);
    return !/[\p{L}\p{N}]/u.test(end < 0 ? body : body.slice(0, end));
  });
}

/** With a larger share of failing statements, the guide is refused instead of trimmed. */
const maxFailingShare = 0.15;

/** The sentences of an overview without an invented number or prompt injection. */
function trueSentences(overview: string, values: ReadonlySet<string>): string[] {
  return sentencesOf(overview).filter((sentence) => !hasInventedNumber(sentence, values) && !hasPromptInjection(sentence));
}

/** Removes refused sentences from the overview. */
function withTrueOverview(guide: Guide, values: ReadonlySet<string>): Guide {
  const kept = trueSentences(guide.overview, values);
  if (kept.length === sentencesOf(guide.overview).length) return guide;
  const overview = kept.join(' ') || guide.title;
  return {
    ...guide,
    overview,
    markdownContent: guide.markdownContent.replace(escapeMarkdown(guide.overview), () => escapeMarkdown(overview)),
  };
}

/** Removes failing statements, citations and overview sentences; `undefined` if the failing share exceeds `most`. */
export function withoutFailing(given: Guide, source: Source, most = maxFailingShare): Guide | undefined {
  const guide = withTrueOverview(given, factsOfSource(source).values);
  const statements = statementsOfGuide(guide, source);
  const failing = statements.filter(({ failed }) => failed.length > 0);
  const sources = guide.sources.filter((citation) => isVerbatim(source, citation));
  const broken = guide.sources.length - sources.length;
  if (failing.length > statements.length * most || broken > guide.sources.length * most) return undefined;
  if (failing.length + broken === 0) return guide;
  const ends = [0, ...failing.map(({ to }) => to)];
  const markdown = ends.map((end, index) => guide.markdownContent.slice(end, failing[index]?.from)).join('');
  return {
    ...guide,
    sources,
    // Removes list items that are empty now.
    markdownContent: markdown.replace(/^[ \t]*(?:(?:[-*+]|\d+\.)[ \t]*)?\n/gm, '\n').replace(/\n{3,}/g, '\n\n'),
  };
}

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
 * @param isQuoting - Whether the guide quotes its material, and so shares its facts and language.
 * @returns the ids of the failed checks of docs/quality.md
 */
export function checkGuide(guide: Guide, source: Source, stylePreference?: string, isQuoting = false): CheckId[] {
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
  if (isQuoting) return [...failed];
  if (losesFacts(markdownContent, source, stylePreference)) failed.add('facts-kept');
  const ownWords = statements.filter(({ isVerbatim: isQuoted }) => !isQuoted).map(({ text }) => text);
  if (isInOtherLanguage([overview, ...ownWords].join('\n'), languages)) failed.add('same-language');
  return [...failed];
}
