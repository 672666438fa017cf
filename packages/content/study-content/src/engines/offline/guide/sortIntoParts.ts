import type { GuideStyle } from '../../../styles/GuideStyle.ts';
import { furtherPoints, partOf } from '../../../styles/guideStyles.ts';
import { wordCount } from '../../../text/words.ts';
import { startsPointing } from '../facts/grammar.ts';
import { isSamePath, linesOf, titleOf, type Block, type Line, type Point, type Topic } from './Topic.ts';

/** The topics of each part of a style, and which share of all lines belongs to a part. */
export interface SortedTopics {
  byPart: ReadonlyMap<string, Topic[]>;
  sortedShare: number;
}

/** If a smaller share of the statements belongs to a part, the guide keeps its usual form. */
const leastSorted = 1 / 3;

export const isEnough = ({ sortedShare }: SortedTopics): boolean => sortedShare >= leastSorted;

const fewestWordsOfHint = 4;

/** The first statements that belong to a part, as hints for a learner who fills it in. */
export const hintsFor = ({ byPart }: SortedTopics, part: string, count: number): Line[] =>
  (byPart.get(part) ?? [])
    .flatMap(({ blocks }) => blocks.flatMap(linesOf))
    .filter(({ text }) => wordCount(text) >= fewestWordsOfHint && !/[:：]$/.test(text))
    .slice(0, count);

/** A sentence that depends on the one before: it goes to the same part. */
const depends = ({ text }: Line): boolean => startsPointing.test(text) && !/^(if|when|some|most|each|every|all|any)\b/i.test(text);

/** Splits a block by the part of its lines: a point goes with those below it. */
function splitBlock(block: Block, partOfText: (text: string) => string): [part: string, block: Block][] {
  if (block.kind === 'table' || block.kind === 'terms') return [[partOfText(''), block]];
  const found: [string, Block][] = [];
  const add = (part: string, line: Line | Point): void => {
    const last = found.at(-1);
    if (block.kind === 'list') {
      const point = line as Point;
      if (last?.[0] === part && last[1].kind === 'list') last[1].points.push(point);
      else found.push([part, { kind: 'list', points: [point], isOrdered: block.isOrdered }]);
    } else if (last?.[0] === part && last[1].kind === 'paragraph') last[1].lines.push(line);
    else found.push([part, { kind: 'paragraph', lines: [line] }]);
  };
  for (const line of block.kind === 'list' ? block.points : block.lines) {
    const before = found.at(-1)?.[0];
    add(before !== undefined && depends(line) ? before : partOfText(line.text), line);
  }
  return found;
}

/** Sorts what the topics say into the parts of a style. A paragraph that leads a list takes the list along. */
export function sortIntoParts(topics: readonly Topic[], style: GuideStyle): SortedTopics {
  const byPart = new Map<string, Topic[]>([...style.parts, furtherPoints].map((part) => [part, []]));
  for (const { path, blocks } of topics) {
    const title = titleOf({ path });
    const partOfText = (text: string): string => partOf(style, text, title) ?? furtherPoints;
    let leading: string | undefined;
    for (const block of blocks) {
      const split: [string, Block][] = leading !== undefined && block.kind === 'list' ? [[leading, block]] : splitBlock(block, partOfText);
      const lead = block.kind === 'paragraph' ? block.lines.at(-1) : undefined;
      leading = lead && /[:：]$/.test(lead.text) ? split.at(-1)?.[0] : undefined;
      for (const [part, piece] of split) {
        const own = byPart.get(part) ?? [];
        const last = own.at(-1);
        if (last && isSamePath(last.path, path)) last.blocks.push(piece);
        else own.push({ path, blocks: [piece] });
        byPart.set(part, own);
      }
    }
  }
  const count = (list: readonly Topic[]): number => list.reduce((sum, topic) => sum + topic.blocks.flatMap(linesOf).length, 0);
  const all = [...byPart.values()].reduce((sum, own) => sum + count(own), 0);
  return { byPart, sortedShare: all === 0 ? 0 : (all - count(byPart.get(furtherPoints) ?? [])) / all };
}
