import { placeOf } from '@lectern/contracts';
import { checkGuide, factsKept, guideStyles } from '@lectern/study-content';
import { fold } from '@lectern/study-content/gate';
import { type Check, none, share, type Subject } from './check.ts';
import type { EvaluatedDeck } from './evaluateDeck.ts';
import { shorten, sourceWords, wordCount } from './text.ts';
import { defaultGuide, everyGuide, guideName, type StyledGuide } from './subjects.ts';

const unescaped = (markdown: string): string => markdown.replace(/\\([\\`*_{}[\]<>()#+\-=.!|~&])/g, '$1');
const link = /\[[^[\]]*\]\(#(slide|paragraph)-(\d+)(?:[^\d()][^()]*)?\)/g;
const placesIn = (markdown: string): number[] => [...markdown.matchAll(link)].map((match) => Number(match[2]));

/** Strips markup and links. */
const plain = (markdown: string): string =>
  unescaped(
    markdown
      .replace(link, ' ')
      .replace(/^[ \t]*(?:#{1,6}|[-*+]|\d+\.|>)\s+/gm, '')
      .replace(/[*_`|]|^[ \t|:-]+\|[ \t]*$/gm, ' '),
  );

const structureFault = ({ style, guide }: StyledGuide, { source }: EvaluatedDeck): string | undefined =>
  checkGuide(guide, source, style).includes('guide-structure') ? 'invalid heading tree, or a part of the style is missing' : undefined;

/** The folded cells of a row, without empty ones. */
const cellsIn = (cells: readonly string[]): string[] => cells.map(fold).filter((cell) => cell !== '');

interface KeptTable {
  rows: string[][];
  /** The rows of all tables in the guide. */
  kept: string[][];
}

/** The tables of a source. A single row or column counts as a list. */
function tables(deck: EvaluatedDeck): Subject<KeptTable>[] {
  const [first] = defaultGuide(deck);
  if (!first) return [];
  const kept = first.of.guide.markdownContent
    .split('\n')
    .filter((line) => /^\s*\|.*\|\s*$/.test(line))
    .map((line) => line.replace(link, ' ').split(/(?<!\\)\|/))
    .map((cells) => cellsIn(cells.map(unescaped)));
  const rows = deck.source.passages.filter(
    ({ kind, table, pointer }) => kind === 'row' && table !== undefined && (pointer.kind !== 'slide' || pointer.part === 'table'),
  );
  return [...Map.groupBy(rows, ({ table }) => table)]
    .map(([table, own]) => ({
      item: `table ${table}`,
      of: { kept, rows: own.map(({ cells = [] }) => cellsIn(cells)).filter((cells) => cells.length > 0) },
    }))
    .filter(({ of }) => of.rows.length > 1 && of.rows.some((cells) => cells.length > 1));
}

/** Each row must be part of a row in the guide, which keeps the last state of a table that grows over slides. */
function tableFault({ rows, kept }: KeptTable): string | undefined {
  const lost = rows.filter((row) => !kept.some((other) => row.every((cell) => other.includes(cell))));
  const [first] = lost;
  return first && `${lost.length} of ${rows.length} rows are missing, such as “${shorten(first.join(' | '), 60)}”`;
}

interface Statement {
  text: string;
  places: number[];
  /** Places with a quote in the guide's sources. */
  cited: ReadonlySet<number>;
}

const isListItem = (line: string): boolean => /^\s*(?:[-*+]|\d+\.)\s/.test(line);

/** The places linked from each line. References after the last item of a list apply to all items and to the line above. */
function placesOfLines(lines: readonly string[]): number[][] {
  const places = lines.map(placesIn);
  for (let index = lines.length - 2; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || places[index]?.length !== 0) continue;
    const leadsList = /[:：]\**$/.test(plain(line).trim()) && lines[index + 1] === '';
    const next = leadsList ? index + 2 : index + 1;
    if (isListItem(lines[next] ?? '') && (leadsList || isListItem(line))) places[index] = places[next] ?? [];
  }
  return places;
}

/** Whether a text says that the material has nothing for a part of the style. */
const isEmptyNotice = (text: string): boolean =>
  /\b(nothing|none of|no (statement|passage|part|point)s?|not (say|cover|contain))\b|\b(keine?|nichts|rien|aucune?|nada|ninguna?)\b|없습니다/i.test(
    text,
  ) && wordCount(text) <= 25;

function statementsOf({ guide }: StyledGuide): Statement[] {
  const overview = fold(guide.overview);
  const lines = guide.markdownContent.split('\n');
  const placesOf = placesOfLines(lines);
  const cited = new Set(guide.sources.map(({ pointer }) => placeOf(pointer)));
  return lines.flatMap((line, index) => {
    const isTitleOrTable = /^\s*#|^\s*\||^\s*$|^\s*\*\*[^*]+\*\*:?\s*$/.test(line);
    const text = plain(line).trim();
    const key = fold(text);
    const places = placesOf[index] ?? [];
    // The overview, sentences for empty parts and worksheet questions are not from the source.
    const isOwn = tasks.has(text) || (places.length === 0 && (overview.includes(key) || key.includes(overview) || isEmptyNotice(text)));
    return isTitleOrTable || key === '' || isOwn ? [] : [{ text, places, cited }];
  });
}

const tasks = new Set(guideStyles.flatMap((style) => Object.values(style.tasks)));

const statements = (deck: EvaluatedDeck): Subject<Statement>[] =>
  everyGuide(deck).flatMap(({ item, of }) => statementsOf(of).map((one) => ({ item, of: one })));

function referenceFault({ text, places, cited }: Statement): string | undefined {
  const lost = places.filter((place) => !cited.has(place));
  if (lost.length > 0) return `no source for ${lost.join(', ')}`;
  return places.length > 0 ? undefined : `“${shorten(text)}”`;
}

/** The teaching lines of a source, and whether the default guide keeps them. */
const factsToKeep = (deck: EvaluatedDeck): Subject<{ text: string; isKept: boolean }>[] =>
  defaultGuide(deck).flatMap(({ item, of: { guide } }) => {
    const { all, lost } = factsKept(guide.markdownContent, deck.source);
    const missing = new Set(lost);
    return all.map((line) => ({ item, of: { text: line.text, isKept: !missing.has(line) } }));
  });

export const guideChecks: Check[] = [
  none(
    { id: 'guide-structure', title: 'no guide despite readable text', hard: true },
    (deck) =>
      deck.source.passages.some(({ text }) => /\p{L}/u.test(text)) ? deck.guides.map((of) => ({ item: guideName(of.style), of })) : [],
    ({ refusal }) => refusal,
  ),
  none({ id: 'guide-structure', title: 'valid heading tree; parts of the style in order and not empty' }, everyGuide, structureFault),
  none({ id: 'guide-structure', title: 'source tables complete' }, tables, tableFault),
  none({ id: 'quote-verbatim', title: 'guides: statements without a reference and quote', hard: true }, statements, referenceFault),
  share(
    {
      id: 'facts-kept',
      title: 'statements of the source in the guide',
      bounds: { model: { least: 0.92 }, offline: { least: 0.98 } },
      fewest: 1,
    },
    factsToKeep,
    ({ isKept, text }) => (isKept ? undefined : shorten(text)),
  ),
  none({ id: 'guide-length', title: 'guides over 1.2 times the length of the source' }, defaultGuide, ({ guide }, { source }) => {
    const ratio = wordCount(plain(guide.markdownContent)) / Math.max(1, sourceWords(source));
    return ratio <= 1.2 ? undefined : ratio.toFixed(2);
  }),
];
