import papa from 'papaparse';
import { sizes } from '@lectern/contracts';
import { cardsOfGaps, gapNumbers } from '@lectern/contracts/cloze';
import { pathOfAnkiName, titleOfPath } from '../deckPath.ts';
import { namedSides, unescapeFormula } from '../delimitedText.ts';
import { withOurFormulas } from '../anki/ankiFormulas.ts';
import { cleanText, htmlToText } from '../html/htmlToText.ts';
import {
  type ColumnChoice,
  type DelimitedTable,
  type ImportedCard,
  type ImportedDecks,
  isTooLong,
  Skipped,
  tagsIn,
} from './ImportedDeck.ts';
import { ImportError } from './ImportError.ts';
import { importLimits } from './importLimits.ts';

/** Anki's header lines of a text, such as `#separator:tab`. Columns are counted from 0. */
interface Headers {
  /** Whether there are any. Anki's texts have no column names in the first line. */
  areAnkis: boolean;
  separator?: string;
  isHtml: boolean;
  /** Columns that are no field. */
  deckColumn?: number;
  tagsColumn?: number;
  otherColumns: readonly number[];
  deck?: string;
  /** Tags of all cards. */
  tags: readonly string[];
}

const separatorNames: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  space: ' ',
  pipe: '|',
  colon: ':',
};
/** Ordered by how unlikely they are within a text. */
const separators = ['\t', ';', ',', '|'] as const;
/** Lines used for detecting the separator. */
const sampleRows = 50;
const shownRows = 11;
const notFields = ['guid column', 'notetype column'];

const columnIn = (value: string): number | undefined => (/^[1-9]\d?$/.test(value) ? Number(value) - 1 : undefined);

const splitHeaders = (text: string): { headers: Headers; body: string } => {
  let body = text;
  const found = new Map<string, string>();
  while (body.startsWith('#') && found.size < 20) {
    const [line = '', key = '', value = ''] = /^#([a-z][a-z ]{2,30}):([^\r\n]{0,1000})\r?(?:\n|$)/i.exec(body) ?? [];
    if (line === '') break;
    found.set(key.toLowerCase(), value.trim());
    body = body.slice(line.length);
  }
  const name = found.get('separator') ?? '';
  const separator = separatorNames[name.toLowerCase()] ?? (name.length === 1 ? name : undefined);
  const [deckColumn, tagsColumn] = [columnIn(found.get('deck column') ?? ''), columnIn(found.get('tags column') ?? '')];
  const deck = found.get('deck');
  return {
    body,
    headers: {
      areAnkis: found.size > 0,
      isHtml: found.get('html')?.toLowerCase() === 'true',
      otherColumns: notFields.flatMap((each) => columnIn(found.get(each) ?? '') ?? []),
      ...(separator !== undefined && { separator }),
      ...(deckColumn !== undefined && { deckColumn }),
      ...(tagsColumn !== undefined && { tagsColumn }),
      tags: tagsIn(found.get('tags') ?? ''),
      ...(deck && { deck }),
    },
  };
};

const isEmptyRow = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Maximum rows read of a text with misplaced quotes. A text with more is refused anyway. */
const mostRows = importLimits.cards + 2;
const hasQuoteError = ({ errors }: papa.ParseResult<string[]>): boolean => errors.some(({ type }) => type === 'Quotes');
const marksIn = (line: string): number => line.split('"').length - 1;

/**
 * Returns how many lines a cell with line breaks may span: up to the line that balances the quotes. Inspects each line only a few times.
 */
const linesOfCell = (lines: readonly string[], from: number): number => {
  let marks = marksIn(lines[from] ?? '');
  for (let index = from + 1; index < lines.length; index += 1) {
    const found = marksIn(lines[index] ?? '');
    marks += found;
    if (found > 0 && marks % 2 === 0) return index - from + 1;
  }
  return 1;
};

/**
 * Reads lines with misplaced quotes literally, the others like a spreadsheet. In a text that is not from a spreadsheet, a quote is part of
 * a sentence.
 */
const parseFaulty = (text: string, delimiter: string, rowsAtMost: number): string[][] => {
  const lines = text.split(/\r\n?|\n/);
  const rows: string[][] = [];
  let filled = 0;
  for (let from = 0; from < lines.length && filled < rowsAtMost;) {
    const line = lines[from] ?? '';
    let count = 1;
    let row = line.split(delimiter);
    if (line.includes('"')) {
      let result = papa.parse<string[]>(line, { delimiter, newline: '\n' });
      if (result.errors.some(({ code }) => code === 'MissingQuotes')) {
        count = linesOfCell(lines, from);
        result = papa.parse<string[]>(lines.slice(from, from + count).join('\n'), { delimiter, newline: '\n' });
      }
      if (hasQuoteError(result) || result.data.length !== 1) count = 1;
      else row = result.data[0] ?? row;
    }
    rows.push(row);
    if (!isEmptyRow(row)) filled += 1;
    from += count;
  }
  return rows;
};

/** @param rowsAtMost - Defaults to all. */
const parse = (text: string, delimiter: string, rowsAtMost?: number): string[][] => {
  const result = papa.parse<string[]>(text, { delimiter, preview: rowsAtMost ?? 0, skipEmptyLines: false });
  return hasQuoteError(result) ? parseFaulty(text, delimiter, rowsAtMost ?? mostRows) : result.data;
};

/** Returns the share of lines with the most frequent number of cells above one. */
const fitOf = (text: string, delimiter: string): number => {
  const rows = parse(text, delimiter, sampleRows).filter((row) => !isEmptyRow(row));
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return rows.length === 0 ? 0 : Math.max(0, ...counts.values()) / rows.length;
};

const findSeparator = (text: string): string => {
  const sample = text.slice(0, 200_000);
  let best: { separator: string; fit: number } = { separator: '\t', fit: 0 };
  for (const separator of separators) {
    const fit = fitOf(sample, separator);
    if (fit > best.fit) best = { separator, fit };
  }
  return best.separator;
};

/** Chooses the sides: by the names in the first line, else the first two cells. */
const chooseColumns = (rows: readonly (readonly string[])[], { areAnkis, deckColumn, tagsColumn, otherColumns }: Headers): ColumnChoice => {
  const named = areAnkis ? undefined : namedSides(rows[0] ?? []);
  if (named) return { ...named, hasHeader: true };
  const width = Math.max(2, ...rows.slice(0, shownRows).map(({ length }) => length));
  const fields = Array.from({ length: width }, (_, index) => index).filter(
    (index) => index !== deckColumn && index !== tagsColumn && !otherColumns.includes(index),
  );
  return { front: fields[0] ?? 0, back: fields[1] ?? 1, hasHeader: false };
};

type Row = readonly string[];
type Sides = Pick<ImportedCard, 'front' | 'back'>;

/** Returns the columns for tags and hints, named in the first line or by Anki's headers. */
const sideColumns = (rows: readonly Row[], { hasHeader }: ColumnChoice, { tagsColumn }: Headers) => {
  const named = (name: RegExp): number | undefined => {
    const index = hasHeader ? (rows[0] ?? []).findIndex((cell) => name.test(cell.trim())) : -1;
    return index < 0 ? undefined : index;
  };
  return { tags: tagsColumn ?? named(/^tags$/i), hint: named(/^hint$/i) };
};

const longestGapped = 10 * sizes.cardSide;

/** Makes one card per gap of a side. A text too long for a card is not read. */
const cardsOfSides = (sides: Sides): Sides[] => {
  if (Math.max(sides.front.length, sides.back.length) > longestGapped) return [sides];
  const cards = cardsOfGaps(sides);
  return cards.length === 1 && cards[0]?.front === sides.front
    ? [sides]
    : cards.map(({ front, back }) => ({ front: cleanText(front), back: cleanText(back) }));
};

const cellReader = (headers: Headers, separator: string, skipped: Skipped) => {
  const media = {
    picture: (name: string) => skipped.addMedia('pictures', name),
    sound: (name: string) => skipped.addMedia('sounds', name),
  };
  return (cell = ''): string => {
    // Programs that read tab-separated cells run no formulas, so an apostrophe is part of the text.
    const text = separator === '\t' ? cell : unescapeFormula(cell);
    return headers.isHtml ? htmlToText(withOurFormulas(text.replace(/\[sound:[^[\]]*\]/g, '')), media) : cleanText(text);
  };
};

/** @throws ImportError `too-large` */
const requireFew = (count: number): void => {
  if (count > importLimits.cards)
    throw new ImportError(
      'too-large',
      `There are more than ${importLimits.cards.toLocaleString('en')} lines in this file. Import it in parts.`,
    );
};

const readCards = (rows: readonly Row[], columns: ColumnChoice, headers: Headers, asText: (cell?: string) => string, skipped: Skipped) => {
  const { front, back, hasHeader } = columns;
  const { tags, hint } = sideColumns(rows, columns, headers);
  const used = new Set([front, back, tags, hint, headers.deckColumn, ...headers.otherColumns]);
  const decks = new Map<string | undefined, ImportedCard[]>();
  let count = 0;
  for (const row of hasHeader ? rows.slice(1) : rows) {
    const sides = cardsOfSides({ front: asText(row[front]), back: asText(row[back]) });
    requireFew((count += sides.length));
    const shownHint = hint === undefined ? '' : asText(row[hint]);
    const name = headers.deckColumn === undefined ? headers.deck : row[headers.deckColumn];
    const cards = decks.get(name) ?? [];
    const own = tags === undefined ? [] : tagsIn(row[tags] ?? '');
    const common = { tags: [...new Set([...headers.tags, ...own])], ...(shownHint !== '' && { hint: shownHint }) };
    for (const side of sides)
      if (side.front === '' || side.back === '') skipped.add('lines-without-back');
      else if (isTooLong(side.front) || isTooLong(side.back) || isTooLong(shownHint)) skipped.add('long-sides');
      else cards.push({ ...side, ...common, isSuspended: false, schedule: undefined, reviews: [] });
    if (cards.length === 0) continue;
    decks.set(name, cards);
    for (const [index, cell] of row.entries()) if (!used.has(index) && cell.trim() !== '') skipped.add('other-cells');
  }
  return [...decks].map(([name, cards]) => {
    const path = name === undefined ? undefined : pathOfAnkiName(name);
    return { title: path && titleOfPath(path), path, cards };
  });
};

/** @throws ImportError `too-large` */
const requireSize = (rows: readonly (readonly string[])[]): void => {
  requireFew(rows.length - 1);
  if (rows.some(({ length }) => length > importLimits.columns))
    throw new ImportError(
      'too-large',
      `A line of this file has more than ${importLimits.columns} cells. Keep the columns of front and back.`,
    );
};

/**
 * Reads a text with one card per line: cells separated by comma, tab or semicolon, quoted cells with line breaks, Anki's headers, and
 * exports of Quizlet. A line with gaps, `{{c1::…}}`, becomes one card per gap.
 *
 * @param chosen - Which cells are the sides. Detected by default.
 * @throws ImportError
 */
export const readDelimited = (text: string, chosen?: ColumnChoice): ImportedDecks => {
  const { headers, body } = splitHeaders(text);
  const separator = headers.separator ?? findSeparator(body);
  const rows = parse(body, separator).filter((row) => !isEmptyRow(row));
  requireSize(rows);
  if (!rows.some((row) => row.length > 1 || gapNumbers(row[0] ?? '').length > 0))
    throw new ImportError(
      'no-cards',
      'No cards were found. Each line needs a front and a back, with a tab, comma or semicolon between them.',
    );
  const columns = chosen ?? chooseColumns(rows, headers);
  const skipped = new Skipped();
  const table: DelimitedTable = { rows: rows.slice(0, shownRows), columns };
  return { decks: readCards(rows, columns, headers, cellReader(headers, separator, skipped), skipped), skipped: skipped.counts(), table };
};
