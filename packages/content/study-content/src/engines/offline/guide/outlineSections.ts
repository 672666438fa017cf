import { placeOf, type Passage, type Source } from '@lectern/contracts/plain';
import type { OutlineSection } from '../../../StudyContentEngine.ts';
import { pointerKey } from '../../../text/pointers.ts';
import { linesOf, titleOf, type Topic } from './Topic.ts';

/** In characters. Shorter chapters are joined with the next one; longer ones are split between topics. */
const sectionCharacters = { least: 900, most: 3_600 } as const;

/** The index of each topic's first passage: the start of its slide, or the headings directly above its first line. */
function startsOf({ passages }: Source, topics: readonly Topic[]): number[] {
  const indexes = new Map(passages.map(({ pointer }, index) => [pointerKey(pointer), index] as const).reverse());
  const sharesSlide = (one: Passage, other: Passage | undefined): boolean =>
    one.pointer.kind === 'slide' && other?.pointer.kind === 'slide' && placeOf(one.pointer) === placeOf(other.pointer);
  return topics.map(({ blocks }) => {
    const cited = blocks.flatMap((block) =>
      block.kind === 'table' ? block.rows.map(({ source }) => source) : linesOf(block).map(({ source }) => source),
    );
    let start = Math.min(passages.length, ...cited.map(({ pointer }) => indexes.get(pointerKey(pointer)) ?? passages.length));
    for (let before = passages[start - 1]; before; before = passages[start - 1]) {
      if (before.kind !== 'title' && !sharesSlide(before, passages[start])) break;
      start -= 1;
    }
    return start;
  });
}

/** Groups topics into sections. Also returns the section index of each topic. */
export function outlineSections(source: Source, topics: readonly Topic[]): { sections: OutlineSection[]; sectionOf: number[] } {
  const { passages } = source;
  const lengthOf = (from: number, to: number): number => passages.slice(from, to).reduce((sum, { text }) => sum + text.length, 0);
  const starts = startsOf(source, topics);
  const groups: { from: number; topics: Topic[] }[] = [];
  const sectionOf = topics.map((topic, index) => {
    const start = starts[index] ?? 0;
    const open = groups.at(-1);
    const end = starts.slice(index + 1).find((next) => next > start) ?? passages.length;
    if (open) {
      const isSameChapter = topic.path.length > 1 && open.topics.at(-1)?.path[0] === topic.path[0];
      const isShort = lengthOf(open.from, start) < sectionCharacters.least;
      const fits = lengthOf(open.from, end) <= sectionCharacters.most;
      if (start <= open.from || ((isSameChapter || isShort) && fits)) {
        open.topics.push(topic);
        return groups.length - 1;
      }
    }
    groups.push({ from: groups.length === 0 ? 0 : start, topics: [topic] });
    return groups.length - 1;
  });
  const headingOf = ({ topics: own }: (typeof groups)[number]): string => {
    const [first] = own;
    const isChapter = own.length > 1 && own.every(({ path }) => path.length > 1 && path[0] === first?.path[0]);
    return (isChapter ? first?.path[0] : own.map(titleOf).find((title) => title !== '')) ?? '';
  };
  const sections = groups.map((group, index) => ({
    heading: headingOf(group),
    from: group.from,
    to: groups[index + 1]?.from ?? passages.length,
  }));
  return { sections, sectionOf };
}
