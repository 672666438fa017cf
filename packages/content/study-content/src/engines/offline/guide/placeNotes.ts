import { Counter } from '../../../text/collections.ts';
import { coverage, hasStem, wordsIn } from '../../../text/wordMatching.ts';
import { contentStems, fold, wordCount } from '../../../text/words.ts';
import { refersBack, isNote, linesOfPoints, isCoveredBy, type Block, type Line, type Point } from './Topic.ts';

/** In content words. */
const maxLabelWords = 3;
/** Points with fewer content words are labels, which no note replaces. */
const minReplaceableWords = 4;
/** A longer note, relative to its point, adds to the point instead of replacing it. */
const maxLengthRatio = 2.5;
/** A slide with more points is prose, which notes do not explain point by point. */
const maxPoints = 60;

/** Whether a sentence depends on the previous one. */
const isBound = (text: string): boolean => refersBack(text) || /^(?:because|for (?:example|instance)|examples?)\b/i.test(text);

/** The distinguishing stems of a point. */
interface Known {
  point: Point;
  own: readonly string[];
  label: readonly string[];
}

const labelOf = (text: string): string => text.split(/[:–(]/, 1)[0] ?? text;

/** Finds the stems of each point that occur neither in other points nor in the title. */
function knownPoints(points: readonly Point[], title: string): Known[] {
  const counts = new Counter(points.flatMap(({ text }) => [...contentStems(text)]));
  const isOwn = (stem: string): boolean => counts.of(stem) === 1 && !hasStem(wordsIn(title), stem);
  return points.map((point) => {
    const label = contentStems(labelOf(point.text));
    // A single word, such as a box of a diagram, is too unspecific.
    const isTelling = label.size > 1 || contentStems(point.text).size > 1;
    const isNamed = label.size > 0 && label.size <= maxLabelWords && isTelling && [...label].every(isOwn);
    return { point, own: [...contentStems(point.text)].filter(isOwn), label: isNamed ? [...label] : [] };
  });
}

/** The point that a sentence explains: it contains the point's label, or at least two distinguishing stems, and the most of them. */
function explainedBy(text: string, known: readonly Known[]): Point | undefined {
  const words = wordsIn(text);
  let best: { point: Point; count: number } | undefined;
  for (const { point, own, label } of known) {
    const count = own.filter((stem) => hasStem(words, stem)).length;
    const isNamed = label.length > 0 && coverage(label, words) === 1;
    if ((count >= 2 || isNamed) && count > (best?.count ?? 0)) best = { point, count };
  }
  return best?.point;
}

/** Adds a note to its point. If the note repeats the point, the fuller wording is kept. */
function explain(point: Point, line: Line, isFirst: boolean): void {
  const mayRepeat = isFirst && !/[?？]/.test(point.text);
  if (mayRepeat && isCoveredBy(line.text, point.text)) return;
  const isFuller =
    mayRepeat && point.points.length === 0 && contentStems(point.text).size >= minReplaceableWords && isCoveredBy(point.text, line.text);
  if (isFuller && wordCount(line.text) <= wordCount(point.text) * maxLengthRatio) {
    Object.assign(point, line, { shown: point.shown ?? fold(point.text) });
    return;
  }
  const last = point.points.at(-1);
  if (!isFirst && last && isNote(last.source)) last.text += ` ${line.text}`;
  else point.points.push({ ...line, points: [] });
}

/** Whether notes answer the questions of a slide, one paragraph each. */
const areAnswers = (points: readonly Point[], notes: readonly Block[]): boolean =>
  points.length > 1 && points.length === notes.length && points.filter(({ text }) => /[?？]/.test(text)).length * 2 >= points.length;

/** Moves speaker notes below the points that they explain. A sentence without a match stays with the previous one. */
export function placeNotes(blocks: readonly Block[], title: string): Block[] {
  const points = blocks
    .flatMap((block) => (block.kind === 'list' ? linesOfPoints(block.points) : []))
    .filter(({ source }) => !isNote(source));
  if (points.length === 0 || points.length > maxPoints) return [...blocks];
  const isOfNotes = (block: Block): block is Extract<Block, { kind: 'paragraph' }> =>
    block.kind === 'paragraph' &&
    !block.label &&
    block.lines.every(({ source }) => isNote(source)) &&
    !/[:：]$/.test(block.lines.at(-1)?.text ?? '');
  const notes = blocks.filter(isOfNotes);
  if (areAnswers(points, notes)) {
    for (const [at, { lines }] of notes.entries())
      for (const [index, line] of lines.entries()) explain(points[at] as Point, line, index === 0);
    return blocks.filter((block) => !isOfNotes(block));
  }
  const known = knownPoints(points, title);
  return blocks.flatMap((block): Block[] => {
    if (!isOfNotes(block)) return [block];
    const left: Line[] = [];
    let explained: Point | undefined;
    for (const [at, line] of block.lines.entries()) {
      const isAfterQuestion = /[?？]$/.test(block.lines[at - 1]?.text ?? '');
      const point = at > 0 && (isAfterQuestion || isBound(line.text)) ? undefined : explainedBy(line.text, known);
      const isFirst = point !== undefined && point !== explained;
      explained = point ?? explained;
      if (explained) explain(explained, line, isFirst);
      else left.push(line);
    }
    return left.length > 0 ? [{ ...block, lines: left }] : [];
  });
}
