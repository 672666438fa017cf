import { placeOf } from '../../../text/pointers.ts';
import { wordCount, withoutStop } from '../../../text/words.ts';
import type { Cell, Highest, Place } from '../facts.ts';
import type { UsablePassage } from '../statements.ts';
import { withoutFootnotes } from '../statements.ts';

/** A table with its header and the rows that have a name. */
interface NamedTable {
  number: number;
  header: UsablePassage;
  headers: readonly string[];
  body: readonly UsablePassage[];
}

const placeOfRow = (row: UsablePassage): Place => ({
  topic: row.topic,
  place: placeOf(row.passage.pointer),
  index: row.index,
  source: { pointer: row.passage.pointer, quote: row.passage.text },
});

function namedTable(number: number, rows: readonly UsablePassage[]): NamedTable | undefined {
  const header = rows.find(({ passage }) => passage.row === 0);
  const body = rows.filter(({ passage }) => passage.row !== 0 && passage.cells?.[0]);
  const headers = header?.passage.cells ?? [];
  return header && body.length >= 2 && headers.length >= 2 ? { number, header, headers, body } : undefined;
}

const isChart = ({ header: { passage } }: NamedTable): boolean => passage.pointer.kind === 'slide' && passage.pointer.part === 'chart';

/** The highest value of a chart with one series. */
function highestOf({ header, headers, body }: NamedTable, captions: readonly UsablePassage[]): Highest[] {
  const values = body.map((row) => ({
    row,
    text: row.passage.cells?.[0] ?? '',
    value: row.passage.cells?.[1] ?? '',
    size: Number.parseFloat(row.passage.cells?.[1] ?? ''),
  }));
  const best = values.reduce((left, right) => (right.size > left.size ? right : left));
  const others = values.filter(({ text }) => text !== best.text);
  const isOneSeries = headers.length === 2 && others.length >= 2;
  if (!isOneSeries || others.some(({ size }) => !(size < best.size)) || values.some(({ text }) => /^\d+$/.test(text))) return [];
  return [
    {
      type: 'highest',
      caption: captions.find(({ index }) => index < header.index)?.passage.text ?? header.topic,
      measure: headers[1] ?? '',
      winner: best.text,
      value: best.value,
      others: others.map(({ text, value }) => ({ text, value })),
      ...placeOfRow(best.row),
    },
  ];
}

/** A table with at least this share of one-character cells is a truth table or a matrix of ticks. */
const matrixShare = 0.6;
const longest = { header: 8, value: 22, row: 14 } as const;

/** Whether a table has facts: it is no matrix, and its first row is a header and not text. */
function tellsFacts({ headers, body }: NamedTable): boolean {
  const cells = body.flatMap(({ passage }) => passage.cells ?? []).filter((cell) => cell !== '');
  const isMatrix = cells.filter((cell) => cell.length <= 1).length >= cells.length * matrixShare;
  return !isMatrix && !headers.some((text) => wordCount(text) > longest.header) && (headers[0] ?? '') !== headers[1];
}

/** A cell without "This type of … can be treated by". */
const valueOf = (cell: string): string =>
  withoutStop(withoutFootnotes(cell)).replace(
    /^this (?:type|kind) of .{1,40}? (?:can be|may be|is|are) \p{L}+ (?:by|through)\s*:?\s*/iu,
    '',
  );

const isTellingValue = (value: string): boolean =>
  /[\p{L}\d]/u.test(value) &&
  wordCount(value) <= longest.value &&
  !/^(this|these|those|it|they|such)\b/i.test(value) &&
  !/^(yes|no|x|✓|✔|-|–|n\/a)$/i.test(value);

const isTellingName = (name: string): boolean => /\p{L}{2}/u.test(name) && !/\d/.test(name);

/** The cells of a row under their headers; the first cell names the row. */
function cellsOf({ number, headers }: NamedTable, one: UsablePassage): Cell[] {
  const cells = one.passage.cells ?? [];
  const row = withoutStop(withoutFootnotes(cells[0] ?? ''));
  if (!/\p{L}{2}/u.test(row) || wordCount(row) > longest.row) return [];
  return cells.flatMap((quote, column): Cell[] => {
    const value = valueOf(quote);
    const header = withoutStop(headers[column] ?? '');
    if (column === 0 || !isTellingName(header) || !isTellingValue(value)) return [];
    return [{ type: 'cell', table: number, header, row, value, ...placeOfRow(one), source: { pointer: one.passage.pointer, quote } }];
  });
}

/** The facts of tables and charts: each cell under its header, and a chart's highest value. */
export function tablesOf(passages: UsablePassage[]): (Cell | Highest)[] {
  const tables = Map.groupBy(
    passages.filter(({ passage }) => passage.kind === 'row' && passage.table !== undefined),
    ({ passage }) => passage.table ?? 0,
  );
  const captions = Map.groupBy(
    passages.filter(({ passage }) => passage.kind === 'caption'),
    ({ passage }) => placeOf(passage.pointer),
  );
  return [...tables.entries()].flatMap(([number, rows]): (Cell | Highest)[] => {
    const table = namedTable(number, rows);
    if (!table) return [];
    if (isChart(table)) return highestOf(table, captions.get(placeOf(table.header.passage.pointer)) ?? []);
    return tellsFacts(table) ? table.body.flatMap((row) => cellsOf(table, row)) : [];
  });
}
