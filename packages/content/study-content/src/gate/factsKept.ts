import type { Source } from '@lectern/contracts';
import { type GuideLine, guideLines } from '../text/guideMaterial.ts';
import { memoiseBySource } from '../text/memoise.ts';
import { placeKey } from '../text/pointers.ts';
import { sentencesOf } from '../text/sentences.ts';
import { coverage, hasStem, wordsIn } from '../text/wordMatching.ts';
import { WordIndex } from '../text/WordIndex.ts';
import { containsWords, contentStems, fold, hasTurningWords } from '../text/words.ts';
import { isReversed } from './opposites.ts';
import { figuresOf, valuesOf } from './numbers.ts';

/** A heading, paragraph, list item or table row of a guide. */
interface Block {
  /** Plain text; headings include those above them. */
  text: string;
  /** Cited places, such as "slide 3". */
  places: ReadonlySet<string>;
  /** Whether it defines a key term. */
  isTerm: boolean;
}
/** A text of a guide to compare lines with. */
interface Unit extends Block {
  /** The block without the neighbour that `text` includes. */
  own: string;
}

/** How lines are matched. All their numbers must match as well. */
interface MatchRule {
  /** Minimum share of the content words in one unit. */
  share: number;
  /** Whether words such as "before" and "after" must match. */
  isLiteral: boolean;
  /** Splits blocks into units. */
  unitsOf: (blocks: readonly Block[]) => Unit[];
}
/** For guides that quote: every word, in one sentence. */
const verbatimRule: MatchRule = {
  share: 1,
  isLiteral: true,
  unitsOf: (blocks) => blocks.flatMap((block) => sentencesOf(block.text).map((text) => ({ ...block, text, own: text }))),
};
/** For other guides: three quarters of the words, in one block or two consecutive ones. */
const looseRule: MatchRule = {
  share: 0.75,
  isLiteral: false,
  unitsOf: (blocks) =>
    blocks.map((block, index) => ({ ...block, own: block.text, text: `${block.text}\n${blocks[index + 1]?.text ?? ''}` })),
};
/** The minimum share for a rewording. The block must also cite the line's place, have its first word, and reverse nothing. */
const shareOfSamePlace = 0.65;
/** The minimum share for a summary: over all blocks together that cite the place of a prose sentence. Numbers must still match. */
const shareOfSummary = 0.5;
/** Minimum number of content words of a statement. */
const wordsOfStatement = 4;
/** Maximum number of units to compare with a line, by rarest shared word. */
const maxCompared = 60;

/** Removes Markdown characters, which both the guide and the source may contain. */
const withoutSigns = (text: string): string => text.replace(/[*\\`]/g, '');

const reference = /\(#(slide|paragraph)-(\d+)\)/g;

/** Splits a guide into headings (with those above them), paragraphs, list items and table rows. */
function blocksOf(markdown: string): Block[] {
  const headings: string[] = [];
  return markdown.split('\n').flatMap((line) => {
    const text = withoutSigns(line.replace(/\[[^[\]]*\]\(#[^()]*\)/g, ' '));
    if (text.trim() === '' || /^\|(?: --- \|)+$/.test(text.trim())) return [];
    const heading = /^(#{1,6}) (.*)/.exec(text);
    const places = new Set([...line.matchAll(reference)].map(([, kind = '', number = '']) => `${kind} ${number}`));
    if (!heading) return [{ text, places, isTerm: /^\s*- \*\*/.test(line) }];
    const [, { length } = '', name = ''] = heading;
    headings.splice(length - 1, headings.length, name);
    return [{ text: headings.slice(1).join(' ') || name, places, isTerm: false }];
  });
}

/** Whether a guide that quotes may reword a line. Headings and shorter lines must be verbatim. */
const isStatement = ({ text, passage: { kind } }: GuideLine): boolean => kind !== 'title' && contentStems(text).size >= wordsOfStatement;

function isKeptIn(unit: string, line: GuideLine, { share, isLiteral }: MatchRule): boolean {
  const stems = contentStems(line.text);
  if (containsWords(unit, withoutSigns(line.text))) return true;
  if (isLiteral ? !isStatement(line) : stems.size === 0) return false;
  return (
    coverage(stems, wordsIn(unit)) >= (stems.size < wordsOfStatement ? 1 : share) &&
    figuresOf(line.text).every(({ value }) => valuesOf(unit).has(value)) &&
    (!isLiteral || hasTurningWords(unit, line.text))
  );
}

/** Whether a statement is reworded by a block that cites its place, by a key term with a block, or (for prose) by all such blocks. */
function isReworded(near: readonly Unit[], line: GuideLine, rule: MatchRule): boolean {
  if (!isStatement(line)) return false;
  const place = placeKey(line.passage.pointer);
  const ofPlace = near.filter(({ places }) => places.has(place));
  const inOtherWords = { ...rule, share: shareOfSamePlace };
  const stems = contentStems(line.text);
  const [subject = ''] = stems;
  const isRewordedIn = ({ own }: Unit): boolean =>
    hasStem(wordsIn(own), subject) && isKeptIn(own, line, inOtherWords) && hasTurningWords(own, line.text);
  if (ofPlace.some(isRewordedIn)) return true;
  const summary = ofPlace.map(({ own }) => own).join('\n');
  if (line.passage.kind === 'paragraph' && isKeptIn(summary, line, { ...rule, share: shareOfSummary }) && !isReversed(line.text, summary))
    return true;
  const bestOf = (units: readonly Unit[]): Unit | undefined => {
    const shares = units.map(({ own }) => coverage(stems, wordsIn(own)));
    return units[shares.indexOf(Math.max(...shares))];
  };
  const term = bestOf(near.filter(({ isTerm, places }) => isTerm && places.has(place)));
  const other = bestOf(ofPlace.filter(({ isTerm }) => !isTerm));
  return term !== undefined && other !== undefined && isKeptIn(`${term.own}\n${other.own}`, line, rule);
}

/** The lines of a source, and those that its guide lost. */
export interface FactsKept {
  all: readonly GuideLine[];
  lost: readonly GuideLine[];
}

function matchLines(markdown: string, source: Source, rule: MatchRule): FactsKept {
  const blocks = blocksOf(markdown);
  const sentences = new Set(blocks.flatMap(({ text }) => [fold(text), ...sentencesOf(text).map(fold)]));
  const units = rule.unitsOf(blocks);
  const index = new WordIndex(
    units.map(({ text }) => text),
    contentStems,
  );
  const all = guideLines(source);
  const isKept = (line: GuideLine): boolean => {
    const folded = fold(withoutSigns(line.text));
    if (folded === '' || sentences.has(folded)) return true;
    const near = index.textsSharing(contentStems(line.text), maxCompared).flatMap((at) => units[at] ?? []);
    return near.some(({ text }) => isKeptIn(text, line, rule)) || (!rule.isLiteral && isReworded(near, line, rule));
  };
  return { all, lost: all.filter((line) => !isKept(line)) };
}

/** Caches the last guide, because it is completed and then judged. */
const lastMatch = memoiseBySource((): { markdown?: string; rule?: MatchRule; found?: FactsKept } => ({}));

function matchOnce(markdown: string, source: Source, rule: MatchRule): FactsKept {
  const last = lastMatch(source);
  if (last.markdown === markdown && last.rule === rule && last.found) return last.found;
  const found = matchLines(markdown, source, rule);
  Object.assign(last, { markdown, rule, found });
  return found;
}

/**
 * Looks up each line of a source in its guide.
 *
 * @param isQuoting - Whether the guide reproduces the material line by line, so that lines must be verbatim.
 */
export const linesKept = (markdown: string, source: Source, isQuoting: boolean): FactsKept =>
  matchOnce(markdown, source, isQuoting ? verbatimRule : looseRule);

/** Looks up the statements of a source in its guide: lines of at least four content words. */
export function factsKept(markdown: string, source: Source): FactsKept {
  const { all, lost } = linesKept(markdown, source, false);
  return { all: all.filter(isStatement), lost: lost.filter(isStatement) };
}
