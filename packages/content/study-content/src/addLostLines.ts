import { asksForBrevity, escapeMarkdown, placeOf, type Passage, type Source } from '@lectern/contracts/plain';
import { linesKept } from './gate/factsKept.ts';
import type { Guide } from './StudyContentEngine.ts';
import { gatheredHeadings } from './styles/guidePhrases.ts';
import { referenceTo } from './styles/GuideWriter.ts';
import type { GuideLine } from './text/guideLines.ts';
import { hasSeveralDocuments } from './text/pointers.ts';
import { coverage, wordsIn } from './text/wordMatching.ts';
import { contentStems, fold } from './text/words.ts';
import { wholeStatements, type WholeStatement } from './wholeStatements.ts';

const reference = /\(#(?:slide|paragraph)-(\d+)\)/g;

const worksheet = /^## \w+ worksheet$/;
/** Parts of Cornell notes that gather what the notes say. */
const gatheredInCornell: ReadonlySet<string> = new Set(['Cues', 'Summary']);

/** A section of a guide. */
interface Section {
  heading: string;
  /** Its last line that is not blank. */
  end: number;
  /** How often it cites a place, and the last line of the last block that does. */
  cited: Map<number, { times: number; end: number }>;
}

/** For each line of a guide the last line of its block: a paragraph, a list or a table. */
function blockEnds(lines: readonly string[]): number[] {
  const ends = lines.map((_, index) => index);
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const isLast = (lines[index + 1] ?? '').trim() === '';
    ends[index] = isLast ? index : (ends[index + 1] ?? index);
  }
  return ends;
}

/** Headings are the same if they have the same words of weight. */
const headingKey = (heading: string): string => [...contentStems(heading)].sort().join(' ') || fold(heading);

/** The sections of a guide in which more can stand. Terms, questions and worksheets gather what others say: nothing more stands there. */
class GuideSections {
  private readonly sections: Section[] = [];
  private readonly byHeading = new Map<string, Section>();
  private readonly byPlace = new Map<number, Section[]>();
  private readonly places: readonly number[];
  /** The last line before the questions and worksheets at the end. */
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
      const citing = this.byPlace.get(place);
      if (citing) citing.push(section);
      else this.byPlace.set(place, [section]);
    }
  }

  /** The section that says the most about a place; with a heading, the section of this heading if it cites the place. */
  private citing(place: number, heading: string): Section | undefined {
    const citing = this.byPlace.get(place) ?? [];
    const named = citing.find((section) => headingKey(section.heading) === headingKey(heading));
    const timesIn = (section: Section): number => section.cited.get(place)?.times ?? 0;
    return named ?? citing.reduce<Section | undefined>((best, one) => (best && timesIn(best) >= timesIn(one) ? best : one), undefined);
  }

  /** The last cited place before another one, else the first one. */
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

  /**
   * Where more about a place can stand: behind what its section says of it; in the section of its heading; behind what is said of the place
   * before it; before the questions at the end.
   */
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

/** The words of a line as a guide shows them: the cells of a row apart. */
const shownText = ({ text, passage: { kind, cells } }: GuideLine): string =>
  kind === 'row' ? (cells ?? []).filter(Boolean).join(' – ') : text;

/** A line of a source, with its quote. */
const quoteOf = ({ text, passage: { kind, text: whole } }: GuideLine): string => (kind === 'row' || kind === 'title' ? whole : text);

/** Markdown that is added behind a line of a guide. */
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

/** Lines of the material that a guide is to tell. */
export interface LineInsertion {
  markdown: string;
  lines: readonly Pick<Passage, 'text' | 'pointer'>[];
  /** Whether the source has several documents: references then name their own. */
  hasSeveralDocuments: boolean;
}

/**
 * Adds lines of the material to the markdown of a guide, each as a point with its reference, behind what is said of their place, and never to what
 * gathers terms or questions.
 */
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

/** The share of a heading's words by which a section is about it. */
const aboutHeading = 0.75;

/** Adds whole statements, as the embedded engine prints them: points below their lead, rows as a table with its header. */
function insertStatements(markdown: string, statements: readonly WholeStatement[], isOneOfSeveral: boolean): string {
  const lines = markdown.trimEnd().split('\n');
  const sections = new GuideSections(lines);
  const placed = statements.map((statement) => {
    const { line, heading } = sections.lineFor(placeOf(statement.source.pointer), statement.heading);
    // A single word says nothing without its lead.
    const isTold = contentStems(statement.text).size > 1 && coverage(contentStems(statement.lead), wordsIn(heading)) >= aboutHeading;
    return { ...statement, line, lead: isTold ? '' : statement.lead };
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
 * Adds what a guide left out. A learner who asks for a brief guide gets it as it is.
 *
 * @param isQuoting - Whether the engine tells the material line by line: then lines are added as they are. Another one may say a line in other words,
 * and gets whole statements.
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
