import type { Source } from '@lectern/contracts';
import { guideLines, type GuideLine } from '../text/guideLines.ts';
import { onceFor } from '../text/onceFor.ts';
import { sentencesOf } from '../text/sentencesOf.ts';
import { coverage, wordsIn } from '../text/wordMatching.ts';
import { WordIndex } from '../text/WordIndex.ts';
import { contentStems, fold, hasTurningWords } from '../text/words.ts';
import { figuresOf, valuesOf } from './numbers.ts';

/** How a statement is looked for, with all its numbers. */
interface Look {
  /** The share of its content words that has to stand together in the guide. */
  share: number;
  /** Whether words such as "before" and "after" have to be the same. */
  isLiteral: boolean;
  /** What stands together. */
  unitsOf: (blocks: readonly string[]) => string[];
}
/** In a guide that quotes: each word, in one sentence. */
const quoting: Look = { share: 1, isLiteral: true, unitsOf: (blocks) => blocks.flatMap((block) => [...sentencesOf(block)]) };
/** In any other: three quarters of the words, in one block or in two neighbouring ones. */
const telling: Look = {
  share: 0.75,
  isLiteral: false,
  unitsOf: (blocks) => blocks.map((block, index) => `${block}\n${blocks[index + 1] ?? ''}`),
};
/** The fewest content words of a statement. */
const wordsOfStatement = 4;
/** How many of those that share a line's rarest words are compared with it at most. */
const mostCompared = 60;

/** A text without signs of Markdown, as both a guide and its source may have them. */
const withoutSigns = (text: string): string => text.replace(/[*\\`]/g, '');

/** The blocks of a guide as plain text: each heading behind those above it, and each paragraph, list item and table row. */
function blocksOf(markdown: string): string[] {
  const headings: string[] = [];
  return markdown.split('\n').flatMap((line) => {
    const text = withoutSigns(line.replace(/\[[^[\]]*\]\(#[^()]*\)/g, ' '));
    if (text.trim() === '' || /^\|(?: --- \|)+$/.test(text.trim())) return [];
    const heading = /^(#{1,6}) (.*)/.exec(text);
    if (!heading) return [text];
    const [, { length } = '', name = ''] = heading;
    headings.splice(length - 1, headings.length, name);
    return [headings.slice(1).join(' ') || name];
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

/** Which lines of its source a guide tells, and which it does not. */
export interface FactsKept {
  all: readonly GuideLine[];
  lost: readonly GuideLine[];
}

function lookForLines(markdown: string, source: Source, look: Look): FactsKept {
  const blocks = blocksOf(markdown);
  const sentences = new Set(blocks.flatMap((block) => [fold(block), ...sentencesOf(block).map(fold)]));
  const units = look.unitsOf(blocks);
  const index = new WordIndex(units, contentStems);
  const all = guideLines(source);
  const isKept = (line: GuideLine): boolean => {
    const folded = fold(withoutSigns(line.text));
    if (folded === '' || sentences.has(folded)) return true;
    return index.sharingAny(contentStems(line.text), mostCompared).some((at) => isKeptIn(units[at] ?? '', line, look));
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
