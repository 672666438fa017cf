import { contentStems, fold, lowerFirst, upperFirst, wordCount } from '../../../text/words.ts';
import type { Cell, Facts } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import { describing } from '../phrases.ts';
import type { Ask, Option } from './Ask.ts';
import { longestBack, placeName, type AskBuilder, type AskContext } from './AskBuilder.ts';

/** The fewest words of a cell that describes its row. */
const leastOfDescription = 5;
/** Rows before and after a row whose cells are its options. */
const nearRows = 12;

/** The cells of the rows around a cell: a table may have thousands. */
const cellsNear = ({ table, index }: Cell, { cells }: Facts): Cell[] =>
  (cells.get(table) ?? []).filter((other) => Math.abs(other.index - index) <= nearRows);

/** Asks what holds for one of the things that a table compares; the options are what holds for the others, in other features. */
function comparedAsks(fact: Cell, build: AskBuilder, context: AskContext): Ask[] {
  const { facts, phrases } = context;
  const { header, row, value } = fact;
  const cells = cellsNear(fact, facts);
  const valueOf = (feature: string, thing: string): string =>
    fold(cells.find((one) => one.row === feature && one.header === thing)?.value ?? '');
  const things = [...new Set(cells.map((cell) => cell.header))];
  const others = things.filter((one) => one !== header);
  // An adjective alone is quoted: “qualitative”.
  const nameOf = (one: string): string =>
    one.includes(' ') || isPluralNoun(one) || /^\p{Lu}{2}/u.test(one) ? build.lower(one) : `“${build.lower(one)}”`;
  const names = things.map(nameOf);
  const inRow = cells.filter((cell) => cell.row === row);
  const isDistinct = new Set(inRow.map((cell) => fold(cell.value))).size === inRow.length && inRow.length >= 2;
  if (!isDistinct) return [];
  const own = cells
    .filter(
      (cell) =>
        cell.header !== header && cell.row !== row && fold(cell.value) !== valueOf(cell.row, header) && valueOf(cell.row, header) !== '',
    )
    .map((cell): Option => {
      const rationale = phrases.appliesTo(build.lower(cell.header), placeName(phrases, cell.source.pointer));
      return {
        text: `${upperFirst(cell.row)}: ${build.lower(cell.value)}`,
        about: `${cell.row} ${cell.header}`,
        rationale,
        fact: '',
        place: cell.place,
        topic: cell.topic,
      };
    });
  const told = inRow.map((cell) => `${build.lower(cell.header)}: ${build.lower(cell.value)}`).join('; ');
  const common = {
    about: `${header} ${row}`,
    concept: header,
    rationale: phrases.appliesTo(build.lower(header), build.where),
    core: `${row}: ${told}`,
  };
  return [
    build.ask({
      ...common,
      question: phrases.compared?.(nameOf(header), others.map(nameOf)) ?? '',
      text: `${upperFirst(row)}: ${build.lower(value)}`,
      own,
      asQuestion: true,
    }),
    ...(header === things[0] && wordCount(told) <= longestBack
      ? [build.ask({ ...common, question: phrases.differ?.(names, build.lower(row)) ?? '', text: told, asCard: true })]
      : []),
  ];
}

/** A verb of one thing at the start: "Prohibits discrimination". */
const doing = /^\p{Lu}\p{Ll}+[^s\P{L}]s (?!of\b|and\b|or\b|that\b|who\b|which\b|for\b|with\b|in\b)\p{L}/u;

const sharedRows = new WeakMap<Facts, ReadonlySet<string>>();

/** The names of rows that several tables have: "Cytoplasm" of each kind of blood cell. They are understood with their topic alone. */
function rowsOfSeveralTables(facts: Facts): ReadonlySet<string> {
  const known = sharedRows.get(facts);
  if (known) return known;
  const tables = new Map<string, Set<Cell['table']>>();
  for (const cells of facts.cells.values())
    for (const { row, table } of cells) tables.set(fold(row), (tables.get(fold(row)) ?? new Set<Cell['table']>()).add(table));
  const found = new Set([...tables].flatMap(([row, numbers]) => (numbers.size > 1 ? [row] : [])));
  sharedRows.set(facts, found);
  return found;
}

/** Asks for a cell of a table; the options are the other cells of its column. */
export function cellAsks(fact: Cell, build: AskBuilder, context: AskContext): Ask[] {
  const { facts, phrases } = context;
  const { header, row, value, isCompared } = fact;
  if (isCompared && phrases.compared && phrases.differ) return comparedAsks(fact, build, context);
  // Years are no facts of a course.
  if (/^(?:years?|dates?|when|enacted|founded|period|era)\b/i.test(header) || /^\(?(?:1[5-9]|20)\d\d\b/.test(value)) return [];
  // "Which ejection fraction applies to reduced ejection fraction?" asks nothing.
  if ([...contentStems(header)].every((word) => contentStems(row).has(word))) return [];
  // "Indoor and outdoor" in a column of details describes nothing alone, and a number is not described.
  if (describing.test(header) && (wordCount(value) < leastOfDescription || /(?:^|\s)\d/.test(row))) return [];
  const name = context.isEnglish ? build.named(row) : row;
  const isQuestion = /^(what|how|where|when|why|who|which)\b/i.test(header);
  const cells = cellsNear(fact, facts);
  const column = cells.filter((other) => other.header === header && fold(other.value) !== fold(value));
  const own = column.map((other): Option => {
    const rationale = phrases.appliesTo(build.lower(other.row), placeName(phrases, other.source.pointer));
    return { text: upperFirst(other.value), about: other.row, rationale, fact: '', place: other.place, topic: other.topic };
  });
  // "Privacy Act | Gives employees the right …": a description that tells what its row does.
  const isDoing =
    context.isEnglish &&
    describing.test(header) &&
    !isPluralNoun(row) &&
    doing.test(value) &&
    column.filter((other) => doing.test(other.value)).length >= 2;
  const asked = isDoing ? `What does ${name} do?` : phrases.cell(isQuestion ? header : build.lower(header), name);
  if (asked === undefined) return [];
  const cell = build.ask({
    about: row,
    question: rowsOfSeveralTables(facts).has(fold(row)) ? `${upperFirst(build.lower(fact.topic))}: ${lowerFirst(asked)}` : asked,
    text: value,
    own,
    rationale: phrases.appliesTo(name, build.where),
    core: `${row}: ${cells
      .filter((other) => other.row === row)
      .map((other) => `${build.lower(other.header)}, ${other.value}`)
      .join('; ')}`,
    asQuestion: new Set(column.map((other) => fold(other.value))).size >= 2,
    asCard: true,
  });
  return [cell];
}
