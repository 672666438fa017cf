import type { Reference, ReferencePage } from './readReference.ts';

/** How a document's text compares with the output of two other programs. */
export interface Comparison {
  /** Words that both other programs find, and how many of them are found here. */
  words: number;
  found: number;
  /** Pairs of lines that are in the same order in both other programs, and how many of them are in that order here. */
  pairs: number;
  ordered: number;
}

/** Shorter lines may occur in several places. Letters. */
const shortestLine = 12;
/** The share of a page's height at the top and bottom in which running heads are expected. */
const edge = 0.12;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
const lettersOf = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]+/gu, '');
/** Removes words that are hyphenated across lines, because the two programs join them differently. */
const withoutParted = (text: string): string => text.replace(/\S*[-‐\u00ad]\s*\n\s*\S*/g, ' ');

const counted = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const withoutNumbers = (line: string): string => plain(line).replace(/\d+|\b[ivxlc]+\b/g, '#');
const edgeLines = ({ lines, height }: ReferencePage): string[] =>
  lines.flatMap(([text, bottom]) => (bottom < height * edge || bottom > height * (1 - edge) ? [text] : []));

/** Returns the position of a line in a text; -1 if it is absent or not unique. */
const placeIn = (text: string, line: string): number => {
  const at = text.indexOf(line);
  return at < 0 || text.indexOf(line, at + 1) >= 0 ? -1 : at;
};

/** Compares a text with the output of two other programs. Running heads, which both of them keep, are excluded. */
export function compare({ pages }: Reference, text: string): Comparison {
  const edges = pages.map((page) => [...new Set(edgeLines(page).map(withoutNumbers))]);
  const pagesWith = counted(edges.flat());
  const isHead = (line: string): boolean => (pagesWith.get(withoutNumbers(line)) ?? 0) > 1;
  const heads = counted(pages.flatMap((page) => edgeLines(page).filter(isHead).flatMap(wordsOf)));
  const theirs = counted(wordsOf(withoutParted(pages.map(({ lines }) => lines.map(([line]) => line).join('\n')).join('\n'))));
  const layout = counted(wordsOf(withoutParted(pages.map((page) => page.layout).join('\n'))));
  const ours = counted(wordsOf(text));
  const result: Comparison = { words: 0, found: 0, pairs: 0, ordered: 0 };
  for (const [word, count] of theirs) {
    const both = Math.max(0, Math.min(count, layout.get(word) ?? 0) - (heads.get(word) ?? 0));
    result.words += both;
    result.found += Math.min(both, ours.get(word) ?? 0);
  }
  const letters = lettersOf(text);
  for (const { lines, reading } of pages) {
    const readingLetters = lettersOf(reading);
    const places = lines.flatMap(([line]) => {
      const own = lettersOf(line);
      const [at, read] = [placeIn(letters, own), placeIn(readingLetters, own)];
      return own.length < shortestLine || isHead(line) || at < 0 || read < 0 ? [] : [{ at, read }];
    });
    places.slice(1).forEach((next, index) => {
      const before = places[index];
      if (!before || before.read > next.read) return;
      result.pairs += 1;
      if (before.at < next.at) result.ordered += 1;
    });
  }
  return result;
}
