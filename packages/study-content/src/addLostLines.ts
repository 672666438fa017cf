import { asksForBrevity, escapeMarkdown, placeOf, type Passage, type Source } from '@lectern/contracts/plain';
import { linesKept } from './gate/factsKept.ts';
import type { Guide } from './StudyContentEngine.ts';
import { gatheredHeadings } from './styles/guidePhrases.ts';
import { referenceTo } from './styles/GuideWriter.ts';
import type { GuideLine } from './text/guideLines.ts';
import { hasSeveralDocuments } from './text/pointers.ts';

const reference = /\(#(?:slide|paragraph)-(\d+)\)/g;

const worksheet = /^## \w+ worksheet$/;

/**
 * For each place that a guide cites, the line after which more about it can stand: the last line of the last block that cites it. Terms, questions
 * and worksheets gather what other sections say: nothing more stands there.
 */
function lastLines(lines: readonly string[]): Map<number, number> {
  const found = new Map<number, number>();
  let isGathered = false;
  for (const [index, line] of lines.entries()) {
    const heading = /^#{2,3} (.*)/.exec(line)?.[1];
    if (worksheet.test(line)) break;
    if (heading !== undefined) isGathered = gatheredHeadings.has(heading);
    if (isGathered || /^\s*#/.test(line)) continue;
    for (const [, place] of line.matchAll(reference)) {
      let end = index;
      while ((lines[end + 1] ?? '').trim() !== '') end += 1;
      found.set(Number(place), end);
    }
  }
  return found;
}

/** Returns the line for a place: its own, else that of the last cited place before it, else that of the first one. */
function lineFinder(known: ReadonlyMap<number, number>): (place: number) => number | undefined {
  const places = [...known.keys()].sort((left, right) => left - right);
  return (place) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return known.get(places[Math.max(0, low - 1)] ?? -1);
  };
}

/** The words of a line as a guide shows them: the cells of a row apart. */
const shownText = ({ text, passage: { kind, cells } }: GuideLine): string =>
  kind === 'row' ? (cells ?? []).filter(Boolean).join(' – ') : text;

/** A line of a source, with its quote. */
const quoteOf = ({ text, passage: { kind, text: whole } }: GuideLine): string => (kind === 'row' || kind === 'title' ? whole : text);

/** Lines of the material that a guide is to tell. */
export interface LineInsertion {
  markdown: string;
  lines: readonly Pick<Passage, 'text' | 'pointer'>[];
  /** Whether the source has several documents: references then name their own. */
  hasSeveralDocuments: boolean;
}

/**
 * Adds lines of the material to the markdown of a guide, each as a point with its reference, behind what is said of their place. They stand at the end
 * where nothing is cited.
 */
export function insertLines({ markdown, lines: added, hasSeveralDocuments: isOneOfSeveral }: LineInsertion): string {
  const lines = markdown.trimEnd().split('\n');
  const lineFor = lineFinder(lastLines(lines));
  const byLine = Map.groupBy(added, ({ pointer }) => lineFor(placeOf(pointer)) ?? lines.length - 1);
  const written = lines.flatMap((line, index) => {
    const own = byLine.get(index);
    return own
      ? [line, '', ...own.map(({ text, pointer }) => `- ${escapeMarkdown(text)} ${referenceTo(pointer, isOneOfSeveral)}`), '']
      : [line];
  });
  return `${written
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

/**
 * Adds what a guide left out. A learner who asks for a brief guide gets it as it is.
 *
 * @param isQuoting - Whether the engine tells the material line by line. Another one may say a line in other words.
 */
export function addLostLines(guide: Guide, source: Source, stylePreference: string | undefined, isQuoting: boolean): Guide {
  if (asksForBrevity(stylePreference)) return guide;
  const { lost } = linesKept(guide.markdownContent, source, isQuoting);
  if (lost.length === 0) return guide;
  const added = lost.map((line) => ({ text: shownText(line), pointer: line.passage.pointer }));
  return {
    ...guide,
    markdownContent: insertLines({ markdown: guide.markdownContent, lines: added, hasSeveralDocuments: hasSeveralDocuments(source) }),
    sources: [...guide.sources, ...lost.map((line) => ({ pointer: line.passage.pointer, quote: quoteOf(line) }))],
  };
}
