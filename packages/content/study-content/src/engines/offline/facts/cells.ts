import { placeOf } from '@lectern/contracts/plain';
import { contentStems, shared, wordCount, withoutStop } from '../../../text/words.ts';
import type { Cell, Place } from './Fact.ts';
import { neverNouns } from './grammar.ts';
import type { UsablePassage } from '../statements.ts';
import { withoutFootnotes } from '../statements.ts';

/** A table with a header and named rows. */
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

/** A table with this share of one-character cells is a truth table or a matrix of ticks. */
const matrixShare = 0.6;
const dataShare = 0.8;
const longest = { header: 8, value: 22, row: 14 } as const;

/** Whether a table has facts: it is not a matrix, and its first row is a header. */
function hasFacts({ headers, body }: NamedTable): boolean {
  const cells = body.flatMap(({ passage }) => passage.cells ?? []).filter((cell) => cell !== '');
  const isMatrix = cells.filter((cell) => cell.length <= 1).length >= cells.length * matrixShare;
  // A table of numbers is data that nobody memorises.
  const values = body.flatMap(({ passage }) => (passage.cells ?? []).slice(1)).filter((cell) => cell !== '');
  const isData = values.filter((cell) => /^[\d.,%$€£\s()+–-]+$/.test(cell)).length >= values.length * dataShare;
  // A course schedule is not course content.
  const isPlan = headers.filter((header) => ofCourse.test(header.trim())).length >= 2;
  return !isMatrix && !isData && !isPlan && !headers.some((text) => wordCount(text) > longest.header) && (headers[0] ?? '') !== headers[1];
}

/** Headers of a course schedule. */
const ofCourse =
  /^(?:(?:delivered |covered )?(?:through |in |by )?(?:modules?|weeks?|sessions?|lectures?|lessons?)|topics?|readings?|assignments?|homework|deliverables?|due|(?:due )?dates?|grading|instructors?|speakers?)(?: (?:no\.?|numbers?|topics?|titles?|dates?))?$/i;

/** Cleans a cell, including "This type of … can be treated by". */
const valueOf = (cell: string): string =>
  withoutStop(withoutFootnotes(cell)).replace(
    /^this (?:type|kind) of .{1,40}? (?:can be|may be|is|are) \p{L}+ (?:by|through)\s*:?\s*/iu,
    '',
  );

const isFactualValue = (value: string): boolean =>
  // Numbers and calculations belong to worked examples.
  /\p{L}{3}/u.test(value) &&
  !/=|^[\d.,\s/×*+−–-]+$/.test(value) &&
  wordCount(value) <= longest.value &&
  !/^(this|these|those|it|they|such)\b/i.test(value) &&
  !runsOn.test(value) &&
  !/^(yes|no|x|✓|✔|-|–|n\/a|what|who|when|where|why|how|(1[5-9]|20)\d\d)\??$/i.test(value);

/** List items that run into each other: "Finalize the goals Deliver as planned". */
const runsOn = /(?<!\b(?:the|an?|of|by|in|for|to|and|or|with|from|on|at|as)) (?<=\p{Ll} )\p{Lu}\p{Ll}+ \p{Ll}/u;
/** Whether a row name is an instruction. */
const isInstruction = (row: string): boolean => {
  const first = row.toLowerCase().split(' ')[0] ?? '';
  return (
    row.includes(' ') &&
    (neverNouns.has(first) || /^(?:establish|develop|encourage|recruit|implement|revise|design and|be|make|get|set|use)$/.test(first))
  );
};

const isFactualName = (name: string): boolean => /\p{L}{2}/u.test(name) && !/[\d=]/.test(name);

/** First headers of tables that compare their columns. */
const comparing =
  /^(?:(?:key |main )?(?:features?|dimensions?|aspects?|characteristics?|criteri(?:on|a)|propert(?:y|ies)|attributes?|parameters?|points?|basis|comparisons?|differences?|elements?|variables?)(?: of comparison)?)$/i;

/** Headers of aspects rather than things: "Advantages" and "Disadvantages" are not compared. */
const ofSides =
  /(?:advantages?|merits|causes?|symptoms?|signs?|effects?|values?|numbers?|names?|types?|dates?|units?|functions?|uses?|treatments?|examples?)$/i;
/** Minimum length of a common ending: "qualitative" and "quantitative". */
const minEndingLength = 5;

/** Endings of property names, such as "portability" and "reliability". */
const ofProperty = /(?:bility|ation|ment|ness|ology|ity)s?$/;

/** Whether all headers but the first name things of one kind, such as "Mechanistic organization" and "Organic organization". */
function areThings([, ...things]: readonly string[]): boolean {
  const [first = '', ...others] = things.map((thing) => thing.trim().toLowerCase());
  if (others.length === 0 || first === '' || things.some((thing) => ofSides.test(thing.trim()))) return false;
  const lastWord = first.split(' ').at(-1) ?? '';
  const isAlike = (other: string): boolean =>
    other !== first &&
    ((first.includes(' ') && other.endsWith(` ${lastWord}`)) ||
      (!first.includes(' ') &&
        !ofProperty.test(first) &&
        other.length > minEndingLength &&
        first.length > minEndingLength &&
        other.slice(-minEndingLength) === first.slice(-minEndingLength)));
  return others.every(isAlike);
}

/** Columns such as "Sources of vitamin C" and "Sources of vitamin D" are lists whose rows are unrelated. */
function areListsOfOneKind([one = '', other = '']: readonly string[]): boolean {
  const [left, right] = [contentStems(one), contentStems(other)];
  return left.size > 1 && shared(left, right) >= left.size / 2;
}

/** A row name that only counts, such as "Eighth" in a table of amendments. */
const ordinal = /^(?:first|second|third|\p{L}+th|\d+(?:st|nd|rd|th))$/iu;

/** Columns such as "Advantages" and "Disadvantages" are two lists whose rows are unrelated. */
const ofOneSide = /^(?:the )?(?:(?:dis)?advantages?|pros|cons|strengths?|weaknesses|merits|demerits|benefits?|drawbacks?)\b/i;

/** The cells of a row with their headers. The first cell names the row. */
function cellsOfRow({ number, headers }: NamedTable, one: UsablePassage): Cell[] {
  const isCompared = headers.length >= 3 && (comparing.test(headers[0] ?? '') || areThings(headers));
  if (headers.slice(0, 2).every((header) => ofOneSide.test(header)) || areListsOfOneKind(headers)) return [];
  const cells = one.passage.cells ?? [];
  const named = withoutStop(withoutFootnotes(cells[0] ?? ''));
  const row = ordinal.test(named) ? `${named} ${headers[0] ?? ''}` : named;
  // "II" needs its header.
  if (isInstruction(row) || /^\d|=|^[IVX]+$/.test(row) || !/\p{L}{2}/u.test(row) || wordCount(row) > longest.row) return [];
  return cells.flatMap((quote, column): Cell[] => {
    const value = valueOf(quote);
    const header = withoutStop(headers[column] ?? '');
    if (
      column === 0 ||
      !isFactualName(header) ||
      // An example is one of many.
      /^examples?\b/i.test(header) ||
      /^\p{L}+ed (?:where|when|how|by|in|through|with|as|at|on|from|to|for)(?= |$)/iu.test(header) ||
      !isFactualValue(value)
    )
      return [];
    return [
      {
        type: 'cell',
        table: number,
        header,
        rowHeader: withoutStop(headers[0] ?? ''),
        row,
        value,
        isCompared,
        ...placeOfRow(one),
        source: { pointer: one.passage.pointer, quote },
      },
    ];
  });
}

/** Extracts cells as facts. Charts have too few words. */
export function cellsOf(passages: UsablePassage[]): Cell[] {
  const isOfTable = ({ passage }: UsablePassage): boolean =>
    passage.kind === 'row' && passage.table !== undefined && !(passage.pointer.kind === 'slide' && passage.pointer.part === 'chart');
  const tables = Map.groupBy(passages.filter(isOfTable), ({ passage }) => passage.table ?? 0);
  return [...tables.entries()].flatMap(([number, rows]): Cell[] => {
    const table = namedTable(number, rows);
    return table && hasFacts(table) ? table.body.flatMap((row) => cellsOfRow(table, row)) : [];
  });
}
