import { quantitiesIn } from './quantitiesIn.ts';
import { negationCount } from '../../../text/negations.ts';
import { coverage, wordsIn } from '../../../text/wordMatching.ts';
import { contentStems, fold, hasTurningWords, wordCount } from '../../../text/words.ts';
import { goesOn, linesOf, type Block, type Line, type Point } from './Topic.ts';

/** A sentence of so many words is told once in a guide, wherever it stands again. */
const longSentence = 8;
/** How many blocks back an earlier state of a list is looked for. */
const mostBlocksBack = 12;
/** How many lines that share a rare word are compared at most. */
const mostCompared = 20;

/** Whether one line says everything that another one says, with the same numbers and negations. */
export function saysTheSame(line: string, other: string): boolean {
  const stems = contentStems(line);
  if (stems.size < 2) return fold(line) === fold(other);
  return (
    coverage(stems, wordsIn(other)) === 1 &&
    hasTurningWords(other, line) &&
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
    return (lists[0] ?? []).slice(-mostCompared).some((line) => saysTheSame(text, line));
  }
}

/** The least content words of a point that a fuller sentence takes the place of: a short one is a label. */
const leastWordsJoined = 4;

/** The points of a topic by their stems, so that the sentence of a note finds the point that it says more fully. */
class PointsByStem {
  private readonly byStem = new Map<string, Point[]>();

  add(points: readonly Point[]): void {
    for (const point of points) {
      this.add(point.points);
      const stems = contentStems(point.text);
      if (point.points.length > 0 || stems.size < leastWordsJoined) continue;
      for (const stem of stems) {
        const known = this.byStem.get(stem);
        if (known) known.push(point);
        else this.byStem.set(stem, [point]);
      }
    }
  }

  /** The point that a text says in full, with something more. */
  saidMoreFullyBy(text: string): Point | undefined {
    const lists = [...contentStems(text)].map((stem) => this.byStem.get(stem) ?? []).filter((list) => list.length > 0);
    const rarest = lists.toSorted((left, right) => left.length - right.length).slice(0, mostStems);
    return [...new Set(rarest.flatMap((list) => list.slice(-mostOfStem)))].find(
      (point) => saysTheSame(point.text, text) && !saysTheSame(text, point.text),
    );
  }
}

/** How many stems of a sentence, and how many points of each, are looked at. */
const mostStems = 8;
const mostOfStem = 4;

/** The folded text that a slide shows for a point, also where a note has said it more fully. */
type KeyOf = (point: Point) => string;

/** Adds the points that are new, and below equal points those that are new there: slides build lists up step by step. */
function mergePoints(known: readonly Point[], added: readonly Point[], keyOf: KeyOf): Point[] {
  const merged = new Map(known.map((point) => [keyOf(point), point] as const));
  for (const point of added) {
    const same = merged.get(fold(point.text));
    if (same) same.points = mergePoints(same.points, point.points, keyOf);
    else merged.set(fold(point.text), point);
  }
  return [...merged.values()];
}

/** The blocks of a topic, to which those of each of its slides are added. */
export class TopicBlocks {
  readonly blocks: Block[] = [];
  private readonly told = new ToldLines();
  private readonly points = new PointsByStem();
  private readonly shown = new Map<Point, string>();
  private readonly toldSentences: Set<string>;

  /** @param toldSentences - The long sentences of the whole guide, folded; those of the topic are added. */
  constructor(toldSentences: Set<string>) {
    this.toldSentences = toldSentences;
  }

  /**
   * Adds blocks without what the topic says already: a list that grows becomes one list, and a note that says what a bullet says is left
   * out, unless its next sentence goes on with it; where the note says more, its sentence takes the place of the bullet.
   */
  add(added: readonly Block[]): void {
    for (const block of added) {
      if (block.kind === 'table') this.blocks.push(block);
      else if (block.kind === 'paragraph') this.addParagraph(block);
      else this.addList(block);
    }
  }

  private addParagraph(block: Extract<Block, { kind: 'paragraph' }>): void {
    const lines = block.lines.filter((line, at) => {
      const next = block.lines[at + 1];
      // "They …" needs the sentence that says who they are.
      const isNeeded = next !== undefined && goesOn(next.text) && !this.isTold(next);
      return isNeeded || (!this.isTold(line) && !this.isJoined(line, next));
    });
    if (lines.length > 0) this.blocks.push({ ...block, lines });
    this.tell(lines);
  }

  private addList(block: Extract<Block, { kind: 'list' }>): void {
    const keyOf: KeyOf = (point) => this.shown.get(point) ?? fold(point.text);
    const growing = this.blocks
      .slice(-mostBlocksBack)
      .findLast((other) => other.kind === 'list' && isGrowth(other.points, block.points, keyOf));
    if (growing?.kind === 'list') {
      const known = new Set(growing.points);
      growing.points = mergePoints(growing.points, block.points, keyOf);
      this.points.add(growing.points.filter((point) => !known.has(point)));
    } else {
      const points = withoutRepeatedLabels(block.points).filter((point) => point.points.length > 0 || !this.isTold(point));
      if (points.length > 0) this.blocks.push({ ...block, points });
      this.points.add(points);
    }
    this.tell(linesOf(block));
  }

  /** Puts the sentence of a note in the place of the bullet that it says more fully. A sentence that the next one goes on with stays. */
  private isJoined(line: Line, next: Line | undefined): boolean {
    const { pointer } = line.source;
    if (pointer.kind !== 'slide' || pointer.part !== 'notes' || goesOn(line.text) || goesOn(next?.text ?? '')) return false;
    const point = this.points.saidMoreFullyBy(line.text);
    if (!point) return false;
    this.shown.set(point, this.shown.get(point) ?? fold(point.text));
    Object.assign(point, line);
    this.tell([line]);
    return true;
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
const isGrowth = (known: readonly Point[], added: readonly Point[], keyOf: KeyOf): boolean => {
  const texts = new Set(added.map(({ text }) => fold(text)));
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
