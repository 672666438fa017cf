import { appendTo } from '../../../text/collections.ts';
import { contentStems, fold, wordCount } from '../../../text/words.ts';
import { refersBack, linesOf, isCoveredBy, type Block, type Line, type Point } from './Topic.ts';

/** Sentences of at least this many words appear once per guide. */
const longSentence = 8;
/** How many blocks back to look for an earlier state of a list. */
const maxBlocksBack = 12;
/** Maximum number of lines to compare, by rarest shared word. */
const maxCompared = 20;

/** Indexes the lines of a topic by stem, so that a line is only compared with those that share its rarest word. */
class SeenLines {
  private readonly byStem = new Map<string, string[]>();
  private readonly folded = new Set<string>();

  add(text: string): void {
    this.folded.add(fold(text));
    for (const stem of contentStems(text)) appendTo(this.byStem, stem, text);
  }

  /** Whether a known line says the same as a text. */
  includes(text: string): boolean {
    if (this.folded.has(fold(text))) return true;
    const lists = [...contentStems(text)].map((stem) => this.byStem.get(stem) ?? []).sort((left, right) => left.length - right.length);
    return (lists[0] ?? []).slice(-maxCompared).some((line) => isCoveredBy(text, line));
  }
}

/** The folded slide text of a point. */
const keyOf = ({ shown, text }: Point): string => shown ?? fold(text);

/** Merges new points recursively, because slides build up lists step by step. */
function mergePoints(known: readonly Point[], added: readonly Point[]): Point[] {
  const merged = new Map(known.map((point) => [keyOf(point), point] as const));
  for (const point of added) {
    const same = merged.get(keyOf(point));
    if (same) same.points = mergePoints(same.points, point.points);
    else merged.set(keyOf(point), point);
  }
  return [...merged.values()];
}

/** Collects the blocks of a topic, slide by slide. */
export class TopicBlocks {
  readonly blocks: Block[] = [];
  private readonly seen = new SeenLines();
  private readonly seenSentences: Set<string>;

  /** @param seenSentences - The folded long sentences of the whole guide, shared by all topics. */
  constructor(seenSentences: Set<string>) {
    this.seenSentences = seenSentences;
  }

  /** Adds blocks without repetitions, and merges growing lists. Keeps a repeated note that the next sentence refers back to. */
  add(added: readonly Block[]): void {
    for (const block of added) {
      if (block.kind === 'paragraph') this.addParagraph(block);
      else if (block.kind === 'list') this.addList(block);
      else this.blocks.push(block);
    }
  }

  private addParagraph(block: Extract<Block, { kind: 'paragraph' }>): void {
    const lines = block.lines.filter((line, at) => {
      const next = block.lines[at + 1];
      // "They …" needs the sentence before it.
      const isNeeded = next !== undefined && refersBack(next.text) && !this.isKnown(next);
      return isNeeded || !this.isKnown(line);
    });
    if (lines.length > 0) this.blocks.push({ ...block, lines });
    this.remember(lines);
  }

  private addList(block: Extract<Block, { kind: 'list' }>): void {
    const growing = this.blocks.slice(-maxBlocksBack).findLast((other) => other.kind === 'list' && isGrowth(other.points, block.points));
    if (growing?.kind === 'list') growing.points = mergePoints(growing.points, block.points);
    else {
      const points = withoutRepeatedLabels(block.points).filter((point) => point.points.length > 0 || !this.isKnown(point));
      if (points.length > 0) this.blocks.push({ ...block, points });
    }
    this.remember(linesOf(block));
  }

  private isKnown({ text, source: { pointer } }: Line): boolean {
    // Lines without words, such as a closing bracket of code, are kept.
    if (fold(text) === '') return false;
    // Notes repeat slides, and slides build up. Repetitions in a document are deliberate.
    return this.seenSentences.has(fold(text)) || (pointer.kind === 'slide' && this.seen.includes(text));
  }

  private remember(lines: readonly Line[]): void {
    for (const { text } of lines) {
      this.seen.add(text);
      if (wordCount(text) >= longSentence) this.seenSentences.add(fold(text));
    }
  }
}

/** Whether a list extends another, because a slide reveals its points one by one. */
const isGrowth = (known: readonly Point[], added: readonly Point[]): boolean => {
  const texts = new Set(added.map(keyOf));
  return known.every((point) => texts.has(keyOf(point)));
};

/** Removes repeated labels of a drawing. Steps of a procedure may repeat. */
function withoutRepeatedLabels(points: readonly Point[]): Point[] {
  const seen = new Set<string>();
  return points.filter(({ text, points: below, source: { pointer } }) => {
    const isNew = below.length > 0 || pointer.kind !== 'slide' || pointer.part !== 'smartart' || !seen.has(fold(text));
    seen.add(fold(text));
    return isNew;
  });
}
