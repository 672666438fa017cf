import { endsSentence, type Passage } from '@lectern/contracts/plain';
import { FormulaWords } from '@lectern/contracts/formulas';
import { sentencesOf } from '../../../text/sentences.ts';
import { reasonOfSentence } from '../../../text/guideMaterial.ts';
import { wordCount } from '../../../text/words.ts';
import { isNote, type Block, type Line, type Point } from './Topic.ts';

interface Node {
  passage: Passage;
  children: Node[];
}

const maxEndingWords = 14;
/** A line that introduces others: "Quota sampling:", "There are two kinds, i.e.,", "Causes of failure are", "For example –". */
const isLead = ({ text }: Passage): boolean =>
  /(?:[:：]|\b(?:i\.e\.|e\.g\.|such as|namely|including),?|\b(?:are|is|includes?|(?:for )?example|for instance) ?[–—-]?)$/i.test(
    text.slice(-maxEndingWords),
  );
const maxLabelWords = 8;
const isShort = ({ text }: Passage): boolean => wordCount(text) <= maxLabelWords;
/** A list item: a bullet, or "a) …". */
const isListed = ({ kind, text }: Passage): boolean => kind === 'bullet' || /^\(?[\da-z]{1,2}[.)]\s/i.test(text);
/** A line with its own label: "Area sampling: the units are …". */
const hasLabel = ({ text }: Passage): boolean => /^[^.!?:：]{2,60}[:：]\s?\S/u.test(text);

const isEnded = ({ text }: Passage): boolean => endsSentence(text);

/**
 * Whether a line is the parent of another: by indentation, or as the introduction of bullets. Authors rarely indent the lines of a label,
 * so its list ends at the next label (unless all its lines have labels), and where sentences follow fragments.
 */
function heads({ passage: above, children: [first] }: Node, below: Passage): boolean {
  if (below.level !== above.level) return below.level > above.level;
  if (!isListed(below) || !isLead(above)) return false;
  // A lead never heads one of its own kind, which bounds the depth of the tree.
  if (isLead(below) && (above.kind === 'bullet' || below.kind === 'paragraph')) return false;
  if (first === undefined) return true;
  return (hasLabel(first.passage) || !hasLabel(below)) && (isEnded(first.passage) || !isEnded(below));
}

/** Builds the tree of passages from their indentation. */
function treeOf(passages: readonly Passage[]): Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const passage of passages) {
    while (open.length > 0 && !heads(open.at(-1) as Node, passage)) open.pop();
    const node = { passage, children: [] };
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

/** Characters typed before a line: a star for a footnote, a dash or dot for a bullet. The dash of "-ve" and "-OH" is part of the word. */
const typedSigns = /^(?:[*•·]+\s*(?=[\p{L}“"])|[–—-]+(?:\s+(?=[\p{L}“"])|(?=\p{Lu}\p{Ll}|[\p{Lo}“"])))/u;
/** The sentences of a passage that belong in a guide. */
function linesOfPassage({ text, pointer }: Passage): Line[] {
  return sentencesOf(text).flatMap((sentence): Line[] =>
    reasonOfSentence(sentence, pointer) ? [] : [{ text: sentence.replace(typedSigns, ''), source: { pointer, quote: sentence } }],
  );
}

const joined = (lines: readonly Line[]): string => lines.map(({ text }) => text).join(' ');

const maxStepWords = 12;
const sequence = /\b(steps?|stages?|phases?|procedures?|sequence|life ?cycle|algorithm|timeline|how to)\b/i;
const minSteps = 3;

const isSequence = (heading: string, points: readonly Point[]): boolean =>
  sequence.test(heading) &&
  points.length >= minSteps &&
  points.every(({ text, points: below }) => below.length === 0 && wordCount(text) <= maxStepWords && !/^\p{Ll}/u.test(text));

/** Whether the source numbers all points of a list of at least two. */
const areNumbered = (points: readonly Point[]): boolean => points.length > 1 && points.every(({ isNumbered }) => isNumbered === true);

/** Converts a node to a point; `undefined` if nothing of it belongs in a guide. */
function pointOf({ passage, children }: Node): Point | undefined {
  const points = children.flatMap((child) => pointOf(child) ?? []);
  const lines = linesOfPassage(passage);
  const [first] = lines;
  const source = { pointer: passage.pointer, quote: passage.text };
  const numbered = passage.isNumbered === true && { isNumbered: true };
  // A line with children is always kept, because they depend on it.
  if (points.length > 0)
    return {
      text: passage.text,
      source,
      points,
      ...numbered,
      ...((isSequence(passage.text, points) || areNumbered(points)) && { isOrdered: true }),
    };
  if (!first) return undefined;
  return { text: joined(lines), source: lines.length === 1 ? first.source : source, points, ...numbered };
}

const minProseWords = 5;
/** Notes with this many words are prose, even without a final full stop. */
const minUnstoppedProseWords = 15;

/** Whether a passage is prose: a complete sentence or a formula, outside a list. */
const isProse = (passage: Passage): boolean => {
  const { kind, text } = passage;
  if (kind === 'paragraph' && FormulaWords.isOne(text)) return true;
  if (kind !== 'paragraph' || !/^[*\p{Lu}\p{Lo}\d“"‘(]/u.test(text)) return false;
  const words = wordCount(text);
  if (isEnded(passage)) return words >= minProseWords;
  return isNote(passage) && words >= minUnstoppedProseWords && /[\p{L}\p{N}]["”’)]?$/u.test(text);
};

/** Whether a line is the label of the prose below it: "Baker v. Selden". Excludes the last bullet of a list and truncated lines. */
function isLabel({ passage }: Node, before: Node | undefined): boolean {
  const endsList = passage.kind === 'bullet' && before?.passage.kind === 'bullet' && before.children.length === 0;
  return (
    !endsList &&
    isShort(passage) &&
    !FormulaWords.isOne(passage.text) &&
    !endsSentence(passage.text) &&
    !/(?:[;,]|\b(?:the|an?|of|at|and|or|in|on|for|with|to|by|from|is|are))$/i.test(passage.text)
  );
}

/** Whether a line may be a step: one short sentence. */
const isShortLine = ({ pointer, kind, text }: Passage): boolean =>
  pointer.kind !== 'slide' &&
  kind === 'paragraph' &&
  !FormulaWords.isOne(text) &&
  wordCount(text) <= maxStepWords &&
  sentencesOf(text).length === 1;

const typedNumber = /^(\d{1,2})[.)]\s+(?=\S)/;

/** Marks a list as ordered if its points are numbered, by the source or by hand. */
function withNumbers(block: Block): Block {
  if (block.kind !== 'list' || block.points.length < 2) return block;
  if (areNumbered(block.points)) return { ...block, isOrdered: true };
  const isNumbered = block.points.every(({ text }, at) => Number(typedNumber.exec(text)?.[1]) === at + 1);
  if (!isNumbered) return block;
  return { ...block, isOrdered: true, points: block.points.map((point) => ({ ...point, text: point.text.replace(typedNumber, '') })) };
}

/** Appends points to the last list, or starts one. */
function addPoints(blocks: Block[], points: readonly Point[]): void {
  const last = blocks.at(-1);
  if (last?.kind === 'list') last.points.push(...points);
  else blocks.push({ kind: 'list', points: [...points], isOrdered: false });
}

/** Whether the last list continues, because its last point ends with a semicolon. */
const isListOpen = (blocks: readonly Block[]): boolean => {
  const last = blocks.at(-1);
  return last?.kind === 'list' && /[;；]$/.test(last.points.at(-1)?.text ?? '');
};

/** Adds a leaf. Returns it if it is a label for the next block, which depends on its neighbours. */
function addLeaf(blocks: Block[], node: Node, { before, next }: { before?: Node; next?: Node }, label: Line | undefined): Line | undefined {
  const { passage } = node;
  const lines = linesOfPassage(passage);
  const [first] = lines;
  if (!first) return label;
  const isStep =
    label === undefined &&
    isShortLine(passage) &&
    [before, next].some((neighbour) => neighbour && isShortLine(neighbour.passage) && !isProse(neighbour.passage));
  if (isProse(passage) && !isListOpen(blocks) && !isStep) {
    blocks.push({ kind: 'paragraph', lines, ...(label && { label }) });
    return undefined;
  }
  const leadsList = passage.kind === 'paragraph' && /[:：]$/.test(passage.text) && next !== undefined && !isProse(next.passage);
  if (leadsList) {
    blocks.push({ kind: 'paragraph', lines });
    return undefined;
  }
  if (isLabel(node, before) && next && next.children.length === 0 && isProse(next.passage)) return first;
  const point = pointOf(node);
  if (point) addPoints(blocks, [point]);
  return undefined;
}

/**
 * Reads the blocks of a slide part or text section: prose as paragraphs, everything else as lists.
 *
 * @param title - The heading: a list below "Steps of …" is numbered.
 */
export function readSection(passages: readonly Passage[], title: string): Block[] {
  const blocks: Block[] = [];
  let label: Line | undefined;
  const nodes = treeOf(passages);
  for (const [index, node] of nodes.entries()) {
    if (node.children.length === 0) {
      const [before, next] = [nodes[index - 1], nodes[index + 1]];
      label = addLeaf(blocks, node, { ...(before && { before }), ...(next && { next }) }, label);
      continue;
    }
    const point = pointOf(node);
    if (!point) continue;
    if (node.passage.kind === 'paragraph' && point.points.length > 0) {
      const { points, isOrdered = false, ...line } = point;
      blocks.push({ kind: 'paragraph', lines: [line] }, { kind: 'list', points, isOrdered });
    } else addPoints(blocks, [point]);
  }
  const lists = blocks.filter((block) => block.kind === 'list');
  if (lists.length === 1 && lists[0]) lists[0].isOrdered ||= isSequence(title, lists[0].points);
  return blocks.map(withNumbers);
}
