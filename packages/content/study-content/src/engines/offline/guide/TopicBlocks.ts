import { contentStems, fold, wordCount } from '../../../text/words.ts';
import { goesOn, linesOf, saysTheSame, type Block, type Line, type Point } from './Topic.ts';

/** A sentence of so many words is told once in a guide, wherever it stands again. */
const longSentence = 8;
/** How many blocks back an earlier state of a list is looked for. */
const mostBlocksBack = 12;
/** How many lines that share a rare word are compared at most. */
const mostCompared = 20;

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
    return (lists[0] ?? []).slice(-mostCompared).some((line) => saysTheSame(text, line));
  }
}

/** The folded text that a slide shows for a point. */
const keyOf = ({ shown, text }: Point): string => shown ?? fold(text);

/** Adds the points that are new, and below equal points those that are new there: slides build lists up step by step. */
function mergePoints(known: readonly Point[], added: readonly Point[]): Point[] {
  const merged = new Map(known.map((point) => [keyOf(point), point] as const));
  for (const point of added) {
    const same = merged.get(keyOf(point));
    if (same) same.points = mergePoints(same.points, point.points);
    else merged.set(keyOf(point), point);
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
   * Adds blocks without what the topic says already. A list that grows becomes one list. A note that repeats a bullet is left out, unless the
   * sentence after it refers back to it.
   */
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
      // "They …" needs the sentence that says who they are.
      const isNeeded = next !== undefined && goesOn(next.text) && !this.isTold(next);
      return isNeeded || !this.isTold(line);
    });
    if (lines.length > 0) this.blocks.push({ ...block, lines });
    this.tell(lines);
  }

  private addList(block: Extract<Block, { kind: 'list' }>): void {
    const growing = this.blocks.slice(-mostBlocksBack).findLast((other) => other.kind === 'list' && isGrowth(other.points, block.points));
    if (growing?.kind === 'list') growing.points = mergePoints(growing.points, block.points);
    else {
      const points = withoutRepeatedLabels(block.points).filter((point) => point.points.length > 0 || !this.isTold(point));
      if (points.length > 0) this.blocks.push({ ...block, points });
    }
    this.tell(linesOf(block));
  }

  private isTold({ text, source: { pointer } }: Line): boolean {
    // A line of signs, such as a closing bracket of code, says what it says where it stands.
    if (fold(text) === '') return false;
    // Notes say what their slide says, and slides build up. A document says a thing once more because it wants to.
    return this.toldSentences.has(fold(text)) || (pointer.kind === 'slide' && this.told.say(text));
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
  const texts = new Set(added.map(keyOf));
  return known.every((point) => texts.has(keyOf(point)));
};

/** Points without the labels that a drawing repeats. A step of a procedure may return. */
function withoutRepeatedLabels(points: readonly Point[]): Point[] {
  const seen = new Set<string>();
  return points.filter(({ text, points: below, source: { pointer } }) => {
    const isNew = below.length > 0 || pointer.kind !== 'slide' || pointer.part !== 'smartart' || !seen.has(fold(text));
    seen.add(fold(text));
    return isNew;
  });
}
