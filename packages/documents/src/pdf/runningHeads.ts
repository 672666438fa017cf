import { rowsOf } from './joinRuns.ts';
import type { TextRun } from './TextRun.ts';

/** Rows at the top and at the bottom of a page that may be running heads. */
const rowsAtEdge = 2;
/** A line on so many pages at one height is a running head; left and right pages often have their own. */
const pagesOfHead = 3;
/** In a document of so few pages a line on two of them is one. */
const fewPages = 8;
/** Heights are equal within so many points. */
const heightStep = 4;
/** The part of the page's height at either edge in which running heads stand. */
const edge = 0.12;

const pageNumber =
  /^[\W_]*(?:(?:page|seite|p\.?|pag\.?|página)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur)\s*\d{1,4})?[\W_]*$/iu;

const textOf = (row: readonly TextRun[]): string =>
  row
    .toSorted((left, right) => left.left - right.left)
    .map(({ text }) => text.trim())
    .join(' ');

/** A row at the edge of a page: its words without numbers, and its height. */
interface EdgeRow {
  runs: TextRun[];
  text: string;
  key: string;
  isPageNumber: boolean;
}

const keyAt = (words: string, fromTop: boolean, height: number): string =>
  `${fromTop ? 'top' : 'bottom'} ${String(Math.round(height / heightStep))} ${words}`;

function edgeRows(runs: readonly TextRun[], height: number): EdgeRow[] {
  const rows = rowsOf(runs);
  const rowAt = (row: TextRun[], fromTop: boolean): EdgeRow | undefined => {
    const baseline = row[0]?.baseline ?? 0;
    const distance = fromTop ? baseline : height - baseline;
    if (distance > height * edge) return undefined;
    const text = textOf(row);
    const words = text.replace(/\d+|\b[ivxlc]+\b/gi, '#').toLowerCase();
    return { runs: row, text, key: keyAt(words, fromTop, distance), isPageNumber: pageNumber.test(text) };
  };
  const top = rows.slice(0, rowsAtEdge).flatMap((row) => rowAt(row, true) ?? []);
  const bottom = rows.slice(Math.max(rowsAtEdge, rows.length - rowsAtEdge)).flatMap((row) => rowAt(row, false) ?? []);
  return [...top, ...bottom];
}

/**
 * The pages without running heads, running feet and page numbers: rows at the edge of a page that return at the same height on other pages. Titles
 * of slides return as well, so letters that are larger than the text are kept.
 *
 * @param bodySize - The size of most letters.
 */
export function withoutRunningHeads<Page extends { height: number; runs: readonly TextRun[] }>(
  pages: readonly Page[],
  bodySize: number,
): TextRun[][] {
  const rows = pages.map(({ runs, height }) => edgeRows(runs, height));
  const counts = new Map<string, number>();
  for (const own of rows) for (const { key } of own) counts.set(key, (counts.get(key) ?? 0) + 1);
  const enough = pages.length <= fewPages ? 2 : pagesOfHead;
  return pages.map(({ runs }, index) => {
    const dropped = new Set(
      (rows[index] ?? []).flatMap(({ key, isPageNumber, runs: own }) => {
        const isSmall = own.every(({ size }) => size <= bodySize * 1.1);
        const returns = (counts.get(key) ?? 0) >= enough;
        return (isSmall && returns) || (isPageNumber && pages.length > 1) ? own : [];
      }),
    );
    return runs.filter((run) => !dropped.has(run));
  });
}
