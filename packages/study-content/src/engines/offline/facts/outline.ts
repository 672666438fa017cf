import { wordCount } from '../../../text/words.ts';
import type { UsablePassage } from '../statements.ts';

/** A passage with what stands below it. */
export interface OutlineNode {
  one: UsablePassage;
  children: OutlineNode[];
  parent?: OutlineNode;
  /** The same for all that stand side by side under one line. */
  group: string;
}

const sectionOf = ({ passage, topic }: UsablePassage): string =>
  passage.pointer.kind === 'slide' ? `${passage.pointer.slide}/${passage.pointer.part}` : `¶${topic}`;

/** The most words of a line that heads bullets without a colon. */
const longestHeading = 6;

/** Whether a line heads another: by indentation, or as a paragraph that announces the bullets after it. */
function heads({ passage: above }: UsablePassage, { passage: below }: UsablePassage): boolean {
  if (below.level > above.level) return true;
  const isParagraph = below.level === above.level && above.kind === 'paragraph' && below.kind === 'bullet';
  return isParagraph && (/[:：]$/.test(above.text) || (wordCount(above.text) <= longestHeading && !/[.;,!?。]$/.test(above.text)));
}

/** The passages as the tree that their indentation draws. Tables and captions are left out. */
export function outlineOf(passages: UsablePassage[]): OutlineNode[] {
  const nodes: OutlineNode[] = [];
  let stack: OutlineNode[] = [];
  let section = '';
  for (const one of passages) {
    if (one.passage.kind === 'row' || one.passage.kind === 'caption') {
      stack = [];
      continue;
    }
    const own = sectionOf(one);
    if (own !== section) [stack, section] = [[], own];
    let parent = stack.at(-1);
    while (parent && !heads(parent.one, one)) {
      stack.pop();
      parent = stack.at(-1);
    }
    const node: OutlineNode = { one, children: [], group: `${own}|${parent?.one.index ?? 'top'}`, ...(parent && { parent }) };
    parent?.children.push(node);
    nodes.push(node);
    stack.push(node);
  }
  return nodes;
}
