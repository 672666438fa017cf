import type { Passage } from '@lectern/contracts';
import type { TableRow } from '../../../styles/GuideWriter.ts';
import { fold, wordCount } from '../../../text/words.ts';
import type { Block } from './Topic.ts';

export interface SourceTable {
  number: number;
  rows: TableRow[];
}

const filledCells = ({ cells }: TableRow): number => cells.filter((cell) => cell.trim() !== '').length;
const sizeOf = ({ rows }: SourceTable): number => rows.reduce((sum, row) => sum + filledCells(row), 0);
const headerOf = ({ rows }: SourceTable): string => fold(rows[0]?.cells.join(' ') ?? '');

export function tablesOf(passages: readonly Passage[]): Map<number, SourceTable> {
  const tables = new Map<number, SourceTable>();
  for (const { kind, cells, table: number, pointer, text } of passages) {
    if (kind !== 'row' || !cells || number === undefined) continue;
    const table = tables.get(number) ?? { number, rows: [] };
    table.rows.push({ cells, source: { pointer, quote: text } });
    tables.set(number, table);
  }
  return tables;
}

/** Merges tables that build up over several slides (same header and a shared row name) into the fullest one, with all rows. */
export function withoutBuilds(tables: ReadonlyMap<number, SourceTable>): Map<number, SourceTable> {
  const kept = new Map<number, SourceTable>();
  const byRow = new Map<string, SourceTable>();
  const keyOf = (header: string, { cells }: TableRow): string => `${header}\n${fold(cells[0] ?? '')}`;
  for (const table of [...tables.values()].sort((left, right) => sizeOf(right) - sizeOf(left))) {
    const header = headerOf(table);
    const body = table.rows.slice(1);
    const same = body.map((row) => byRow.get(keyOf(header, row))).find((known) => known !== undefined);
    if (same) same.rows.push(...body.filter((row) => !byRow.has(keyOf(header, row))));
    else kept.set(table.number, { ...table, rows: [...table.rows] });
    const owner = same ?? kept.get(table.number);
    for (const row of body) if (owner && !byRow.has(keyOf(header, row))) byRow.set(keyOf(header, row), owner);
  }
  return kept;
}

/** Converts a table to blocks. A single row or column becomes a list; a table without words is dropped. */
export function blockOfTable({ rows }: SourceTable, caption: string | undefined): Block[] {
  const filled = rows.filter((row) => filledCells(row) > 0);
  if (!filled.some(({ cells }) => cells.some((cell) => /\p{L}{2}/u.test(cell)))) return [];
  const width = filled.reduce((most, row) => Math.max(most, filledCells(row)), 0);
  if (filled.length >= 2 && width >= 2) return [{ kind: 'table', caption, rows: filled }];
  const points = filled.map(({ cells, source }) => ({ text: cells.filter((cell) => cell.trim() !== '').join(', '), source, points: [] }));
  return [{ kind: 'list', points, isOrdered: false }];
}

const compares =
  /\b(?:vs\.?|versus|compared (?:to|with)|comparison|comparing|differences?|pros and cons)(?=[\s.:,)]|$)|\badvantages and disadvantages\b/i;

const maxHeaderWords = 8;

/** A column of a comparison with its lines. */
interface Column {
  header: Passage;
  lines: readonly Passage[];
}

const isHeader = ({ kind, text }: Passage): boolean =>
  (kind === 'paragraph' || kind === 'bullet') && wordCount(text) <= maxHeaderWords && !/[.?!]$/.test(text);

/** Columns by indentation: "Privacy" with its lines, then "Confidentiality" with its lines. */
function columnsByIndentation(passages: readonly Passage[]): Column[] {
  const columns: { header: Passage; lines: Passage[] }[] = [];
  for (const passage of passages) {
    if (passage.level === 0) columns.push({ header: passage, lines: [] });
    else if (passage.level === 1) columns.at(-1)?.lines.push(passage);
    else return [];
  }
  return columns;
}

/** Columns by text boxes: two boxes with a header each, and two with a list each. */
function columnsByBoxes(passages: readonly Passage[]): Column[] {
  const boxes = [...Map.groupBy(passages, ({ shape }) => shape).entries()]
    .filter(([shape]) => shape !== undefined)
    .map(([, lines]) => lines);
  const headers = boxes.filter((lines) => lines.length === 1).flat();
  const lists = boxes.filter((lines) => lines.length > 1 && lines.every(({ kind, level }) => kind === 'bullet' && level === 0));
  const isPair = boxes.length === 4 && headers.length === 2 && lists.length === 2;
  return isPair ? headers.map((header, at) => ({ header, lines: lists[at] ?? [] })) : [];
}

/** The comparison on a slide as a two-column table; `undefined` if there is none. */
export function comparisonOf(passages: readonly Passage[], title: string): Block | undefined {
  if (passages.some(({ pointer, kind }) => pointer.kind !== 'slide' || pointer.part !== 'body' || kind === 'caption')) return undefined;
  const columns = [compares.test(title) ? columnsByIndentation(passages) : [], columnsByBoxes(passages)].find(
    (found) => found.length === 2 && found.every(({ header, lines }) => isHeader(header) && lines.length > 0),
  );
  if (!columns) return undefined;
  const rowOf = (cells: readonly (Passage | undefined)[]): TableRow[] => {
    const first = cells.find((cell) => cell !== undefined);
    return first ? [{ cells: cells.map((cell) => cell?.text ?? ''), source: { pointer: first.pointer, quote: first.text } }] : [];
  };
  const length = Math.max(...columns.map(({ lines }) => lines.length));
  const rows = [
    rowOf(columns.map(({ header }) => header)),
    ...Array.from({ length }, (_, at) => rowOf(columns.map(({ lines }) => lines[at]))),
  ];
  return { kind: 'table', caption: undefined, rows: rows.flat() };
}
