import type { Citation, Pointer, Source } from '@lectern/contracts';
import type { Guide } from '../engine.ts';
import type { NamedStyle } from '../gate/checks.ts';
import { namedStyle, styleParts } from '../gate/checks.ts';
import { placeOf } from '../pointers.ts';
import { fold, likeness, shared, contentStems, upperFirst, wordCount, withoutStop } from '../words.ts';
import { cardsOf } from './cards.ts';
import type { Facts } from './facts.ts';
import type { Phrases } from './phrases.ts';
import { languageLimitation } from './phrases.ts';
import type { Statement } from './statements.ts';
import { sentencesOf, withoutFootnotes } from './statements.ts';
import { partOf } from './styleCues.ts';

/** One line of a guide, with where it comes from. */
interface Line {
  text: string;
  source: Citation;
  level: number;
  isProse: boolean;
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

interface Wishes {
  brief: boolean;
  questions: boolean;
  terms: boolean;
  table: boolean;
  outline: boolean;
}

const escapeMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>|~])/g, '\\$1').replace(/^(#|\d+\.|[-+])(?=\s)/, '\\$1');

const linkOf = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `[${pointer.slide}](#slide-${pointer.slide})` : `[¶${pointer.paragraph}](#paragraph-${pointer.paragraph})`;

const ended = (text: string): string => (/[.!?。！？:：]["”’)]?$/.test(text) ? text : `${text}.`);

/** Groups what is said by topic, in the order of the material; slides of one title that follow each other are one topic. */
function topicsOf(facts: Facts): Topic[] {
  const topics: Topic[] = [];
  const tables = new Map<number, Table>();
  const seen = new Set<string>();
  let caption: string | undefined;
  for (const { passage, topic } of facts.passages) {
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
    const own = facts.statements.filter((statement) => statement.pointer === passage.pointer);
    // The same words on a slide and in its notes are said once.
    for (const statement of own) {
      const key = fold(statement.text);
      if (
        seen.has(key) ||
        statement.text.endsWith('?') ||
        wordCount(statement.text) < (/\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}/u.test(statement.text) ? 1 : 2)
      )
        continue;
      seen.add(key);
      current.lines.push(lineOf(statement));
    }
  }
  // A table that is built up over several slides is shown once, where it is fullest.
  const filled = ({ rows }: Table): number => rows.reduce((sum, { cells }) => sum + cells.filter((cell) => cell !== '').length, 0);
  for (const topic of topics)
    topic.tables = topic.tables.filter((table, index) => {
      const same = topic.tables.filter(
        (other) => fold(other.rows[0]?.cells.join(' ') ?? '') === fold(table.rows[0]?.cells.join(' ') ?? ''),
      );
      const isBuild = same.some(
        (other) => other !== table && table.rows.slice(1).some((row) => other.rows.some((one) => one.cells[0] === row.cells[0])),
      );
      return (
        !isBuild ||
        same.every(
          (other) =>
            other === table || filled(other) < filled(table) || (filled(other) === filled(table) && topic.tables.indexOf(other) > index),
        )
      );
    });
  return topics.filter(({ lines, tables: own }) => lines.length > 0 || own.length > 0);
}

const lineOf = (statement: Statement): Line => ({
  text: statement.text,
  source: { pointer: statement.pointer, quote: statement.quote },
  level: statement.kind === 'bullet' ? statement.level : 0,
  isProse: (statement.isNote || statement.kind === 'paragraph') && statement.isEnded && wordCount(statement.text) >= 5,
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
    const base = Math.min(...lines.map(({ level }) => level));
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
    const width = Math.max(...rows.map(({ cells }) => cells.length));
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

function overviewOf(source: Source, facts: Facts, topics: Topic[], phrases: Phrases): { text: string; sources: Citation[] } {
  const titles = [...new Set(topics.map(({ title }) => named(title)))].filter((title) => fold(title) !== fold(source.title)).slice(0, 5);
  const terms = facts.facts.flatMap((fact) => (fact.type === 'definition' ? [fact.term] : [])).slice(0, 4);
  const main = titles.length > 0 ? titles : terms;
  const sources: Citation[] = [];
  const first = topics[0]?.lines[0] ?? topics[0]?.tables[0]?.rows[0];
  if (first) sources.push(first.source);
  const joinedTitles =
    source.language === 'en' && main.length > 1 ? `${main.slice(0, -1).join('; ')}; and ${main.at(-1) ?? ''}` : main.join(', ');
  const opening = main.length > 0 ? phrases.overview(named(source.title), joinedTitles) : ended(named(source.title));
  const key = contentStems(`${source.title} ${titles.join(' ')}`);
  const telling = topics
    .flatMap(({ lines }) => lines)
    .filter(
      ({ text, isProse }) =>
        (isProse || /\b(is|are|means)\b/.test(text)) &&
        wordCount(text) >= 8 &&
        wordCount(text) <= 32 &&
        /[.。]$/.test(text) &&
        !/^(this|it|these|they|but|and|so)\b/i.test(text),
    )
    .map((line, index) => ({ line, fit: shared(contentStems(line.text), key) - index * 0.05 }))
    .sort((left, right) => right.fit - left.fit)
    .slice(0, 2)
    .map(({ line }) => line);
  for (const line of telling) sources.push(line.source);
  return { text: [opening, ...telling.map(({ text }) => text)].join(' '), sources };
}

/** Of each place: its first sentences of prose, its points in their order, and never nothing. */
function selected(topic: Topic, measure: Measure): Line[] {
  const prose = new Map<string, number>();
  const points = new Map<string, number>();
  let head: { level: number; kept: boolean } | undefined;
  return topic.lines.filter((line) => {
    // A list stays whole below the line that heads it, or goes with it.
    if (head && line.level > head.level && !line.isProse) return head.kept;
    head = undefined;
    const place = `${line.source.pointer.kind}${line.source.pointer.kind === 'slide' ? placeOf(line.source.pointer) : ''}`;
    const counts = line.isProse ? prose : points;
    const most =
      line.source.pointer.kind === 'text'
        ? (line.isProse ? measure.prose : measure.points) * 3
        : line.isProse
          ? measure.prose
          : measure.points;
    counts.set(place, (counts.get(place) ?? 0) + 1);
    const kept = (counts.get(place) ?? 0) <= most;
    if (/[:：]$/.test(line.text)) head = { level: line.level, kept };
    return kept;
  });
}

function writeTopic(writer: Writer, topic: Topic, measure: Measure, skip: Set<string>): void {
  const lines = selected(topic, measure).filter(({ source }) => !skip.has(JSON.stringify(source)));
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

/** A heading of its own for each topic; without titles in the material there is one topic and no heading. */
function writeTopics(writer: Writer, topics: Topic[], level: number, measure: Measure, skip = new Set<string>()): void {
  for (const topic of topics) {
    const lines = selected(topic, measure).filter(({ source }) => !skip.has(JSON.stringify(source)));
    if (lines.length === 0 && topic.tables.length === 0) continue;
    if (topics.length > 1) writer.heading(level, named(topic.title) === '' ? topic.title : topic.title);
    writeTopic(writer, topic, measure, skip);
  }
}

function writeTerms(writer: Writer, facts: Facts, phrases: Phrases, most: number): Set<string> {
  const definitions = facts.facts.flatMap((fact) => (fact.type === 'definition' ? [fact] : [])).slice(0, most);
  const told = new Set<string>();
  if (definitions.length < 2) return told;
  writer.heading(2, phrases.headings.terms);
  for (const { term, meaning, source } of definitions) {
    writer.add(`- **${escapeMarkdown(upperFirst(term))}**: ${escapeMarkdown(meaning)} ${writer.cite(source)}`);
    told.add(JSON.stringify(source));
  }
  return told;
}

function reviewOf(source: Source, facts: Facts, phrases: Phrases, most: number): { front: string; back: string; source: Citation }[] {
  if (most <= 0) return [];
  return cardsOf(source, facts, phrases, { count: most * 3 })
    .filter(({ front }) => /[?？]$|[?？]”?$/.test(front))
    .filter((card, index, all) => all.findIndex((other) => likeness(other.front, card.front) >= 0.75) === index)
    .slice(0, most);
}

function writeStyled(
  writer: Writer,
  style: NamedStyle,
  topics: Topic[],
  phrases: Phrases,
  measure: Measure,
  review: ReturnType<typeof reviewOf>,
  overview: string,
): number {
  if (style === 'Cornell') {
    writer.heading(2, 'Cues');
    if (review.length === 0) writer.add(phrases.nothing);
    for (const { front, source } of review) writer.add(`- ${escapeMarkdown(front)} ${writer.cite(source)}`);
    writer.heading(2, 'Notes');
    writeTopics(writer, topics, 3, measure);
    writer.heading(2, 'Summary');
    writer.add(escapeMarkdown(overview));
    return 1;
  }
  const parts = [...styleParts[style], 'Further points'] as string[];
  let sorted = 0;
  let all = 0;
  for (const part of parts) {
    const belongs = topics.flatMap((topic): Topic[] => {
      const inPart = (text: string): boolean => (partOf(style, text, topic.title) ?? 'Further points') === part;
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
    if (part === 'Further points' && belongs.length === 0) continue;
    if (part !== 'Further points') sorted += count;
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

function wishesOf(preference: string | undefined): Wishes {
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
  style: NamedStyle | undefined,
  wishes: Wishes,
  sorted: number,
): string | undefined {
  if (preference === undefined || preference.trim() === '') return undefined;
  if (style) {
    if (style !== 'Cornell' && sorted < 0.2)
      return `Little of this material fits ${style}: what belongs to no part stands under “Further points”.`;
    return undefined;
  }
  const done = [
    wishes.brief && 'kept it brief',
    wishes.questions && 'added more review questions',
    wishes.terms && 'put the key terms first',
    wishes.outline && 'made an outline',
    wishes.table && 'kept the tables',
  ].filter((one) => one !== false);
  const wish = preference.trim().length > 120 ? `${preference.trim().slice(0, 117)}…` : preference.trim();
  if (/^\s*(outline|outlines?|bullets?|bullet points?|brief|concise|short)\s*$/i.test(preference)) return undefined;
  return done.length === 0
    ? `The offline engine could not follow the style “${wish}”: the guide has its usual form.`
    : `Of the style “${wish}” the offline engine ${done.join(', ')}; it cannot follow free wording beyond that.`;
}

function write(
  source: Source,
  facts: Facts,
  phrases: Phrases,
  preference: string | undefined,
  measure: Measure,
): { writer: Writer; overview: string; sorted: number } {
  const style = namedStyle(preference);
  const wishes = wishesOf(preference);
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
            : [sentencesOf(text)[0] ?? text]
                .filter((quote) => /[\p{L}\p{N}]/u.test(quote))
                .map((quote) => ({ text: withoutFootnotes(quote), source: { pointer, quote }, level, isProse: false })),
        ),
    });
  const only = source.passages.find(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (topics[0]?.lines.length === 0 && topics[0].tables.length === 0 && only)
    topics[0].lines.push({ text: only.text, source: { pointer: only.pointer, quote: only.text }, level: 0, isProse: false });
  const overview = overviewOf(source, facts, topics, phrases);
  const writer = new Writer();
  writer.add(`# ${escapeMarkdown(source.title)}`, '');
  const review = reviewOf(
    source,
    facts,
    phrases,
    style === 'Cornell' ? Math.max(4, measure.review) : wishes.questions ? measure.review * 2 : measure.review,
  );
  if (style) {
    if (style !== 'Cornell') writer.add(escapeMarkdown(overview.text), '');
    for (const citation of overview.sources) writer.cite(citation);
    return { sorted: writeStyled(writer, style, topics, phrases, measure, review, overview.text), overview: overview.text, writer };
  }
  writer.add(escapeMarkdown(overview.text), '');
  for (const citation of overview.sources) writer.cite(citation);
  if (wishes.outline)
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
  if (review.length >= 2 || (wishes.questions && review.length > 0)) {
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
  const wishes = wishesOf(preference);
  const most = words * (wishes.brief ? 0.5 : words < 2_500 ? 1.1 : 0.85);
  let result: ReturnType<typeof write> | undefined;
  for (const measure of measures) {
    result = write(source, facts, phrases, preference, measure);
    if (wordCount(result.writer.text().replace(/\[[^\]]*\]\(#[^)]*\)|[#|*-]+/g, ' ')) <= most) break;
  }
  const { writer, overview, sorted } = result ?? write(source, facts, phrases, preference, { prose: 1, points: 1, review: 0 });
  const limitation = [languageLimitation(source.language), styleLimitation(preference, namedStyle(preference), wishes, sorted)]
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
