import type { Citation } from '@lectern/contracts';
import type { KeyTerm } from '../../../styles/renderGuide.ts';
import type { TableRow } from '../../../styles/GuideWriter.ts';
import { contentStems, fold, hasTurningWords, negationCount, wordCount } from '../../../text/words.ts';
import { coverage, wordsIn } from '../../../text/wordMatching.ts';
import { memoiseByText } from '../../../text/memoise.ts';

/** A sentence or point, as plain text. */
export interface Line {
  text: string;
  source: Citation;
}

/** A list item with its sub-items. */
export interface Point extends Line {
  points: Point[];
  /** Whether its sub-items are consecutive steps. */
  isOrdered?: boolean;
  isNumbered?: boolean;
  /** The folded text of the slide, if a note replaced it with a fuller one. */
  shown?: string;
}

export type Block =
  | { kind: 'paragraph'; label?: Line; lines: Line[] }
  | { kind: 'list'; points: Point[]; isOrdered: boolean }
  | { kind: 'table'; caption: string | undefined; rows: TableRow[] }
  | { kind: 'terms'; terms: readonly KeyTerm[] };

/** The content under one heading of a guide. */
export interface Topic {
  /** Its heading, preceded by those of its chapters; empty directly below the guide's title. */
  path: readonly string[];
  blocks: Block[];
}

export const titleOf = ({ path }: Pick<Topic, 'path'>): string => path.at(-1) ?? '';

/** Whether two paths of headings are equal. */
export const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((heading, at) => fold(heading) === fold(other[at] ?? ''));

/** All points in depth-first order. */
export const linesOfPoints = (points: readonly Point[]): Point[] => points.flatMap((point) => [point, ...linesOfPoints(point.points)]);

/** The lines of a block; empty for tables and terms. */
export const linesOf = (block: Block): Line[] =>
  block.kind === 'paragraph'
    ? [...(block.label ? [block.label] : []), ...block.lines]
    : block.kind === 'list'
      ? linesOfPoints(block.points)
      : [];

/** Whether a line is from the speaker notes. */
export const isNote = ({ pointer }: Pick<Citation, 'pointer'>): boolean => pointer.kind === 'slide' && pointer.part === 'notes';

const numbersIn = memoiseByText((text): ReadonlySet<string> => new Set(text.match(/\d+(?:[.,]\d+)*/g) ?? []));

/** Whether `other` says everything that `line` says, with the same numbers and negations. */
export function isCoveredBy(line: string, other: string): boolean {
  const stems = contentStems(line);
  if (stems.size < 2) return fold(line) === fold(other);
  return (
    coverage(stems, wordsIn(other)) === 1 &&
    hasTurningWords(other, line) &&
    negationCount(line) === negationCount(other) &&
    [...numbersIn(line)].every((value) => numbersIn(other).has(value))
  );
}

const pronoun = String.raw`(?:(?:in|by|for|with|under|after|from) )?(?:it|its|this|these|that|those|they|their|such|he|she)`;
const connector = String.raw`both|also|then|so|but|and|or|however|therefore|thus|hence|in contrast|by contrast|on the other hand|conversely|in addition|moreover|furthermore|likewise|similarly|instead|otherwise|as a result|consequently`;
const continuation = new RegExp(String.raw`^(?:${pronoun}|${connector})\b`, 'i');

/** Whether a sentence refers back to the previous one: "It …", "In this method …", "In contrast, …". */
export const refersBack = (text: string): boolean => continuation.test(text);

/** Limits for lines per paragraph and points per list, to try in order. */
const measures = [6, 4, 3, 2, 1] as const;

const shorten = (block: Block, most: number): Block => {
  if (block.kind === 'paragraph') return { ...block, lines: block.lines.slice(0, most) };
  return block.kind === 'list' ? { ...block, points: block.points.slice(0, most) } : block;
};

const wordsOf = (topics: readonly Topic[]): number =>
  topics.reduce((sum, { blocks }) => sum + blocks.flatMap(linesOf).reduce((all, { text }) => all + wordCount(text), 0), 0);

/** Keeps the first lines of each block, as many as fit `maxWords`, for a brief guide. */
export function shortenTopics(topics: readonly Topic[], maxWords: number): Topic[] {
  const shortened = measures.map((most) =>
    topics.map((topic) => ({ ...topic, blocks: topic.blocks.map((block) => shorten(block, most)) })),
  );
  return shortened.find((list) => wordsOf(list) <= maxWords) ?? shortened.at(-1) ?? [];
}
