import { asksForBrevity, escapeMarkdown, placeOf, type Source } from '@lectern/contracts/plain';
import { factsKept } from './gate/factsKept.ts';
import type { Guide } from './StudyContentEngine.ts';
import { referenceTo } from './styles/GuideWriter.ts';
import { hasSeveralDocuments } from './text/pointers.ts';
import type { TeachingStatement } from './text/teaching.ts';

const reference = /\(#(?:slide|paragraph)-(\d+)\)/g;

/** For each place that a guide cites, the line after which more about it can stand: the last line of the last block that cites it. */
function lastLines(lines: readonly string[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    if (/^\s*#/.test(line)) continue;
    for (const [, place] of line.matchAll(reference)) {
      let end = index;
      while ((lines[end + 1] ?? '').trim() !== '') end += 1;
      found.set(Number(place), end);
    }
  }
  return found;
}

/** The line for a statement: that of its own place, else of the last cited place before it, else of the first one. */
function lineFor(place: number, known: ReadonlyMap<number, number>): number | undefined {
  const before = [...known.keys()].filter((other) => other <= place);
  const nearest = before.length > 0 ? Math.max(...before) : Math.min(...known.keys());
  return known.get(nearest);
}

/**
 * Adds the statements that a guide left out, each as a point with its reference, behind what the guide says of their slide. A learner who asks
 * for a brief guide gets it as it is.
 */
export function addLostFacts(guide: Guide, source: Source, stylePreference: string | undefined): Guide {
  const { lost } = factsKept(guide.markdownContent, source);
  const lines = guide.markdownContent.trimEnd().split('\n');
  const known = lastLines(lines);
  if (asksForBrevity(stylePreference) || lost.length === 0 || known.size === 0) return guide;
  const byLine = Map.groupBy(lost, ({ passage }) => lineFor(placeOf(passage.pointer), known) ?? lines.length - 1);
  const pointOf = ({ text, passage }: TeachingStatement): string =>
    `- ${escapeMarkdown(passage.kind === 'row' ? (passage.cells ?? []).filter(Boolean).join(' – ') : text)} ${referenceTo(passage.pointer, hasSeveralDocuments(source))}`;
  const markdown = lines.flatMap((line, index) => {
    const added = byLine.get(index);
    return added ? [line, '', ...added.map(pointOf), ''] : [line];
  });
  const citations = lost.map(({ text, passage }) => ({ pointer: passage.pointer, quote: passage.kind === 'row' ? passage.text : text }));
  return {
    ...guide,
    markdownContent: `${markdown.join('\n').replace(/\n{3,}/g, '\n\n')}\n`,
    sources: [...guide.sources, ...citations],
  };
}
