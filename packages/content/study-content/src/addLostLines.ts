import { appendTo } from './text/collections.ts';
import { asksForBrevity, escapeMarkdown, placeOf, type Passage, type Source } from '@lectern/contracts/plain';
import { linesKept } from './gate/factsKept.ts';
import type { Guide } from './StudyContentEngine.ts';
import { gatheredHeadings } from './styles/guidePhrases.ts';
import { referenceTo } from './styles/GuideWriter.ts';
import type { GuideLine } from './text/guideMaterial.ts';
import { hasSeveralDocuments } from './text/pointers.ts';
import { coverage, wordsIn } from './text/wordMatching.ts';
import { contentStems, fold } from './text/words.ts';
import { wholeStatements, type WholeStatement } from './wholeStatements.ts';

const reference = /\(#(?:slide|paragraph)-(\d+)\)/g;

const worksheet = /^## \w+ worksheet$/;
/** Parts of Cornell notes that repeat the notes. */
const gatheredInCornell: ReadonlySet<string> = new Set(['Cues', 'Summary']);

interface Section {
  heading: string;
  /** Index of its last line that is not blank. */
  end: number;
  /** For each cited place, the number of citations and the last line of the last block that cites it. */
  cited: Map<number, { times: number; end: number }>;
}

/** Maps each line to the last line of its block (a paragraph, list or table). */
function blockEnds(lines: readonly string[]): number[] {
  const ends = lines.map((_, index) => index);
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const isLast = (lines[index + 1] ?? '').trim() === '';
    ends[index] = isLast ? index : (ends[index + 1] ?? index);
  }
  return ends;
}

/** Headings with the same content words are equal. */
const headingKey = (heading: string): string => [...contentStems(heading)].sort().join(' ') || fold(heading);

/** The sections of a guide that lines can be added to. Excludes terms, questions and worksheets, which repeat others. */
class GuideSections {
  private readonly sections: Section[] = [];
  private readonly byHeading = new Map<string, Section>();
  private readonly byPlace = new Map<number, Section[]>();
  private readonly places: readonly number[];
  /** The last line before the review questions and worksheets. */
  private readonly last: number;

  constructor(lines: readonly string[]) {
    const isCornell = lines.includes('## Cues');
    const isGathered = (heading: string): boolean => gatheredHeadings.has(heading) || (isCornell && gatheredInCornell.has(heading));
    let section: Section | undefined = { heading: '', end: 0, cited: new Map() };
    let last = 0;
    const ends = blockEnds(lines);
    for (const [index, line] of lines.entries()) {
      if (worksheet.test(line)) break;
      const heading = /^#{2,3} (.*)/.exec(line)?.[1];
      if (heading !== undefined) {
        section = isGathered(heading) ? undefined : { heading, end: index, cited: new Map() };
        if (section) this.add(section);
      }
      if (line.trim() === '' || !section) continue;
      section.end = index;
      last = index;
      if (!/^\s*#/.test(line)) this.noteReferences(section, line, ends[index] ?? index);
    }
    this.last = last;
    this.places = [...this.byPlace.keys()].sort((left, right) => left - right);
  }

  private add(section: Section): void {
    this.sections.push(section);
    const key = headingKey(section.heading);
    if (!this.byHeading.has(key)) this.byHeading.set(key, section);
  }

  private noteReferences(section: Section, line: string, end: number): void {
    for (const [, number] of line.matchAll(reference)) {
      const place = Number(number);
      const known = section.cited.get(place);
      section.cited.set(place, { times: (known?.times ?? 0) + 1, end });
      if (known) continue;
      appendTo(this.byPlace, place, section);
    }
  }

  /** The section with this heading if it cites the place, else the section that cites it most. */
  private citing(place: number, heading: string): Section | undefined {
    const citing = this.byPlace.get(place) ?? [];
    const named = citing.find((section) => headingKey(section.heading) === headingKey(heading));
    const timesIn = (section: Section): number => section.cited.get(place)?.times ?? 0;
    return named ?? citing.reduce<Section | undefined>((best, one) => (best && timesIn(best) >= timesIn(one) ? best : one), undefined);
  }

  /** The last cited place up to the given one, else the first. */
  private nearest(place: number): number | undefined {
    const { places } = this;
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return places[Math.max(0, low - 1)];
  }

  /** Finds where to add text about a place: in the section that cites it or has its heading, else after the preceding place. */
  lineFor(place: number, heading: string): { line: number; heading: string } {
    const own = this.citing(place, heading);
    if (own) return { line: own.cited.get(place)?.end ?? own.end, heading: own.heading };
    const named = heading === '' ? undefined : this.byHeading.get(headingKey(heading));
    if (named) return { line: named.end, heading: named.heading };
    const near = this.nearest(place);
    const section = near === undefined ? undefined : this.citing(near, heading);
    if (near !== undefined && section) return { line: section.cited.get(near)?.end ?? section.end, heading: section.heading };
    return { line: this.last, heading: this.sections.at(-1)?.heading ?? '' };
  }
}

/** The text of a line as the guide shows it; cells of a row are separated. */
const shownText = ({ text, passage: { kind, cells } }: GuideLine): string =>
  kind === 'row' ? (cells ?? []).filter(Boolean).join(' – ') : text;

/** The text to cite for a line. */
const quoteOf = ({ text, passage: { kind, text: whole } }: GuideLine): string => (kind === 'row' || kind === 'title' ? whole : text);

/** Markdown to insert after a line. */
interface Addition {
  line: number;
  markdown: readonly string[];
}

function insert(lines: readonly string[], additions: readonly Addition[]): string {
  const byLine = Map.groupBy(additions, ({ line }) => line);
  const written = lines.flatMap((line, index) => {
    const own = byLine.get(index);
    return own ? [line, '', ...own.flatMap(({ markdown }) => markdown), ''] : [line];
  });
  return `${written
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

/** Lines of the material to insert into a guide. */
export interface LineInsertion {
  markdown: string;
  lines: readonly Pick<Passage, 'text' | 'pointer'>[];
  /** Whether references name their document. */
  hasSeveralDocuments: boolean;
}

/** Inserts lines of the material into a guide as bullets with references, each after the text about its place. */
export function insertLines({ markdown, lines: added, hasSeveralDocuments: isOneOfSeveral }: LineInsertion): string {
  const lines = markdown.trimEnd().split('\n');
  const sections = new GuideSections(lines);
  return insert(
    lines,
    added.map(({ text, pointer }) => ({
      line: sections.lineFor(placeOf(pointer), '').line,
      markdown: [`- ${escapeMarkdown(text)} ${referenceTo(pointer, isOneOfSeveral)}`],
    })),
  );
}

/** A heading with this share of a lead's words makes the lead redundant. */
const aboutHeading = 0.75;

/** Inserts whole statements in the form of the embedded engine: bullets below their lead, rows as a table with a header. */
function insertStatements(markdown: string, statements: readonly WholeStatement[], isOneOfSeveral: boolean): string {
  const lines = markdown.trimEnd().split('\n');
  const sections = new GuideSections(lines);
  const placed = statements.map((statement) => {
    const { line, heading } = sections.lineFor(placeOf(statement.source.pointer), statement.heading);
    // A single word needs its lead.
    const isImplied = contentStems(statement.text).size > 1 && coverage(contentStems(statement.lead), wordsIn(heading)) >= aboutHeading;
    return { ...statement, line, lead: isImplied ? '' : statement.lead };
  });
  const cells = (row: readonly string[]): string => `| ${row.map((cell) => escapeMarkdown(cell) || ' ').join(' | ')} |`;
  const markdownOf = (statement: WholeStatement, before: WholeStatement | undefined): string[] => {
    const { text, lead, row, source } = statement;
    const cited = referenceTo(source.pointer, isOneOfSeveral);
    if (row) {
      const isFirst = before?.row?.table !== row.table;
      return [...(isFirst ? ['', cells(row.header), `|${' --- |'.repeat(row.header.length)}`] : []), cells(row.cells)];
    }
    const point = `- ${escapeMarkdown(text)} ${cited}`;
    if (lead === '') return [...(before?.row ? [''] : []), point];
    return [
      ...(before?.lead === lead ? [] : [...(before?.row ? [''] : []), `- ${escapeMarkdown(lead)}${/[?!？！]$/.test(lead) ? '' : ':'}`]),
      `  ${point}`,
    ];
  };
  const byLine = [...Map.groupBy(placed, ({ line }) => line)];
  return insert(
    lines,
    byLine.map(([line, own]) => ({
      line,
      markdown: own.flatMap((statement, index) => {
        const isLastRow = statement.row && own[index + 1]?.row?.table !== statement.row.table;
        return [
          ...markdownOf(statement, own[index - 1]),
          ...(isLastRow ? ['', referenceTo(statement.source.pointer, isOneOfSeveral)] : []),
        ];
      }),
    })),
  );
}

/**
 * Adds the lines that a guide lost, unless the learner asked for a brief guide.
 *
 * @param isQuoting - Whether the engine reproduces the material line by line. If so, lines are added verbatim; otherwise whole statements
 * are added, because a line may be covered in other words.
 */
export function addLostLines(guide: Guide, source: Source, stylePreference: string | undefined, isQuoting: boolean): Guide {
  if (asksForBrevity(stylePreference)) return guide;
  const { lost } = linesKept(guide.markdownContent, source, isQuoting);
  if (lost.length === 0) return guide;
  const isOneOfSeveral = hasSeveralDocuments(source);
  const { markdownContent: markdown } = guide;
  if (isQuoting) {
    const lines = lost.map((line) => ({ text: shownText(line), pointer: line.passage.pointer }));
    return {
      ...guide,
      markdownContent: insertLines({ markdown, lines, hasSeveralDocuments: isOneOfSeveral }),
      sources: [...guide.sources, ...lost.map((line) => ({ pointer: line.passage.pointer, quote: quoteOf(line) }))],
    };
  }
  const statements = wholeStatements(source, lost);
  if (statements.length === 0) return guide;
  return {
    ...guide,
    markdownContent: insertStatements(markdown, statements, isOneOfSeveral),
    sources: [...guide.sources, ...statements.map((statement) => statement.source)],
  };
}
