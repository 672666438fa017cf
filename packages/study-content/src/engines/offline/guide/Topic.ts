import type { Citation } from '@lectern/contracts';
import type { TableRow } from '../../../styles/GuideWriter.ts';

/** A sentence or point of a guide, as plain text. */
export interface Line {
  text: string;
  source: Citation;
}

/** A point of a list with the points below it. */
export interface Point extends Line {
  points: Point[];
}

/** What stands together in a guide. */
export type Block =
  | { kind: 'paragraph'; label?: Line; lines: Line[] }
  | { kind: 'list'; points: Point[]; isOrdered: boolean }
  | { kind: 'table'; caption: string | undefined; rows: TableRow[] };

/** What a guide says under one heading. */
export interface Topic {
  title: string;
  blocks: Block[];
}

/** The lines of some points, each before those below it. */
export const linesOfPoints = (points: readonly Point[]): Line[] => points.flatMap((point) => [point, ...linesOfPoints(point.points)]);

/** The lines of a block; a table has none. */
export const linesOf = (block: Block): Line[] =>
  block.kind === 'paragraph'
    ? [...(block.label ? [block.label] : []), ...block.lines]
    : block.kind === 'list'
      ? linesOfPoints(block.points)
      : [];

const pronoun = String.raw`(?:(?:in|by|for|with|under|after|from) )?(?:it|its|this|these|that|those|they|their|such|he|she)`;
const connector = String.raw`both|also|then|so|but|and|or|however|therefore|thus|hence|in contrast|by contrast|on the other hand|conversely|in addition|moreover|furthermore|likewise|similarly|instead|otherwise|as a result|consequently`;
const continuation = new RegExp(String.raw`^(?:${pronoun}|${connector})\b`, 'i');

/** Whether a sentence goes on with the one before it: "It …", "In this method …", "In contrast, …". */
export const goesOn = (text: string): boolean => continuation.test(text);
