import type { Source } from '@lectern/contracts';
import { guideLines, type GuideLine } from '../text/guideLines.ts';
import { onceFor } from '../text/onceFor.ts';
import { sentencesOf } from '../text/sentencesOf.ts';
import { coverage, wordsIn } from '../text/wordMatching.ts';
import { WordIndex } from '../text/WordIndex.ts';
import { contentStems, fold } from '../text/words.ts';
import { figuresOf, valuesOf } from './numbers.ts';

/** The share of a line's content words that has to stand together in a guide, with all its numbers. */
const keptShare = 0.75;
/** A line with so many content words is a statement: a guide may say it in other words. A shorter one has to stand there as it is. */
const wordsOfStatement = 4;
/** How many blocks that share a line's rarest words are compared with it at most. */
const mostCompared = 60;

/** The blocks of a guide as plain text: each heading, paragraph, list item and table row. */
const blocksOf = (markdown: string): string[] =>
  markdown
    .split('\n')
    .map((line) => line.replace(/\[[^[\]]*\]\(#[^()]*\)/g, ' ').replace(/[*\\`]/g, ''))
    .filter((line) => line.trim() !== '' && !/^\|(?: --- \|)+$/.test(line.trim()));

const isKeptIn = (block: string, { text }: GuideLine, words: ReadonlySet<string>): boolean =>
  words.size < wordsOfStatement
    ? ` ${fold(block)} `.includes(` ${fold(text)} `)
    : coverage(words, wordsIn(block)) >= keptShare && figuresOf(text).every(({ value }) => valuesOf(block).has(value));

/** Which lines of its source a guide tells, and which it does not. */
export interface FactsKept {
  all: readonly GuideLine[];
  lost: readonly GuideLine[];
}

function lookForLines(markdown: string, source: Source): FactsKept {
  const blocks = blocksOf(markdown);
  const sentences = new Set(blocks.flatMap((block) => [fold(block), ...sentencesOf(block).map(fold)]));
  const pairs = blocks.map((block, index) => `${block}\n${blocks[index + 1] ?? ''}`);
  const index = new WordIndex(pairs, contentStems);
  const all = guideLines(source);
  const isKept = (line: GuideLine): boolean => {
    const folded = fold(line.text);
    if (folded === '' || sentences.has(folded)) return true;
    const words = contentStems(line.text);
    return index.sharingAny(words, mostCompared).some((at) => isKeptIn(pairs[at] ?? '', line, words));
  };
  return { all, lost: all.filter((line) => !isKept(line)) };
}

/** The guide that was last looked at: it is completed, and then judged. */
const lastLooked = onceFor((): { markdown?: string; found?: FactsKept } => ({}));

/** Looks for each line of a source in a guide: in one block, or in two neighbouring ones. */
export function linesKept(markdown: string, source: Source): FactsKept {
  const last = lastLooked(source);
  if (last.markdown === markdown && last.found) return last.found;
  const found = lookForLines(markdown, source);
  Object.assign(last, { markdown, found });
  return found;
}

const isStatement = ({ text, passage: { kind } }: GuideLine): boolean => kind !== 'title' && contentStems(text).size >= wordsOfStatement;

/** Looks for the statements of a source in a guide: lines of four content words or more. */
export function factsKept(markdown: string, source: Source): FactsKept {
  const { all, lost } = linesKept(markdown, source);
  return { all: all.filter(isStatement), lost: lost.filter(isStatement) };
}
