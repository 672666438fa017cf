import type { Citation, Passage, Source } from '@lectern/contracts';
import type { DraftCard, Guide } from '../../StudyContentEngine.ts';
import type { GuideStyle } from '../../styles/GuideStyle.ts';
import { escapeMarkdown } from '../../text/escapeMarkdown.ts';
import { guidePhrasesFor } from '../../styles/guidePhrases.ts';
import { furtherPoints, namedStyle, partOf } from '../../styles/guideStyles.ts';
import { referenceTo, type GuideWriter } from '../../styles/GuideWriter.ts';
import { renderGuide, type GuideContent, type KeyTerm } from '../../styles/renderGuide.ts';
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

function writeBullets(writer: GuideWriter, lines: readonly Line[]): void {
  const base = lines.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY);
  let before = -1;
  for (const line of lines) {
    const level = Math.min(before + 1, line.level - base, 3);
    before = level;
    writer.add(`${'  '.repeat(level)}- ${escapeMarkdown(upperFirst(line.text))} ${writer.cite(line.source)}`);
  }
}

/** Writes sentences as one paragraph, with one reference for each slide. */
function writeProse(writer: GuideWriter, lines: readonly Line[]): void {
  const sentences = lines.map((line, index) => {
    const reference = writer.cite(line.source);
    const next = lines[index + 1];
    const sentence = escapeMarkdown(ended(line.text));
    return next && referenceTo(next.source.pointer) === reference ? sentence : `${sentence} ${reference}`;
  });
  if (sentences.length > 0) writer.add(sentences.join(' '), '');
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

function overviewOf(source: Source, facts: Facts, topics: Topic[], phrases: Phrases, writer: GuideWriter): Overview {
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

function writeTopic(writer: GuideWriter, topic: Topic, measure: Measure, skip: Set<string>): void {
  const lines = selected(topic, measure).filter(({ source, hasMore }) => hasMore || !skip.has(JSON.stringify(source)));
  const prose = lines.filter(({ isProse }) => isProse);
  writeProse(writer, prose);
  const points = lines.filter(({ isProse }) => !isProse);
  if (points.length > 0) writeBullets(writer, points);
  for (const table of topic.tables) {
    writer.add('');
    if (table.caption !== topic.title) writer.add(`**${escapeMarkdown(table.caption)}**`, '');
    writer.table(table.rows);
  }
}

/** "Value of data sharing: to the public": what several slides are about, and which part of it this one is. */
function partsOf(title: string): [group: string, part: string | undefined] {
  const match = /^([^:]{4,60}): (\S.*)$/.exec(title);
  return match?.[1] !== undefined && match[2] !== undefined ? [match[1], upperFirst(match[2])] : [title, undefined];
}

/** A heading of its own for each topic; without titles in the material there is one topic and no heading. */
function writeTopics(writer: GuideWriter, topics: Topic[], level: number, measure: Measure, skip = new Set<string>()): void {
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

/** The key terms of a guide, and the lines that they tell whole, by their source. */
function keyTermsOf(facts: Facts, most: number): { terms: KeyTerm[]; told: Set<string> } {
  const entries = facts.facts
    .flatMap((fact) =>
      fact.type === 'definition'
        ? [{ term: fact.term, meaning: fact.meaning, source: fact.source, isWhole: true }]
        : fact.type === 'acronym'
          ? [{ term: fact.short, meaning: fact.long, source: fact.source, isWhole: false }]
          : [],
    )
    .slice(0, most);
  if (entries.length < 2) return { terms: [], told: new Set() };
  // In a text the line stays among its siblings.
  const whole = entries.filter(({ isWhole, source }) => isWhole && source.pointer.kind === 'slide');
  return {
    terms: entries.map(({ term, meaning, source }) => ({ term: upperFirst(term), meaning, source })),
    told: new Set(whole.map(({ source }) => JSON.stringify(source))),
  };
}

function reviewOf(ranked: readonly RankedCard[], most: number): DraftCard[] {
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

/** Everything about one part of a style: the lines and tables of each topic that belong to it. */
function topicsInPart(part: string, topics: readonly Topic[], measure: Measure, partOfLine: Draft['partOfLine']): Topic[] {
  return topics.flatMap((topic): Topic[] => {
    const isInPart = (text: string): boolean => partOfLine(text, topic.title) === part;
    // A list goes with the line that heads it.
    let isHeadInPart = false;
    const lines = selected(topic, measure).filter(({ text, level }) => {
      const isIn = isInPart(text);
      if (level === 0) isHeadInPart = isIn;
      else if (!isHeadInPart) return isIn;
      return isHeadInPart;
    });
    const tables = topic.tables.filter(() => isInPart(''));
    return lines.length > 0 || tables.length > 0 ? [{ title: topic.title, lines, tables }] : [];
  });
}

const countLines = (topics: readonly Topic[]): number => topics.reduce((sum, { lines }) => sum + lines.length, 0);

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

/** Everything that is told of a part, without a measure. */
const whole: Measure = { prose: 99, points: 99, review: 0 };

/** How many review questions a measure allows, by the style and the learner's preferences. */
const reviewCount = ({ style, preferences }: Draft, { review }: Measure): number => {
  if (style) return style.layout === 'cornell' ? Math.max(4, review) : 0;
  return preferences.questions ? review * 2 : review;
};

function writeTopicsOf({ source, facts, preferences, style, topics }: Draft, measure: Measure) {
  const { terms, told } = style || preferences.outline ? { terms: [], told: new Set<string>() } : keyTermsOf(facts, 40);
  return {
    terms,
    write(writer: GuideWriter, level: number): void {
      if (style) writeTopics(writer, topics, level, measure);
      else if (preferences.outline) {
        const points = topics.map((topic) => ({ ...topic, lines: topic.lines.map((line) => ({ ...line, isProse: false })) }));
        writeTopics(writer, points, level, { ...measure, points: measure.points + measure.prose });
      } else {
        if (topics.length > 1 || told.size > 0) writer.heading(level, guidePhrasesFor(source.language).headings.topics);
        writeTopics(writer, topics, level + 1, measure, told);
      }
    },
  };
}

/** A guide of one measure, and which share of its lines belongs to a part of its style. */
function write(draft: Draft, measure: Measure): Pick<Guide, 'markdownContent' | 'sources' | 'overview'> & { sorted: number } {
  const { source, facts, phrases, preferences, style, partOfLine, topics, cards } = draft;
  const parts = style?.layout === 'parts' ? [...style.parts, furtherPoints] : [];
  const byPart = new Map(parts.map((part) => [part, topicsInPart(part, topics, measure, partOfLine)] as const));
  const review = reviewOf(cards, reviewCount(draft, measure));
  const leastReview = style || preferences.questions ? 1 : 2;
  const { terms, write: writeTopicsAt } = writeTopicsOf(draft, measure);
  let overview = '';
  const content: GuideContent = {
    language: source.language,
    title: source.title,
    overview(writer) {
      const { text, markdown } = overviewOf(source, facts, topics, phrases, writer);
      overview = text;
      return markdown;
    },
    keyTerms: terms,
    reviewQuestions:
      review.length < leastReview ? [] : review.map(({ front, back, source: cited }) => ({ question: front, answer: back, source: cited })),
    writeTopics: writeTopicsAt,
    hasPart: (part) => (byPart.get(part) ?? []).length > 0,
    writePart(writer, part) {
      for (const topic of byPart.get(part) ?? []) {
        writer.heading(3, topic.title);
        writeTopic(writer, topic, whole, new Set());
      }
    },
  };
  const further = countLines(byPart.get(furtherPoints) ?? []);
  const all = [...byPart.values()].reduce((sum, own) => sum + countLines(own), 0);
  return { ...renderGuide(content, style), overview, sorted: parts.length === 0 ? 1 : all === 0 ? 0 : (all - further) / all };
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
    if (wordCount(result.markdownContent.replace(/\[[^[\]]*\]\(#[^()]*\)|[#|*-]+/g, ' ')) <= most) break;
  }
  const { sorted, ...guide } = result ?? write(draft, { prose: 1, points: 1, review: 0 });
  const limitation = [languageLimitation(source.language), styleLimitation(preference, namedStyle(preference), preferences, sorted)]
    .filter((one) => one !== undefined)
    .join(' ');
  return {
    title: source.title,
    ...guide,
    ...(limitation === '' ? {} : { limitation }),
  };
}
