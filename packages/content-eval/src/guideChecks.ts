import { placeOf } from '@lectern/contracts';
import { factsKept, guideStyles } from '@lectern/study-content';
import { figure, mean, none, share, type Check, type Subject } from './check.ts';
import type { EvaluatedDeck } from './evaluateDeck.ts';
import { textAround } from './places.ts';
import { styleParts } from './styleParts.ts';
import { defaultGuide, everyGuide, guideName, type StyledGuide } from './subjects.ts';
import { folded, shorten, supportOf, wordCount } from './text.ts';

const unescaped = (markdown: string): string => markdown.replace(/\\([\\`*_{}[\]<>()#+\-=.!|~&])/g, '$1');
const link = /\[[^[\]]*\]\(#(slide|paragraph)-(\d+)(?:[^\d()][^()]*)?\)/g;
/** Markdown as it reads, without marks and links. */
const plain = (markdown: string): string =>
  unescaped(
    markdown
      .replace(link, ' ')
      .replace(/^[ \t]*(?:#{1,6}|[-*+]|\d+\.|>)\s+/gm, '')
      .replace(/[*_`|]|^[ \t|:-]+\|[ \t]*$/gm, ' '),
  );

interface Heading {
  level: number;
  text: string;
  /** All up to the next heading of this level or above. */
  body: string;
}

function headingsOf(markdown: string): Heading[] {
  const lines = markdown.split('\n');
  const at = lines.flatMap((line, index) => {
    const match = /^(#{1,6})\s+(\S.*)/.exec(line);
    return match ? [{ level: match[1]?.length ?? 0, text: unescaped((match[2] ?? '').replace(link, '')).trim(), index }] : [];
  });
  return at.map(({ level, text, index }, position) => {
    const end = at.slice(position + 1).find((other) => other.level <= level)?.index ?? lines.length;
    return {
      level,
      text,
      body: lines
        .slice(index + 1, end)
        .join('\n')
        .trim(),
    };
  });
}

function treeFault({ guide }: StyledGuide): string | undefined {
  const headings = headingsOf(guide.markdownContent);
  if (headings[0]?.level !== 1) return 'does not start with a heading of the first level';
  if (headings.filter(({ level }) => level === 1).length > 1) return 'two headings of the first level';
  const jump = headings.find(({ level }, index) => index > 0 && level > (headings[index - 1]?.level ?? 0) + 1);
  if (jump) return `the level jumps at “${jump.text}”`;
  const empty = headings.find(({ body }) => body === '');
  return empty ? `nothing stands under “${empty.text}”` : undefined;
}

function styleFault({ style, guide }: StyledGuide): string | undefined {
  const wanted = styleParts[style ?? ''];
  if (!wanted) return undefined;
  const all = headingsOf(guide.markdownContent);
  const worksheet = all.findIndex(({ level, text }) => level === 2 && text === `${style ?? ''} worksheet`);
  // A material that hardly fits a style has its parts in a worksheet, at the end.
  const headings = worksheet < 0 ? all.filter(({ level }) => level === 2) : all.slice(worksheet + 1);
  const names = headings.map(({ text }) => text);
  const found = names.filter((name) => wanted.includes(name));
  if (found.join() !== wanted.join()) return `parts are ${names.join(', ')}`;
  const other = names.filter((name) => !wanted.includes(name) && name !== 'Further points');
  if (other.length > 0) return `also has ${other.join(', ')}`;
  if (names.includes('Further points') && names.at(-1) !== 'Further points') return '“Further points” is not last';
  const empty = headings.find(({ body }) => plain(body).trim() === '');
  return empty ? `“${empty.text}” is empty and does not say so` : undefined;
}

/** The texts of a row's cells, without empty ones. */
const cellsIn = (cells: readonly string[]): string[] => cells.map(folded).filter((cell) => cell !== '');

/** The tables of a source; one of a single row or column is a list. */
function tablesOf(deck: EvaluatedDeck): Subject<{ rows: string[][] }>[] {
  const tables = new Map<number, string[][]>();
  for (const { kind, cells, table, pointer } of deck.source.passages)
    if (kind === 'row' && cells && table !== undefined && (pointer.kind !== 'slide' || pointer.part === 'table'))
      tables.set(table, [...(tables.get(table) ?? []), cellsIn(cells)]);
  return [...tables]
    .filter(([, rows]) => rows.length > 1 && rows.some((cells) => cells.length > 1))
    .map(([table, rows]) => ({ item: `table ${table}`, deck, of: { rows: rows.filter((cells) => cells.length > 0) } }));
}

const rowsIn = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => /^\s*\|.*\|\s*$/.test(line))
    .map((line) =>
      cellsIn(
        line
          .replace(link, ' ')
          .split(/(?<!\\)\|/)
          .map(unescaped),
      ),
    );

const placesIn = (line: string): number[] => [...line.matchAll(link)].map((match) => Number(match[2]));

/** The places that each line links to. The references after the last point of a list apply to all its points and to the line above. */
function placesOfLines(lines: readonly string[]): number[][] {
  const places = lines.map(placesIn);
  for (let index = lines.length - 2; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || places[index]?.length !== 0) continue;
    const leadsList = /[:：]\**$/.test(plain(line).trim()) && lines[index + 1] === '';
    const next = leadsList ? index + 2 : index + 1;
    const isListLine = /^\s*(?:[-*+]|\d+\.)\s/.test(lines[next] ?? '') && (leadsList || /^\s*(?:[-*+]|\d+\.)\s/.test(line));
    if (isListLine) places[index] = places[next] ?? [];
  }
  return places;
}

/** Lines of a guide that state something, with the places that they link to. */
function statementsOf({ guide }: StyledGuide): { text: string; places: number[] }[] {
  const overview = folded(guide.overview);
  const lines = guide.markdownContent.split('\n');
  const placesOf = placesOfLines(lines);
  return lines.flatMap((line, index) => {
    if (/^\s*#|^\s*\||^\s*$|^\s*\*\*[^*]+\*\*:?\s*$/.test(line)) return [];
    const text = plain(line).trim();
    const key = folded(text);
    const places = placesOf[index] ?? [];
    // The overview, the sentence for an empty part and the questions of a worksheet are the guide's own words.
    if (key === '' || tasks.has(text) || (places.length === 0 && (overview.includes(key) || key.includes(overview) || saysNothing(text))))
      return [];
    return [{ text, places }];
  });
}

const tasks = new Set(guideStyles.flatMap((style) => Object.values(style.tasks)));

const saysNothing = (text: string): boolean =>
  /\b(nothing|none of|no (statement|passage|part|point)s?|not (say|cover|contain))\b|\b(keine?|nichts|rien|aucune?|nada|ninguna?)\b|없습니다/i.test(
    text,
  ) && wordCount(text) <= 25;

const statements = (deck: EvaluatedDeck): Subject<{ text: string; places: number[] }>[] =>
  everyGuide(deck).flatMap(({ item, of }) => statementsOf(of).map((one) => ({ item, deck, of: one })));

const sourceWords = ({ source }: EvaluatedDeck): number => source.passages.reduce((sum, { text }) => sum + wordCount(text), 0);
const lengthOf = ({ guide }: StyledGuide, deck: EvaluatedDeck): number =>
  wordCount(plain(guide.markdownContent)) / Math.max(1, sourceWords(deck));

/** The most words of a guide, as a multiple of the words of its source. */
const longestGuide = 1.2;
const keptBounds = { model: { least: 0.92 }, offline: { least: 0.98 } };

/** The statements of a source that teach something, on its slides or in their notes, and whether the guide without a preference keeps them. */
const statementsToKeep = (deck: EvaluatedDeck, ofNotes: boolean): Subject<{ text: string; isKept: boolean }>[] =>
  defaultGuide(deck).flatMap(({ item, of: { guide } }) => {
    const { all, lost } = factsKept(guide.markdownContent, deck.source);
    const missing = new Set(lost);
    return all
      .filter(({ passage: { pointer } }) => (pointer.kind === 'slide' && pointer.part === 'notes') === ofNotes)
      .map((statement) => ({ item, deck, of: { text: statement.text, isKept: !missing.has(statement) } }));
  });

/** Checks of guides. */
export const guideChecks: Check[] = [
  none(
    { id: 'item-count', title: 'no guide, though there is something to read', hard: true },
    (deck) =>
      deck.source.passages.some(({ text }) => /\p{L}/u.test(text))
        ? deck.guides.map((of) => ({ item: guideName(of.style), deck, of }))
        : [],
    ({ refusal }) => refusal,
  ),
  none({ id: 'quote-verbatim', title: 'guide: every statement has a reference', hard: true }, statements, ({ text, places }) =>
    places.length > 0 ? undefined : `“${shorten(text)}”`,
  ),
  none(
    { id: 'quote-verbatim', title: 'guide: references are places of the source, kept with a quote', hard: true },
    everyGuide,
    ({ guide }, deck) => {
      const kept = new Set(guide.sources.map(({ pointer }) => placeOf(pointer)));
      const lost = [...guide.markdownContent.matchAll(link)]
        .map((match) => Number(match[2]))
        .filter((place) => !kept.has(place) || !deck.source.passages.some(({ pointer }) => placeOf(pointer) === place));
      return lost.length === 0 ? undefined : `no source kept for ${[...new Set(lost)].join(', ')}`;
    },
  ),
  share(
    {
      id: 'supported-by-source',
      title: 'guide statements of which 0.6 of the words stand at the reference',
      of: 'good',
      bounds: { least: 0.95 },
    },
    statements,
    ({ text, places }, deck) => {
      const reach = deck.source.passages[0]?.pointer.kind === 'slide' ? 1 : 3;
      const there = places.map((place) => textAround(deck.source, place, reach)).join('\n');
      const support = supportOf(text, there);
      return support === undefined || support >= 0.6 ? undefined : `${support.toFixed(2)} of “${shorten(text)}”`;
    },
  ),
  none({ id: 'guide-structure', title: 'heading tree valid, no empty section' }, everyGuide, treeFault),
  none(
    { id: 'guide-structure', title: 'style: its parts in order, empty ones say so' },
    (deck) => everyGuide(deck).filter(({ of }) => (of.style ?? '') in styleParts),
    styleFault,
  ),
  share(
    { id: 'guide-structure', title: 'source tables kept, every row', of: 'good', bounds: { least: 1 } },
    (deck) =>
      defaultGuide(deck).flatMap(({ of: { guide } }) => tablesOf(deck).map(({ item, of }) => ({ item, deck, of: { ...of, guide } }))),
    ({ rows, guide }) => {
      const kept = rowsIn(guide.markdownContent);
      // Of a table that grows over several slides the last form is kept.
      const lost = rows.filter((row) => !kept.some((other) => row.every((cell) => other.includes(cell))));
      return lost.length === 0
        ? undefined
        : `${lost.length} of ${rows.length} rows are missing, such as “${shorten(lost[0]?.join(' | ') ?? '', 60)}”`;
    },
  ),
  share(
    { id: 'facts-kept', title: 'statements of slides and texts that the guide keeps', of: 'good', bounds: keptBounds },
    (deck) => statementsToKeep(deck, false),
    ({ isKept, text }) => (isKept ? undefined : shorten(text)),
  ),
  share(
    { id: 'facts-kept', title: 'statements of speaker notes that the guide keeps', of: 'good', bounds: keptBounds },
    (deck) => statementsToKeep(deck, true),
    ({ isKept, text }) => (isKept ? undefined : shorten(text)),
  ),
  share(
    { id: 'guide-length', title: 'guide of at most 1.2 times the source’s length', of: 'good', bounds: { least: 1 } },
    defaultGuide,
    (of, deck) => {
      const ratio = lengthOf(of, deck);
      return ratio <= longestGuide ? undefined : ratio.toFixed(2);
    },
  ),
  figure(
    { id: 'guide-length', title: 'mean of that ratio', unit: 'number', bounds: { most: longestGuide } },
    (deck) => defaultGuide(deck).map(({ of }) => lengthOf(of, deck)),
    mean,
  ),
  share(
    { id: 'guide-length', title: 'guide statements that are a passage word for word', of: 'bad', bounds: undefined, isOfItems: false },
    (deck) => defaultGuide(deck).flatMap(({ item, of }) => statementsOf(of).map((one) => ({ item, deck, of: one }))),
    ({ text }, deck) => {
      const key = folded(text);
      return deck.source.passages.some((passage) => folded(passage.text) === key) ? shorten(text) : undefined;
    },
  ),
];
