import type { Passage } from '@lectern/contracts';
import type { TableRow } from '../../../styles/GuideWriter.ts';
import { fold } from '../../../text/words.ts';
import type { Block } from './Topic.ts';

/** A table of the source. */
export interface SourceTable {
  number: number;
  rows: TableRow[];
}

const filledCells = ({ cells }: TableRow): number => cells.filter((cell) => cell.trim() !== '').length;
const sizeOf = ({ rows }: SourceTable): number => rows.reduce((sum, row) => sum + filledCells(row), 0);
const headerOf = ({ rows }: SourceTable): string => fold(rows[0]?.cells.join(' ') ?? '');

/** Reads tables by number. */
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
