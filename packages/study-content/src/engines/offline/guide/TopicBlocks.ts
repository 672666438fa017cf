import { quantitiesIn } from './quantitiesIn.ts';
import { negationCount } from '../../../text/negations.ts';
import { coverage, wordsIn } from '../../../text/wordMatching.ts';
import { contentStems, fold, wordCount } from '../../../text/words.ts';
import { linesOf, type Block, type Line, type Point } from './Topic.ts';

/** A sentence of so many words is told once in a guide, wherever it stands again. */
const longSentence = 8;
/** The share of a line's content words that another line has to have to say the same. */
const sameShare = 0.9;
/** How many blocks back an earlier state of a list is looked for. */
const mostBlocksBack = 12;
/** How many lines that share a rare word are compared at most. */
const mostCompared = 20;

/** Whether one line says everything that another one says, with the same numbers and negations. */
export function saysTheSame(line: string, other: string): boolean {
  const stems = contentStems(line);
  if (stems.size < 2) return fold(line) === fold(other);
  return (
    coverage(stems, wordsIn(other)) >= sameShare &&
    negationCount(line) === negationCount(other) &&
    [...quantitiesIn(line)].every((value) => quantitiesIn(other).has(value))
  );
}

/** The lines of a topic by their stems, so that a line is compared with those that share its rarest words and with no others. */
class ToldLines {
  private readonly byStem = new Map<string, string[]>();
  private readonly folded = new Set<string>();

  add(text: string): void {
    this.folded.add(fold(text));
    for (const stem of contentStems(text)) {
      const lines = this.byStem.get(stem);
      if (lines) lines.push(text);
      else this.byStem.set(stem, [text]);
    }
  }

  /** Whether one of the lines says what a text says. */
  say(text: string): boolean {
    if (this.folded.has(fold(text))) return true;
    const lists = [...contentStems(text)].map((stem) => this.byStem.get(stem) ?? []).sort((left, right) => left.length - right.length);
    // A line with nine tenths of the stems has one of the two rarest.
    return lists.slice(0, 2).some((lines) => lines.slice(-mostCompared).some((line) => saysTheSame(text, line)));
  }
}

/** Adds the points that are new, and below equal points those that are new there: slides build lists up step by step. */
function mergePoints(known: readonly Point[], added: readonly Point[]): Point[] {
  const merged = new Map(known.map((point) => [fold(point.text), point] as const));
  for (const point of added) {
    const same = merged.get(fold(point.text));
    if (same) same.points = mergePoints(same.points, point.points);
    else merged.set(fold(point.text), point);
  }
  return [...merged.values()];
}

/** The blocks of a topic, to which those of each of its slides are added. */
export class TopicBlocks {
  readonly blocks: Block[] = [];
  private readonly told = new ToldLines();
  private readonly toldSentences: Set<string>;

  /** @param toldSentences - The long sentences of the whole guide, folded; those of the topic are added. */
  constructor(toldSentences: Set<string>) {
    this.toldSentences = toldSentences;
  }

  /**
   * Adds blocks without what the topic says already: a list that grows becomes one list, and a note that says what a bullet says is left out.
   */
  add(added: readonly Block[]): void {
    for (const block of added) {
      if (block.kind === 'table') this.blocks.push(block);
      else if (block.kind === 'paragraph') this.addParagraph(block);
      else this.addList(block);
    }
  }

  private addParagraph(block: Extract<Block, { kind: 'paragraph' }>): void {
    const lines = block.lines.filter(({ text }) => !this.isTold(text));
    if (lines.length > 0) this.blocks.push({ ...block, lines });
    this.tell(lines);
  }

  private addList(block: Extract<Block, { kind: 'list' }>): void {
    const growing = this.blocks.slice(-mostBlocksBack).findLast((other) => other.kind === 'list' && isGrowth(other.points, block.points));
    if (growing?.kind === 'list') growing.points = mergePoints(growing.points, block.points);
    else {
      const points = withoutRepeats(block.points).filter((point) => point.points.length > 0 || !this.isTold(point.text));
      if (points.length > 0) this.blocks.push({ ...block, points });
    }
    this.tell(linesOf(block));
  }

  private isTold(text: string): boolean {
    return this.toldSentences.has(fold(text)) || this.told.say(text);
  }

  private tell(lines: readonly Line[]): void {
    for (const { text } of lines) {
      this.told.add(text);
      if (wordCount(text) >= longSentence) this.toldSentences.add(fold(text));
    }
  }
}

/** Whether a list is an earlier state of another one: a slide shows its points one by one. */
const isGrowth = (known: readonly Point[], added: readonly Point[]): boolean => {
  const texts = new Set(added.map(({ text }) => fold(text)));
  return known.every(({ text }) => texts.has(fold(text)));
};

/** Points without those that say nothing but what one before them says, such as the labels of a drawing. */
function withoutRepeats(points: readonly Point[]): Point[] {
  const seen = new Set<string>();
  return points.filter(({ text, points: below }) => {
    const isNew = below.length > 0 || !seen.has(fold(text));
    seen.add(fold(text));
    return isNew;
  });
}
