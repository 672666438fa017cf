import { furtherPoints, type GuideStyle, partOf } from '../../../styles/guideStyles.ts';
import { wordCount } from '../../../text/words.ts';
import { startsPointing } from '../facts/grammar.ts';
import { type Block, isSamePath, type Line, linesOf, type Point, titleOf, type Topic } from './Topic.ts';

/** The topics by part of the style, and the share of lines that belong to a part. */
export interface SortedTopics {
  byPart: ReadonlyMap<string, Topic[]>;
  sortedShare: number;
}

/** The minimum share of sorted lines. With a smaller share, the guide keeps its standard form. */
const minSortedShare = 1 / 3;

export const isEnough = ({ sortedShare }: SortedTopics): boolean => sortedShare >= minSortedShare;

const minHintWords = 4;

/** The first statements of a part, as worksheet hints. */
export const hintsFor = ({ byPart }: SortedTopics, part: string, count: number): Line[] =>
  (byPart.get(part) ?? [])
    .flatMap(({ blocks }) => blocks.flatMap(linesOf))
    .filter(({ text }) => wordCount(text) >= minHintWords && !/[:：]$/.test(text))
    .slice(0, count);

/** Whether a sentence depends on the previous one and so goes to the same part. */
const depends = ({ text }: Line): boolean => startsPointing.test(text) && !/^(if|when|some|most|each|every|all|any)\b/i.test(text);

/** Splits a block by the parts of its lines. Points stay with their sub-points. */
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

/** Sorts topics into the parts of a style. A list stays with the paragraph that introduces it. */
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
