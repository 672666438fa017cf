import { wordCount } from '../../../text/words.ts';
import { linesOf, type Block, type Topic } from './Topic.ts';

/** Limits for lines per paragraph and points per list, to try in order. */
const measures = [6, 4, 3, 2, 1] as const;

const shorten = (block: Block, most: number): Block => {
  if (block.kind === 'paragraph') return { ...block, lines: block.lines.slice(0, most) };
  return block.kind === 'list' ? { ...block, points: block.points.slice(0, most) } : block;
};

const wordsOf = (topics: readonly Topic[]): number =>
  topics.reduce((sum, { blocks }) => sum + blocks.flatMap(linesOf).reduce((all, { text }) => all + wordCount(text), 0), 0);

/** Keeps the first lines of each block, as many as fit `mostWords`, for a brief guide. */
export function shortenTopics(topics: readonly Topic[], mostWords: number): Topic[] {
  const shortened = measures.map((most) =>
    topics.map((topic) => ({ ...topic, blocks: topic.blocks.map((block) => shorten(block, most)) })),
  );
  return shortened.find((list) => wordsOf(list) <= mostWords) ?? shortened.at(-1) ?? [];
}
