import type { Passage } from '@lectern/contracts';
import { wordCount } from '../../../text/words.ts';
import type { TableRow } from '../../../styles/GuideWriter.ts';
import type { Block } from './Topic.ts';

/** Titles of comparisons. */
const compares =
  /\b(?:vs\.?|versus|compared (?:to|with)|comparison|comparing|differences?|pros and cons)(?=[\s.:,)]|$)|\badvantages and disadvantages\b/i;

const longestHeader = 8;

/** A column of a comparison with its lines. */
interface Column {
  header: Passage;
  lines: readonly Passage[];
}

const isHeader = ({ kind, text }: Passage): boolean =>
  (kind === 'paragraph' || kind === 'bullet') && wordCount(text) <= longestHeader && !/[.?!]$/.test(text);

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
