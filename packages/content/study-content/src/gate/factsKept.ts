import type { Source } from '@lectern/contracts';
import { guideLines, type GuideLine } from '../text/guideLines.ts';
import { onceFor } from '../text/onceFor.ts';
import { placeKey } from '../text/pointers.ts';
import { sentencesOf } from '../text/sentencesOf.ts';
import { coverage, holds, wordsIn } from '../text/wordMatching.ts';
import { WordIndex } from '../text/WordIndex.ts';
import { contentStems, fold, hasTurningWords } from '../text/words.ts';
import { isTurnedRound } from './contradictions.ts';
import { figuresOf, valuesOf } from './numbers.ts';

/** A heading, paragraph, list item or table row of a guide. */
interface Block {
  /** Its plain text; of a heading, with those above it. */
  text: string;
  /** The places that it cites, such as "slide 3". */
  places: ReadonlySet<string>;
  /** Whether it explains a key term. */
  isTerm: boolean;
}
/** A text of a guide that may tell a statement. */
interface Unit extends Block {
  /** The block itself, where the unit has its neighbour, too. */
  own: string;
}

/** How a statement is looked for, with all its numbers. */
interface Look {
  /** The share of its content words that has to stand together in the guide. */
  share: number;
  /** Whether words such as "before" and "after" have to be the same. */
  isLiteral: boolean;
  /** What stands together. */
  unitsOf: (blocks: readonly Block[]) => Unit[];
}
/** In a guide that quotes: each word, in one sentence. */
const quoting: Look = {
  share: 1,
  isLiteral: true,
  unitsOf: (blocks) => blocks.flatMap((block) => sentencesOf(block.text).map((text) => ({ ...block, text, own: text }))),
};
/** In any other: three quarters of the words, in one block or in two neighbouring ones. */
const telling: Look = {
  share: 0.75,
  isLiteral: false,
  unitsOf: (blocks) =>
    blocks.map((block, index) => ({ ...block, own: block.text, text: `${block.text}\n${blocks[index + 1]?.text ?? ''}` })),
};
/** The share that is enough in a block that cites the place of the statement, has its first word and turns nothing round: it is told in other words. */
const shareOfSamePlace = 0.65;
/** The share of a sentence of prose that is enough in all that cites its place: a summary leaves words out, and no numbers. */
const shareOfSummary = 0.5;
/** The fewest content words of a statement. */
const wordsOfStatement = 4;
/** How many of those that share a line's rarest words are compared with it at most. */
const mostCompared = 60;

/** A text without signs of Markdown, as both a guide and its source may have them. */
const withoutSigns = (text: string): string => text.replace(/[*\\`]/g, '');

const reference = /\(#(slide|paragraph)-(\d+)\)/g;

/** The blocks of a guide: each heading behind those above it, and each paragraph, list item and table row. */
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

/** Whether a guide that quotes may say a line in other words. A heading or a shorter line has to stand there as it is. */
const isStatement = ({ text, passage: { kind } }: GuideLine): boolean => kind !== 'title' && contentStems(text).size >= wordsOfStatement;

function isKeptIn(unit: string, line: GuideLine, { share, isLiteral }: Look): boolean {
  const stems = contentStems(line.text);
  if (` ${fold(unit)} `.includes(` ${fold(withoutSigns(line.text))} `)) return true;
  if (isLiteral ? !isStatement(line) : stems.size === 0) return false;
  return (
    coverage(stems, wordsIn(unit)) >= (stems.size < wordsOfStatement ? 1 : share) &&
    figuresOf(line.text).every(({ value }) => valuesOf(unit).has(value)) &&
    (!isLiteral || hasTurningWords(unit, line.text))
  );
}

/**
 * Whether a statement is told in other words by a block that cites its place, by a key term together with a block of the section that explains
 * the rest, or, where it is a sentence of prose, by all that cites its place.
 */
function isToldInOtherWords(near: readonly Unit[], line: GuideLine, look: Look): boolean {
  if (!isStatement(line)) return false;
  const place = placeKey(line.passage.pointer);
  const ofPlace = near.filter(({ places }) => places.has(place));
  const inOtherWords = { ...look, share: shareOfSamePlace };
  const stems = contentStems(line.text);
  const [subject = ''] = stems;
  const isTold = ({ own }: Unit): boolean =>
    holds(wordsIn(own), subject) && isKeptIn(own, line, inOtherWords) && hasTurningWords(own, line.text);
  if (ofPlace.some(isTold)) return true;
  const summary = ofPlace.map(({ own }) => own).join('\n');
  if (
    line.passage.kind === 'paragraph' &&
    isKeptIn(summary, line, { ...look, share: shareOfSummary }) &&
    !isTurnedRound(line.text, summary)
  )
    return true;
  const bestOf = (units: readonly Unit[]): Unit | undefined => {
    const shares = units.map(({ own }) => coverage(stems, wordsIn(own)));
    return units[shares.indexOf(Math.max(...shares))];
  };
  const term = bestOf(near.filter(({ isTerm, places }) => isTerm && places.has(place)));
  const other = bestOf(ofPlace.filter(({ isTerm }) => !isTerm));
  return term !== undefined && other !== undefined && isKeptIn(`${term.own}\n${other.own}`, line, look);
}

/** Which lines of its source a guide tells, and which it does not. */
export interface FactsKept {
  all: readonly GuideLine[];
  lost: readonly GuideLine[];
}

function lookForLines(markdown: string, source: Source, look: Look): FactsKept {
  const blocks = blocksOf(markdown);
  const sentences = new Set(blocks.flatMap(({ text }) => [fold(text), ...sentencesOf(text).map(fold)]));
  const units = look.unitsOf(blocks);
  const index = new WordIndex(
    units.map(({ text }) => text),
    contentStems,
  );
  const all = guideLines(source);
  const isKept = (line: GuideLine): boolean => {
    const folded = fold(withoutSigns(line.text));
    if (folded === '' || sentences.has(folded)) return true;
    const near = index.sharingAny(contentStems(line.text), mostCompared).flatMap((at) => units[at] ?? []);
    return near.some(({ text }) => isKeptIn(text, line, look)) || (!look.isLiteral && isToldInOtherWords(near, line, look));
  };
  return { all, lost: all.filter((line) => !isKept(line)) };
}

/** The guide that was last looked at: it is completed, and then judged. */
const lastLooked = onceFor((): { markdown?: string; look?: Look; found?: FactsKept } => ({}));

function lookOnce(markdown: string, source: Source, look: Look): FactsKept {
  const last = lastLooked(source);
  if (last.markdown === markdown && last.look === look && last.found) return last.found;
  const found = lookForLines(markdown, source, look);
  Object.assign(last, { markdown, look, found });
  return found;
}

/**
 * Looks for each line of a source in a guide.
 *
 * @param isQuoting - Whether the guide tells the material line by line: then each line stands there as it is, else in other words.
 */
export const linesKept = (markdown: string, source: Source, isQuoting: boolean): FactsKept =>
  lookOnce(markdown, source, isQuoting ? quoting : telling);

/** Looks for the statements of a source in a guide: lines of four content words or more. */
export function factsKept(markdown: string, source: Source): FactsKept {
  const { all, lost } = linesKept(markdown, source, false);
  return { all: all.filter(isStatement), lost: lost.filter(isStatement) };
}
