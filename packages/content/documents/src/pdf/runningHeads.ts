import { rowsOf, type TextRun } from './textRuns.ts';
import { cleanText } from '../text/cleanText.ts';
import type { RunningHead } from '../text/sourceOfParagraphs.ts';

/** Rows at either edge of a page that may be running heads. */
const rowsAtEdge = 2;
/** A line on this many pages at one height is a running head; left and right pages often have their own. */
const pagesOfHead = 3;
/** In a document of at most this many pages, two are enough. */
const fewPages = 8;
/** Heights within this distance are equal. Points. */
const heightStep = 4;
/** Share of the page's height at either edge in which running heads stand. */
const edge = 0.12;

/** Minimum share of numbers that follow the pages. */
const leastFollowing = 0.8;

/** A longer row is text. */
const longestHead = 300;
/** Maximum size of a running head relative to the text. */
const largestHeadScale = 1.1;
/** Larger letters belong to a heading, even if they are a number. Relative to the text. */
const largestNumberScale = 1.5;

/** A bare number with an optional word for "page", sometimes followed by the number of pages. */
const pageNumber =
  /^[^\p{L}\p{N}]*(?<label>(?:page|seite|pag\.?|página|p\.?)\s*)?(?<number>\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur)\s*\d{1,4})?[^\p{L}\p{N}]*$/iu;
/** Numbers of a row in lower case. Roman ones are whole words. */
const numbers = /\d+|(?<![\p{L}\p{N}])[ivxlc]{1,7}(?![\p{L}\p{N}])/gu;
const roman = /^c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Returns the value of a number in lower case; `undefined` for letters that are no Roman number. */
function valueOf(written: string): number | undefined {
  if (/^\d+$/.test(written)) return Number(written);
  if (!roman.test(written)) return undefined;
  const values = [...written].map((digit) => romanDigits[digit] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

const textOf = (row: readonly TextRun[]): string =>
  row
    .toSorted((left, right) => left.left - right.left)
    .map(({ text }) => text.trim())
    .join(' ');

interface EdgeRow {
  runs: TextRun[];
  page: number;
  /** The edge, and the distance from it in steps. */
  place: string;
  /** In lower case. */
  text: string;
  /** Whether the file has it in lower case. */
  isInSmallLetters: boolean;
  written: string;
}

function edgeRows(runs: readonly TextRun[], height: number, page: number): EdgeRow[] {
  const rows = rowsOf(runs);
  const rowAt = (row: TextRun[], edgeName: 'top' | 'bottom'): EdgeRow | undefined => {
    const baseline = row[0]?.baseline ?? 0;
    const distance = edgeName === 'top' ? baseline : height - baseline;
    const written = textOf(row);
    const text = written.toLowerCase();
    if (distance > height * edge || text.length > longestHead) return undefined;
    return {
      runs: row,
      page,
      place: `${edgeName} ${String(Math.round(distance / heightStep))}`,
      text,
      isInSmallLetters: written === text,
      written,
    };
  };
  const top = rows.slice(0, rowsAtEdge).flatMap((row) => rowAt(row, 'top') ?? []);
  const bottom = rows.slice(Math.max(rowsAtEdge, rows.length - rowsAtEdge)).flatMap((row) => rowAt(row, 'bottom') ?? []);
  return [...top, ...bottom];
}

/** Returns a predicate: whether a key occurs at least `enough` times. */
function frequent(keys: Iterable<string>, enough: number): (key: string) => boolean {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (key) => (counts.get(key) ?? 0) >= enough;
}

/** Returns the page numbering of a number. All numbers of one numbering differ equally from the page's index. */
const numberingOf = (written: string, page: number): string | undefined => {
  const value = valueOf(written);
  return value === undefined ? undefined : `${/^\d/.test(written) ? 'arabic' : 'roman'} ${String(value - page)}`;
};

interface RowNumber {
  /** The row's place and words, and the index of the number. */
  group: string;
  /** The group with the numbering, or with the number as written. */
  key: string;
  page: number;
  value: number | undefined;
}

function numbersOf({ text, place, page }: EdgeRow): RowNumber[] {
  const words = text.replace(numbers, '#');
  return [...text.matchAll(numbers)].map(([written], index) => {
    const group = `${place} ${words} ${String(index)}`;
    return { group, key: `${group} ${numberingOf(written, page) ?? written}`, page, value: valueOf(written) };
  });
}

/**
 * Returns a predicate: whether a number counts the pages. On slides that appear step by step, it stays for some pages and never grows
 * faster than they do. A number that does neither belongs to a heading, such as "Question 3".
 */
function countingTest(rows: readonly EdgeRow[], enough: number): (number: RowNumber) => boolean {
  const all = rows.flatMap(numbersOf);
  const isNumbering = frequent(
    all.map(({ key }) => key),
    enough,
  );
  const returns = frequent(
    all.map(({ group }) => group),
    enough,
  );
  const byGroup = Map.groupBy(all, ({ group }) => group);
  const following = new Set(
    [...byGroup].flatMap(([group, own]) =>
      own.filter(({ key }) => isNumbering(key)).length >= leastFollowing * own.length ? [group] : [],
    ),
  );
  const unsteady = new Set<string>();
  const stays = new Set<string>();
  const last = new Map<string, RowNumber>();
  for (const number of all) {
    const known = last.get(number.group);
    const before = known ?? number;
    const step = (number.value ?? NaN) - (before.value ?? NaN);
    if (!(step >= 0 && step <= number.page - before.page)) unsteady.add(number.group);
    if (known && step === 0) stays.add(number.group);
    last.set(number.group, number);
  }
  return ({ group, key }) => (isNumbering(key) && following.has(group)) || (returns(group) && stays.has(group) && !unsteady.has(group));
}

/** Returns a row's place and words. Page counts are replaced; other numbers distinguish rows. */
function keyOf(row: EdgeRow, countsUp: (number: RowNumber) => boolean): string {
  const own = numbersOf(row);
  let index = -1;
  const words = row.text.replace(numbers, (written) => {
    index += 1;
    const number = own[index];
    return number && countsUp(number) ? '#' : written;
  });
  return `${row.place} ${words}`;
}

const isWithin = ({ runs }: EdgeRow, size: number): boolean => runs.every((run) => run.size <= size);

/** Returns a predicate: whether a row is only a page number. It counts the pages, is the page's own, or is a small Roman one. */
function pageNumberTest(rows: readonly EdgeRow[], enough: number, bodySize: number): (row: EdgeRow) => boolean {
  const numberingAt = ({ text, page }: EdgeRow): string | undefined => {
    const written = pageNumber.exec(text)?.groups?.['number'];
    return written === undefined ? undefined : numberingOf(written, page);
  };
  const isNumbering = frequent(
    rows.flatMap((row) => numberingAt(row) ?? []),
    enough,
  );
  return (row) => {
    const numbering = numberingAt(row);
    if (numbering === undefined || !isWithin(row, bodySize * largestNumberScale)) return false;
    if (isNumbering(numbering)) return true;
    const isNamed = pageNumber.exec(row.text)?.groups?.['label'] !== undefined;
    return (
      (isNamed || numbering === 'arabic 0' || (numbering.startsWith('roman') && row.isInSmallLetters)) &&
      isWithin(row, bodySize * largestHeadScale)
    );
  };
}

/**
 * Returns a predicate: whether a row recurs at the same height. Bold rows are headings ("Exercise 1", "Exercise 2"), unless their text is
 * equal.
 */
function runningHeadTest(rows: readonly EdgeRow[], enough: number, bodySize: number): (row: EdgeRow) => boolean {
  const countsUp = countingTest(rows, enough);
  const returns = frequent(
    rows.map((row) => keyOf(row, countsUp)),
    enough,
  );
  const staysEqual = frequent(
    rows.map(({ place, text }) => `${place} ${text}`),
    enough,
  );
  return (row) => {
    if (!isWithin(row, bodySize * largestHeadScale)) return false;
    const isBold = row.runs.every((run) => run.isBold);
    return isBold ? staysEqual(`${row.place} ${row.text}`) : returns(keyOf(row, countsUp));
  };
}

/**
 * Separates running heads, feet and page numbers from the pages: rows at the edge of a page that recur at the same height. Titles of slides
 * recur as well, so larger letters are kept.
 *
 * @param bodySize - The size of most letters.
 */
export function withoutRunningHeads<Page extends { page: number; height: number; runs: readonly TextRun[] }>(
  pages: readonly Page[],
  bodySize: number,
): { runs: TextRun[][]; heads: RunningHead[] } {
  const rows = pages.map(({ runs, height }, index) => edgeRows(runs, height, index + 1));
  const enough = pages.length <= fewPages ? 2 : pagesOfHead;
  const isPageNumber = pageNumberTest(rows.flat(), enough, bodySize);
  const isRunningHead = runningHeadTest(rows.flat(), enough, bodySize);
  const heads: RunningHead[] = [];
  const kept = pages.map(({ runs, page }, index) => {
    const own = (rows[index] ?? []).filter((row) => isRunningHead(row) || (isPageNumber(row) && pages.length > 1));
    const dropped = new Set(own.flatMap((row) => row.runs));
    // On a page of a few lines, a row may be at both edges.
    const texts = new Set(own.filter((row) => !pageNumber.test(row.text)).map(({ written }) => cleanText(written)));
    heads.push(...[...texts].map((text) => ({ text, page })));
    return runs.filter((run) => !dropped.has(run));
  });
  return { runs: kept, heads };
}
