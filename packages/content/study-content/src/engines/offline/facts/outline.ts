import { endsSentence } from '@lectern/contracts/plain';
import { fold, wordCount } from '../../../text/words.ts';
import type { UsablePassage } from '../statements.ts';

/** A passage with its children. */
export interface OutlineNode {
  one: UsablePassage;
  children: OutlineNode[];
  parent?: OutlineNode;
  /** Equal for all nodes below the same line. */
  group: string;
  /** Equal for all nodes below the same text within a topic, which may span several slides. */
  family: string;
}

const sectionOf = ({ passage, topic }: UsablePassage): string =>
  passage.pointer.kind === 'slide' ? `${passage.pointer.slide}/${passage.pointer.part}` : `¶${topic}`;

/** The maximum words of a label, and of a line that introduces bullets without a colon. */
const maxHeadingWords = 6;
const maxSideHeadingWords = 9;

/** A name with a colon, such as "Quota sampling:", which heads the lines up to the next such name. */
const isLabel = (text: string): boolean => /[:：]$/.test(text) && wordCount(text) <= maxHeadingWords;

/** A line that classifies the following ones: "Advantages of participative observation". */
const sideHeading =
  /^(?:\p{L}+ )?(?:(?:dis)?advantages|merits|demerits|benefits|limitations|drawbacks|strengths|weaknesses|characteristics|features|properties|types|causes|symptoms|signs|functions|uses|applications|objectives|steps|stages|assumptions|complications|risk factors|components|elements|examples)(?: (?:of|for|in|to) [\p{L}\p{N} ,’'&/-]{2,60})?$/iu;
const isSideHeading = ({ text, kind }: UsablePassage['passage']): boolean =>
  kind !== 'title' && wordCount(text) <= maxSideHeadingWords && sideHeading.test(text.trim());

/** Whether a line is the parent of another: by indentation, as a label, or as a paragraph before bullets. */
function heads({ passage: above }: UsablePassage, { passage: below }: UsablePassage): boolean {
  if (below.level > above.level) return true;
  if (below.level === above.level && isLabel(above.text)) return !isLabel(below.text);
  if (below.level === above.level && isSideHeading(above)) return !isSideHeading(below);
  const isParagraph = below.level === above.level && above.kind === 'paragraph' && below.kind === 'bullet';
  return (
    isParagraph &&
    (/[:：]$/.test(above.text) || (wordCount(above.text) <= maxHeadingWords && !endsSentence(above.text) && !/[;,]$/.test(above.text)))
  );
}

/** Builds the tree of passages from their indentation. Leaves out tables and captions. */
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
    const node: OutlineNode = {
      one,
      children: [],
      group: `${own}|${parent?.one.index ?? 'top'}`,
      family: `${fold(one.topic)}|${parent ? fold(parent.one.passage.text) : 'top'}`,
      ...(parent && { parent }),
    };
    parent?.children.push(node);
    nodes.push(node);
    stack.push(node);
  }
  return nodes;
}
