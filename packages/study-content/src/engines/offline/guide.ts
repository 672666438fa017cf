import type { Citation, Passage, Pointer, Source } from '@lectern/contracts';
import type { Guide } from '../../StudyContentEngine.ts';
import type { GuideStyle } from '../../styles/GuideStyle.ts';
import { escapeMarkdown } from '../../text/escapeMarkdown.ts';
import { furtherPoints, namedStyle, partOf } from '../../styles/guideStyles.ts';
import { NearTexts } from '../../text/NearTexts.ts';
import { WordIndex } from '../../text/WordIndex.ts';
import { placeOf } from '../../text/pointers.ts';
import { fold, likeness, contentStems, upperFirst, wordCount, withoutStop } from '../../text/words.ts';
import { cardsInOrder, rankedCards, type RankedCard } from './cards.ts';
import type { Facts } from './facts.ts';
import { startsPointing } from './extractors/grammar.ts';
import { outlineOf } from './extractors/outline.ts';
import type { Phrases } from './phrases.ts';
import { languageLimitation } from './phrases.ts';
import type { Statement } from './statements.ts';
import { sentencesOf, withoutFootnotes } from './statements.ts';

/** One line of a guide, with where it comes from. */
interface Line {
  text: string;
  source: Citation;
  level: number;
  isProse: boolean;
  /** True where others stand below it. */
  hasMore?: boolean;
}

interface Table {
  caption: string;
  rows: { cells: string[]; source: Citation }[];
}

interface Topic {
  title: string;
  lines: Line[];
  tables: Table[];
}

/** How much of each slide is told. */
interface Measure {
  prose: number;
  points: number;
  review: number;
}

interface Preferences {
  brief: boolean;
  questions: boolean;
  terms: boolean;
  table: boolean;
  outline: boolean;
}

const linkOf = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `[${pointer.slide}](#slide-${pointer.slide})` : `[¶${pointer.paragraph}](#paragraph-${pointer.paragraph})`;

const ended = (text: string): string => (/[.!?。！？:：]["”’)]?$/.test(text) ? text : `${text}.`);

const headerOf = ({ rows }: Table): string => fold(rows[0]?.cells.join(' ') ?? '');
const filled = ({ rows }: Table): number => rows.reduce((sum, { cells }) => sum + cells.filter((cell) => cell !== '').length, 0);

/** A table that is built up over several slides is shown once, where it is fullest, with every row that any of them has. */
function withoutBuilds(tables: Table[]): Table[] {
  const kept = new Map<Table['rows'][number] | undefined, Table>();
  /** The table, of those that are kept, that has a row of this name under this header: the first one and its number. */
  const byRow = new Map<string, { table: Table; number: number }>();
  const sized = tables.map((table) => ({ table, size: filled(table), header: headerOf(table) }));
  for (const { table, header } of sized.sort((left, right) => right.size - left.size)) {
    const [top, ...body] = table.rows;
    const keyOf = ({ cells }: Table['rows'][number]): string => `${header}\n${cells[0] ?? ''}`;
    let same: { table: Table; number: number } | undefined;
    for (const row of body) {
      const holder = byRow.get(keyOf(row));
      if (holder && (!same || holder.number < same.number)) same = holder;
    }
    if (same) {
      const known = same;
      // What any table of this header holds under this name is held by the first of them already, or is new to all.
      known.table.rows.push(...body.filter((row) => byRow.get(keyOf(row)) !== known));
    } else {
      same = { table: { ...table, rows: [...table.rows] }, number: kept.size };
      kept.set(top, same.table);
    }
    for (const row of body) {
      const holder = byRow.get(keyOf(row));
      if (!holder || same.number < holder.number) byRow.set(keyOf(row), same);
    }
  }
  return tables.flatMap(({ rows }) => kept.get(rows[0]) ?? []);
}

/** How far on either side a line is looked for again: a slide of thousands of lines is no slide. */
const reach = 40;

/** So many statements of a place that share a statement's rarest word are looked at, on either side of it. */
const mostSharing = 100;

/** The statements of one place, ready to be looked through for one that holds another. */
class StatementsOfPlace {
  private readonly statements: readonly Statement[];
  private readonly words: WordIndex;
  private readonly numbers: ReadonlyMap<Statement, number>;

  constructor(statements: readonly Statement[]) {
    this.statements = statements;
    this.words = new WordIndex(statements.map(({ text }) => text));
    this.numbers = new Map(statements.map((statement, number) => [statement, number]));
  }

  /** Whether another paragraph says all that a statement says, and more. */
  holdsMore(statement: Statement): boolean {
    const { text, index } = statement;
    const own = ` ${fold(text)} `;
    const sharing = this.words.sharingRarest(text);
    const at = sharing.indexOf(this.numbers.get(statement) ?? 0);
    return sharing.slice(Math.max(0, at - mostSharing), at + mostSharing).some((number) => {
      const other = this.statements[number];
      return other !== undefined && other.index !== index && other.text.length > text.length && ` ${fold(other.text)} `.includes(own);
    });
  }
}

/** Whether a line is a piece of another on its place, or says again what one before it said there. */
function isSaidElsewhere(statement: Statement, statements: StatementsOfPlace, before: Line[]): boolean {
  const { text, place, kind, isNote, isEnded } = statement;
  // A point of a list stays in it though the notes say it too.
  const isPiece = kind !== 'bullet' || wordCount(text) >= 6;
  return (
    (isPiece && statements.holdsMore(statement)) ||
    before
      .slice(-reach)
      .some(
        (line) =>
          placeOf(line.source.pointer) === place &&
          (wordCount(text) >= 4 || (isNote && !isEnded)) &&
          likeness(line.text, text) >= (isNote && !isEnded ? 0.5 : 0.6),
      )
  );
}

/** "They also require …" after a sentence that was left out: nobody can tell who. */
function isOrphan({ quote }: Statement, passage: string, kept: readonly Statement[]): boolean {
  if (
    !/^(this|these|those|they|it|he|she|both|such|its|their|similarly|however|therefore|thus|hence|also|moreover|furthermore|additionally|consequently|otherwise|instead|in (this|that|such|these|those))\b/i.test(
      quote,
    )
  )
    return false;
  const sentences = sentencesOf(passage);
  const before = sentences[sentences.indexOf(quote) - 1];
  return before !== undefined && !kept.some((other) => other.quote === before);
}

const isAsian = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}/u;

/** Lines that say nothing by themselves: questions without their answer, labels of nothing, single words that are no points. */
function isNoise({ text }: Statement, next: Statement | undefined, { kind }: Passage): boolean {
  // A question stays where its answer follows and would not stand without it.
  if (text.endsWith('?')) return !/^(because|yes|no)\b/i.test(next?.text ?? '');
  if (/[:：]$/.test(text) && !next) return true;
  return kind !== 'bullet' && wordCount(text) < 2 && !isAsian.test(text);
}

/** Groups what is said by topic, in the order of the material; slides of one title that follow each other are one topic. */
function topicsOf(facts: Facts): Topic[] {
  const topics: Topic[] = [];
  const tables = new Map<number, Table>();
  const seen = new Set<string>();
  let caption: string | undefined;
  const places = new Map<number, StatementsOfPlace>();
  const statementsOf = (place: number): StatementsOfPlace => {
    const known = places.get(place) ?? new StatementsOfPlace(facts.statementsAt.get(place) ?? []);
    places.set(place, known);
    return known;
  };
  const byPointer = Map.groupBy(facts.statements, ({ pointer }) => pointer);
  const headingLines = new Set(outlineOf(facts.passages).flatMap(({ one, children }) => (children.length > 0 ? [one.index] : [])));
  for (const { passage, topic, index } of facts.passages) {
    let current = topics.at(-1);
    if (!current || fold(current.title) !== fold(topic)) {
      current = { title: topic, lines: [], tables: [] };
      topics.push(current);
    }
    if (passage.kind === 'row' && passage.cells && passage.table !== undefined) {
      let table = tables.get(passage.table);
      if (!table) {
        table = { caption: caption ?? topic, rows: [] };
        tables.set(passage.table, table);
        current.tables.push(table);
      }
      table.rows.push({ cells: passage.cells, source: { pointer: passage.pointer, quote: passage.text } });
      caption = undefined;
      continue;
    }
    if (passage.kind === 'caption') {
      if (passage.pointer.kind === 'slide' && passage.pointer.part === 'chart') caption = passage.text;
      continue;
    }
    const own = byPointer.get(passage.pointer) ?? [];
    // A line with others below it is told whatever it says: without it they would stand under another one, and become untrue.
    if (headingLines.has(index)) {
      const text = withoutFootnotes(passage.text);
      const isProse = own[0] !== undefined && lineOf(own[0]).isProse;
      current.lines.push({
        text,
        source: { pointer: passage.pointer, quote: passage.text },
        level: passage.kind === 'bullet' ? passage.level : 0,
        isProse,
        hasMore: true,
      });
      continue;
    }
    // The same words on a slide and in its notes are said once; what stands under a line is told under each.
    for (const [at, statement] of own.entries()) {
      const key = `${fold(statement.text)}${passage.level > 0 ? `@${current.title}` : ''}`;
      if (
        seen.has(key) ||
        isNoise(statement, own[at + 1], passage) ||
        isSaidElsewhere(statement, statementsOf(statement.place), current.lines)
      )
        continue;
      if (isOrphan(statement, passage.text, own)) continue;
      seen.add(key);
      current.lines.push(lineOf(statement));
    }
  }
  for (const topic of topics) topic.tables = withoutBuilds(topic.tables);
  return topics.filter(({ lines, tables: own }) => lines.length > 0 || own.length > 0);
}

const lineOf = (statement: Statement): Line => ({
  text: statement.text,
  source: { pointer: statement.pointer, quote: statement.quote },
  level: statement.kind === 'bullet' ? statement.level : 0,
  isProse:
    (statement.isNote || statement.kind === 'paragraph') &&
    statement.isEnded &&
    wordCount(statement.text) >= 5 &&
    /^[\p{Lu}\p{Lo}\d“"‘(]/u.test(statement.text),
});

class Writer {
  readonly lines: string[] = [];
  readonly sources: Citation[] = [];
  private readonly known = new Set<string>();

  cite(source: Citation): string {
    const key = JSON.stringify(source);
    if (!this.known.has(key)) this.sources.push(source);
    this.known.add(key);
    return linkOf(source.pointer);
  }

  add(...lines: string[]): void {
    this.lines.push(...lines);
  }

  heading(level: number, text: string): void {
    this.add('', `${'#'.repeat(level)} ${escapeMarkdown(text.replace(/\s+/g, ' '))}`, '');
  }

  bullets(lines: Line[]): void {
    const base = lines.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY);
    let before = -1;
    for (const line of lines) {
      const level = Math.min(before + 1, line.level - base, 3);
      before = level;
      this.add(`${'  '.repeat(level)}- ${escapeMarkdown(upperFirst(line.text))} ${this.cite(line.source)}`);
    }
  }

  /** Sentences that follow one another, with one link for each slide. */
  prose(lines: Line[]): void {
    const sentences = lines.map((line, index) => {
      const link = this.cite(line.source);
      const next = lines[index + 1];
      return next && linkOf(next.source.pointer) === link
        ? escapeMarkdown(ended(line.text))
        : `${escapeMarkdown(ended(line.text))} ${link}`;
    });
    if (sentences.length > 0) this.add(sentences.join(' '), '');
  }

  table({ rows }: Table): void {
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const row = (cells: string[]): string =>
      `| ${Array.from({ length: width }, (_, index) => escapeMarkdown(cells[index] ?? '') || ' ').join(' | ')} |`;
    const [header, ...body] = rows;
    if (!header) return;
    this.add(
      row(header.cells),
      `|${' --- |'.repeat(width)}`,
      ...body.map(({ cells }) => row(cells)),
      '',
      [...new Set(rows.map(({ source }) => this.cite(source)))].slice(0, 1).join(' '),
      '',
    );
  }

  text(): string {
    return `${this.lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`;
  }
}

const named = (text: string): string => withoutStop(text).replace(/[?？]$/, '');

/** Titles that name a topic, spread over the material: no questions, no second part of one that is named already. */
function mainTopics(source: Source, topics: Topic[]): string[] {
  const names = [...new Set(topics.map(({ title }) => named(title.replace(/:\s.*/s, ''))))].filter(
    (title) => fold(title) !== fold(source.title) && wordCount(title) <= 8 && title.length > 2,
  );
  const plain = names.filter(
    (title) =>
      !/^(what|who|which|how|why|when|where|is|are|can|do|does)\b/i.test(title) &&
      !/^(introduction|summary|conclusions?|key points|review|wrap[- ]up)$/i.test(title),
  );
  const list = plain.length >= 3 ? plain : names;
  const most = 6;
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => list[Math.round((index * (list.length - 1)) / (most - 1))] ?? '').filter(Boolean);
}

const standsAlone = (text: string): boolean =>
  /^[\p{Lu}\p{Lo}\d“"]/u.test(text) &&
  /[.。]["”]?$/.test(text) &&
  wordCount(text) >= 8 &&
  wordCount(text) <= 34 &&
  !startsPointing.test(text) &&
  // A term and its meaning stand among the key terms.
  !/^[^:–]{2,60}(:| – )/.test(text) &&
  !/\b(this|these|those|such|(?:above|below)(?=[.,;:)]|$)|following|however|also|example)\b/i.test(text);

/** A word that stands in so many headings is one of the main things; in how many more it stands tells no more. */
const mostHeadings = 100;

/** The material's own sentences that say what its main things are: definitions of what its title and headings name most. */
function tellingLines(source: Source, facts: Facts, topics: Topic[]): Line[] {
  const title = contentStems(source.title);
  const headings = new WordIndex(
    topics.map((topic) => topic.title),
    contentStems,
  );
  const weightOf = (term: string): number => {
    const words = [...contentStems(term)];
    const inTitle = words.filter((word) => title.has(word)).length * 3;
    return inTitle + new Set(words.flatMap((word) => headings.holding(word).slice(0, mostHeadings))).size;
  };
  const weights = new Map(
    facts.facts.flatMap((fact): [string, number][] =>
      fact.type === 'definition' && fact.subject ? [[JSON.stringify(fact.source), weightOf(fact.term)]] : [],
    ),
  );
  return topics
    .flatMap(({ lines }) => lines)
    .map((line) => ({ line, weight: weights.get(JSON.stringify(line.source)) ?? 0 }))
    .filter(({ line, weight }) => weight > 0 && standsAlone(line.text))
    .sort((left, right) => right.weight - left.weight)
    .slice(0, 2)
    .map(({ line }) => line);
}

/** What the material itself says in its overview. */
const ownOverview = (topics: Topic[]): Line[] =>
  topics
    .filter(({ title }) => /^(overview|introduction|abstract|summary|key (points|messages|takeaways))$/i.test(title.trim()))
    .flatMap(({ lines }) => lines)
    // A slide of that name in the middle introduces a chapter.
    .filter(({ source }) => source.pointer.kind === 'text' || source.pointer.slide <= 3)
    .filter(({ text }) => standsAlone(text) && wordCount(text) >= 10)
    .slice(0, 3);

/** A passage's first sentence, or as many of its words as a line holds. */
function beginningOf(text: string): string {
  const sentence = sentencesOf(text)[0] ?? text;
  return sentence.length <= 400 ? sentence : sentence.slice(0, 400).replace(/(?<!\s)\s+\S*$/, '');
}

interface Overview {
  /** Plain. */
  text: string;
  /** With its references, as markdown. */
  markdown: string;
}

function overviewOf(source: Source, facts: Facts, topics: Topic[], phrases: Phrases, writer: Writer): Overview {
  const titles = mainTopics(source, topics);
  const terms = facts.facts.flatMap((fact) => (fact.type === 'definition' ? [fact.term] : [])).slice(0, 5);
  const main = titles.length > 0 ? titles : terms;
  const joinedTitles =
    source.language === 'en' && main.length > 1 ? `${main.slice(0, -1).join('; ')}; and ${main.at(-1) ?? ''}` : main.join(', ');
  const opening = main.length > 0 ? phrases.overview(named(source.title), joinedTitles) : ended(named(source.title));
  const own = ownOverview(topics);
  const telling = own.length > 0 ? own : tellingLines(source, facts, topics);
  const explained = titles.length > 0 && terms.length >= 3 ? [phrases.explained(terms.map(upperFirst))] : [];
  const first = topics[0]?.lines[0] ?? topics[0]?.tables[0]?.rows[0];
  if (telling.length === 0 && first) writer.cite(first.source);
  return {
    text: [opening, ...explained, ...telling.map(({ text }) => text)].join(' '),
    markdown: [
      escapeMarkdown([opening, ...explained].join(' ')),
      ...telling.map((line) => `${escapeMarkdown(line.text)} ${writer.cite(line.source)}`),
    ].join(' '),
  };
}

/** Of each place: its first sentences of prose, its points in their order, and never nothing. */
const linesTogether = 12;
/** More lines than this are no slide's. */
const mostOnSlide = 60;

function selected(topic: Topic, measure: Measure): Line[] {
  const prose = new Map<string, number>();
  const points = new Map<string, number>();
  const onSlide = new Map<number, number>();
  for (const { source } of topic.lines)
    if (source.pointer.kind === 'slide') onSlide.set(source.pointer.slide, (onSlide.get(source.pointer.slide) ?? 0) + 1);
  let head: { level: number; kept: boolean } | undefined;
  return topic.lines.filter((line, at) => {
    // A list stays whole below the line that heads it, or goes with it.
    if (head && line.level > head.level && !line.isProse) return head.kept;
    head = undefined;
    // A text has no slides, and a slide that holds a whole text is none: of every dozen lines some are told.
    const isText = line.source.pointer.kind === 'text' || (onSlide.get(placeOf(line.source.pointer)) ?? 0) > mostOnSlide;
    const place = isText ? `lines ${Math.floor(at / linesTogether)}` : `slide ${placeOf(line.source.pointer)}`;
    const counts = line.isProse ? prose : points;
    const most = isText ? (line.isProse ? measure.prose : measure.points) * 3 : line.isProse ? measure.prose : measure.points;
    counts.set(place, (counts.get(place) ?? 0) + 1);
    const kept = (counts.get(place) ?? 0) <= most;
    if (line.hasMore || /[:：]$/.test(line.text)) head = { level: line.level, kept };
    return kept;
  });
}

function writeTopic(writer: Writer, topic: Topic, measure: Measure, skip: Set<string>): void {
  const lines = selected(topic, measure).filter(({ source, hasMore }) => hasMore || !skip.has(JSON.stringify(source)));
  const prose = lines.filter(({ isProse }) => isProse);
  writer.prose(prose);
  const points = lines.filter(({ isProse }) => !isProse);
  if (points.length > 0) writer.bullets(points);
  for (const table of topic.tables) {
    writer.add('');
    if (table.caption !== topic.title) writer.add(`**${escapeMarkdown(table.caption)}**`, '');
    writer.table(table);
  }
}

/** "Value of data sharing: to the public": what several slides are about, and which part of it this one is. */
function partsOf(title: string): [group: string, part: string | undefined] {
  const match = /^([^:]{4,60}): (\S.*)$/.exec(title);
  return match?.[1] !== undefined && match[2] !== undefined ? [match[1], upperFirst(match[2])] : [title, undefined];
}

/** A heading of its own for each topic; without titles in the material there is one topic and no heading. */
function writeTopics(writer: Writer, topics: Topic[], level: number, measure: Measure, skip = new Set<string>()): void {
  let open: string | undefined;
  topics.forEach((topic, at) => {
    const lines = selected(topic, measure).filter(({ source, hasMore }) => hasMore || !skip.has(JSON.stringify(source)));
    if (lines.length === 0 && topic.tables.length === 0) return;
    const [group, part] = partsOf(topic.title);
    const isGrouped =
      part !== undefined &&
      (open === group || [topics[at - 1], topics[at + 1]].some((other) => other && partsOf(other.title)[0] === group));
    if (isGrouped && open !== group) writer.heading(level, group);
    open = isGrouped ? group : undefined;
    if (topics.length > 1) writer.heading(isGrouped ? level + 1 : level, isGrouped ? part : topic.title);
    writeTopic(writer, topic, measure, skip);
  });
}

function writeTerms(writer: Writer, facts: Facts, phrases: Phrases, most: number): Set<string> {
  const entries = facts.facts
    .flatMap((fact) =>
      fact.type === 'definition'
        ? [{ term: fact.term, meaning: fact.meaning, source: fact.source, isWhole: true }]
        : fact.type === 'acronym'
          ? [{ term: fact.short, meaning: fact.long, source: fact.source, isWhole: false }]
          : [],
    )
    .slice(0, most);
  const told = new Set<string>();
  if (entries.length < 2) return told;
  writer.heading(2, phrases.headings.terms);
  for (const { term, meaning, source, isWhole } of entries) {
    writer.add(`- **${escapeMarkdown(upperFirst(term))}**: ${escapeMarkdown(meaning)} ${writer.cite(source)}`);
    // In a text the line stays among its siblings.
    if (isWhole && source.pointer.kind === 'slide') told.add(JSON.stringify(source));
  }
  // Without a blank line the next paragraph would be a part of the last term.
  writer.add('');
  return told;
}

function reviewOf(ranked: readonly RankedCard[], most: number): { front: string; back: string; source: Citation }[] {
  if (most <= 0) return [];
  const asked = cardsInOrder(ranked, most * 6).filter(({ front }) => /[?？]”?$/.test(front));
  const before = new NearTexts(
    0.75,
    asked.map(({ front }) => front),
  );
  const cards = asked
    .filter(({ front }) => {
      const isNew = !before.has(front);
      before.add(front);
      return isNew;
    })
    .sort((left, right) => placeOf(left.source.pointer) - placeOf(right.source.pointer));
  if (cards.length <= most) return cards;
  // Over all of the material, not its beginning.
  return Array.from({ length: most }, (_, index) => cards[Math.round((index * (cards.length - 1)) / Math.max(1, most - 1))]).filter(
    (card) => card !== undefined,
  );
}

/** The part of a style that a line belongs to, worked out once however often it is asked for. */
function partSorter(style: GuideStyle): (text: string, topic: string) => string {
  const known = new Map<string, string>();
  return (text, topic) => {
    const key = `${topic}\n${text}`;
    const part = known.get(key) ?? partOf(style, text, topic) ?? furtherPoints;
    known.set(key, part);
    return part;
  };
}

function writeStyled(
  writer: Writer,
  style: GuideStyle,
  topics: Topic[],
  phrases: Phrases,
  measure: Measure,
  review: ReturnType<typeof reviewOf>,
  overview: string,
  partOfLine: (text: string, topic: string) => string,
): number {
  if (style.layout === 'cornell') {
    writer.heading(2, 'Cues');
    if (review.length === 0) writer.add(phrases.nothing);
    for (const { front, source } of review) writer.add(`- ${escapeMarkdown(front)} ${writer.cite(source)}`);
    writer.heading(2, 'Notes');
    writeTopics(writer, topics, 3, measure);
    writer.heading(2, 'Summary');
    writer.add(overview);
    return 1;
  }
  const parts = [...style.parts, furtherPoints];
  let sorted = 0;
  let all = 0;
  for (const part of parts) {
    const belongs = topics.flatMap((topic): Topic[] => {
      const inPart = (text: string): boolean => partOfLine(text, topic.title) === part;
      // A list goes with the line that heads it.
      let head = false;
      const lines = selected(topic, measure).filter((line) => {
        if (line.level === 0 || !head) head = inPart(line.text) && line.level === 0;
        return line.level > 0 ? head || inPart(line.text) : inPart(line.text);
      });
      const tables = topic.tables.filter(() => inPart(''));
      return lines.length > 0 || tables.length > 0 ? [{ title: topic.title, lines, tables }] : [];
    });
    const count = belongs.reduce((sum, { lines }) => sum + lines.length, 0);
    all += count;
    if (part === furtherPoints && belongs.length === 0) continue;
    if (part !== furtherPoints) sorted += count;
    writer.heading(2, part);
    if (belongs.length === 0) writer.add(phrases.nothing);
    const full: Measure = { prose: 99, points: 99, review: 0 };
    for (const topic of belongs) {
      writer.heading(3, topic.title);
      writeTopic(writer, topic, full, new Set());
    }
  }
  return all === 0 ? 0 : sorted / all;
}

function preferencesOf(preference: string | undefined): Preferences {
  const says = (pattern: RegExp): boolean => pattern.test(preference ?? '');
  return {
    brief: says(/\b(brief|short|concise|condensed|summary|summari[sz]ed?|quick|tl;?dr|one page)\b/i),
    questions: says(/\b(questions?|q ?& ?a|quiz|self[- ]test|review)\b/i),
    terms: says(/\b(terms?|glossary|definitions?|vocabulary|key ?words?)\b/i),
    table: says(/\btables?\b/i),
    outline: says(/\b(outline|bullets?|bullet points?|hierarch|structured?)\b/i),
  };
}

/** What of the wish was not done, said plainly. */
function styleLimitation(
  preference: string | undefined,
  style: GuideStyle | undefined,
  preferences: Preferences,
  sorted: number,
): string | undefined {
  if (preference === undefined || preference.trim() === '') return undefined;
  if (style) {
    if (style.layout === 'parts' && sorted < 0.2)
      return `Little of this material fits ${style.name}: what belongs to no part stands under “Further points”.`;
    return undefined;
  }
  const done = [
    preferences.brief && 'kept it brief',
    preferences.questions && 'added more review questions',
    preferences.terms && 'put the key terms first',
    preferences.outline && 'made an outline',
    preferences.table && 'kept the tables',
  ].filter((one) => one !== false);
  const wish = preference.trim().length > 120 ? `${preference.trim().slice(0, 117)}…` : preference.trim();
  if (/^\s*(outline|outlines?|bullets?|bullet points?|brief|concise|short)\s*$/i.test(preference)) return undefined;
  return done.length === 0
    ? `The offline engine could not follow the style “${wish}”: the guide has its usual form.`
    : `Of the style “${wish}” the offline engine ${done.join(', ')}; it cannot follow free wording beyond that.`;
}

/** All that a guide is made of, whatever its measure. */
interface Draft {
  source: Source;
  facts: Facts;
  phrases: Phrases;
  preferences: Preferences;
  style: GuideStyle | undefined;
  partOfLine: (text: string, topic: string) => string;
  topics: Topic[];
  cards: RankedCard[];
}

function draftOf(source: Source, facts: Facts, phrases: Phrases, preference: string | undefined): Draft {
  const style = namedStyle(preference);
  const topics = topicsOf(facts);
  // Material of which nothing reads as teaching is told as it stands: a guide is never empty.
  if (topics.length === 0)
    topics.push({
      title: source.title,
      tables: [],
      lines: source.passages
        .slice(0, 60)
        .flatMap(({ text, pointer, kind, level }) =>
          kind === 'title' && source.passages.length > 1
            ? []
            : [beginningOf(text)]
                .filter((quote) => /[\p{L}\p{N}]/u.test(quote))
                .map((quote) => ({ text: withoutFootnotes(quote), source: { pointer, quote }, level, isProse: false })),
        ),
    });
  const only = source.passages.find(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (topics[0]?.lines.length === 0 && topics[0].tables.length === 0 && only)
    topics[0].lines.push({
      text: beginningOf(only.text),
      source: { pointer: only.pointer, quote: beginningOf(only.text) },
      level: 0,
      isProse: false,
    });
  return {
    source,
    facts,
    phrases,
    preferences: preferencesOf(preference),
    style,
    partOfLine: style ? partSorter(style) : () => furtherPoints,
    topics,
    cards: rankedCards(source, facts, phrases),
  };
}

function write(
  { source, facts, phrases, preferences, style, partOfLine, topics, cards }: Draft,
  measure: Measure,
): { writer: Writer; overview: string; sorted: number } {
  const writer = new Writer();
  writer.add(`# ${escapeMarkdown(source.title)}`, '');
  const overview = overviewOf(source, facts, topics, phrases, writer);
  const review = reviewOf(
    cards,
    style?.layout === 'cornell' ? Math.max(4, measure.review) : preferences.questions ? measure.review * 2 : measure.review,
  );
  if (style) {
    if (style.layout === 'parts') writer.add(overview.markdown, '');
    return {
      sorted: writeStyled(writer, style, topics, phrases, measure, review, overview.markdown, partOfLine),
      overview: overview.text,
      writer,
    };
  }
  writer.add(overview.markdown, '');
  if (preferences.outline)
    writeTopics(
      writer,
      topics.map((topic) => ({ ...topic, lines: topic.lines.map((line) => ({ ...line, isProse: false })) })),
      2,
      { ...measure, points: measure.points + measure.prose },
    );
  else {
    const told = writeTerms(writer, facts, phrases, 40);
    if (topics.length > 1 || told.size > 0) writer.heading(2, phrases.headings.topics);
    writeTopics(writer, topics, 3, measure, told);
  }
  if (review.length >= 2 || (preferences.questions && review.length > 0)) {
    writer.heading(2, phrases.headings.review);
    review.forEach(({ front, back, source: citation }, index) =>
      writer.add(`${index + 1}. ${escapeMarkdown(front)} *${escapeMarkdown(back)}* ${writer.cite(citation)}`),
    );
  }
  return { writer, overview: overview.text, sorted: 1 };
}

const measures: Measure[] = [
  { prose: 4, points: 9, review: 6 },
  { prose: 3, points: 6, review: 5 },
  { prose: 2, points: 4, review: 4 },
  { prose: 2, points: 3, review: 3 },
  { prose: 1, points: 2, review: 2 },
  { prose: 1, points: 1, review: 0 },
];

/** A guide that orders what the material says, in the style that was asked for. */
export function guideOf(source: Source, facts: Facts, phrases: Phrases, preference: string | undefined): Guide {
  const words = source.passages.reduce((sum, { text }) => sum + wordCount(text), 0);
  const preferences = preferencesOf(preference);
  const most = words * (preferences.brief ? 0.5 : words < 2_500 ? 1.1 : 0.85);
  const draft = draftOf(source, facts, phrases, preference);
  let result: ReturnType<typeof write> | undefined;
  for (const measure of measures) {
    result = write(draft, measure);
    if (wordCount(result.writer.text().replace(/\[[^[\]]*\]\(#[^()]*\)|[#|*-]+/g, ' ')) <= most) break;
  }
  const { writer, overview, sorted } = result ?? write(draft, { prose: 1, points: 1, review: 0 });
  const limitation = [languageLimitation(source.language), styleLimitation(preference, namedStyle(preference), preferences, sorted)]
    .filter((one) => one !== undefined)
    .join(' ');
  return {
    title: source.title,
    overview,
    markdownContent: writer.text(),
    sources: writer.sources,
    ...(limitation === '' ? {} : { limitation }),
  };
}
