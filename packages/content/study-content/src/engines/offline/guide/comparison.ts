import type { Passage } from '@lectern/contracts';
import { wordCount } from '../../../text/words.ts';
import type { TableRow } from '../../../styles/GuideWriter.ts';
import type { Block } from './Topic.ts';

/** A title of two things that are compared. */
const compares =
  /\b(?:vs\.?|versus|compared (?:to|with)|comparison|comparing|differences?|pros and cons)(?=[\s.:,)]|$)|\badvantages and disadvantages\b/i;

const longestHeader = 8;

/** A column of a comparison: its header, and the lines below it. */
interface Column {
  header: Passage;
  lines: readonly Passage[];
}

const isHeader = ({ kind, text }: Passage): boolean =>
  (kind === 'paragraph' || kind === 'bullet') && wordCount(text) <= longestHeader && !/[.?!]$/.test(text);

/** "Privacy", and below it what it protects; "Confidentiality", and below it what that protects. */
function columnsByIndentation(passages: readonly Passage[]): Column[] {
  const columns: { header: Passage; lines: Passage[] }[] = [];
  for (const passage of passages) {
    if (passage.level === 0) columns.push({ header: passage, lines: [] });
    else if (passage.level === 1) columns.at(-1)?.lines.push(passage);
    else return [];
  }
  return columns;
}

/** Two text boxes with a short line each, and two with a list each: the columns of a slide. */
function columnsByBoxes(passages: readonly Passage[]): Column[] {
  const boxes = [...Map.groupBy(passages, ({ shape }) => shape).entries()]
    .filter(([shape]) => shape !== undefined)
    .map(([, lines]) => lines);
  const headers = boxes.filter((lines) => lines.length === 1).flat();
  const lists = boxes.filter((lines) => lines.length > 1 && lines.every(({ kind, level }) => kind === 'bullet' && level === 0));
  const isPair = boxes.length === 4 && headers.length === 2 && lists.length === 2;
  return isPair ? headers.map((header, at) => ({ header, lines: lists[at] ?? [] })) : [];
}

/** Two things that the body of a slide compares, as a table with a column for each; `undefined` if it compares none. */
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
