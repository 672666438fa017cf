import { endsSentence, fullStops, type Citation } from '@lectern/contracts/plain';
import { isCredit } from '../../../text/lineForms.ts';
import { isLearningGoals, isLecturersSummary } from '../../../text/titles.ts';
import { coverage, hasStem, wordsIn } from '../../../text/wordMatching.ts';
import { contentStems, fold, lowerFirst, wordCount, withoutStop } from '../../../text/words.ts';
import type { Definition, Facts } from '../facts/Fact.ts';
import { finiteVerb, isWordTag, leadingVerb, startsPointing } from '../facts/grammar.ts';
import type { Tagger } from '../posTagger.ts';
import { isNote, linesOf, titleOf, type Block, type Line, type Point, type Topic } from './Topic.ts';

export interface GlanceLine {
  /** The chapter that it is about; absent for the lecturer's own summary. */
  title?: string;
  text: string;
  /** The sentence or line of the material. */
  sentence: string;
  source: Citation;
}

const minLines = 2;
const minWords = 3;
const statementWords = { least: 5, most: 40 } as const;

/** Openings that connect a sentence to others, or address the reader. */
const joiningOpening =
  /^(?:\p{L}+,|similarly|likewise|meanwhile|instead|usually|sometimes|often|using|given|based on|test|examples?|remember|recall|note|the (?:remainder|rest|first|second|third|next|other|same)\b)/iu;
/** References to things that the learner may not see; also company names and amounts from exercises. */
const outside =
  /\b(?:exhibits?|figures?|fig\.|tables?|diagrams?|charts?|chapters?|slides?|sections?|appendix|box(?:es)?) (?:\d|[ivx]+\b)|\b(?:abc|xyz|pqr) company\b|(?:[$£€¥₹]|\brs\b\.?) ?\d/i;
const pointing = /\b(this|these|those|such|(?:above|below)(?=[.,;:)]|$)|following|however|also|for example|you|your|we|our)\b/i;

const ended = (text: string): string => (endsSentence(text) || /[:：]["”’)]?$/.test(text) ? text : `${text}.`);

/**
 * How well a line represents a chapter: 2 if it makes a statement about the title, 1 if it is a sentence with a word of the title, 0 if it
 * is neither or does not stand alone.
 */
function rankOf(text: string, title: string, tag: Tagger | undefined): 0 | 1 | 2 {
  const words = wordCount(text);
  const isAlone =
    /^[\p{Lu}\p{Lo}\d“"]/u.test(text) &&
    !/[.!?;]\s|^[^:–]{2,60}(?::| – )|^\d+\.\d/.test(text) &&
    words >= statementWords.least &&
    words <= statementWords.most &&
    ![startsPointing, joiningOpening, outside, pointing].some((pattern) => pattern.test(text));
  if (!isAlone) return 0;
  const hasStop = fullStops.includes(text.replace(/["”]$/, '').slice(-1));
  const speaksOfTitle = (part: string): boolean => [...contentStems(title)].some((stem) => hasStem(wordsIn(part), stem));
  const rank = hasStop && speaksOfTitle(text) ? 1 : 0;
  if (!tag) return rank;
  // Requires a subject and its verb. Lines of slides often lack one of them, or are instructions.
  const tokens = tag(lowerFirst(text));
  const verb = finiteVerb(tokens);
  const isWhole = verb > 0 && tokens.slice(0, verb).some((token) => isWordTag(token.tag)) && leadingVerb(tokens) === undefined;
  // Lines of slides often lack a full stop. Statements about the title count as sentences.
  return !isWhole ? 0 : speaksOfTitle(text.slice(0, tokens[verb]?.start)) && /[\p{L}\p{N}.)”"]$/u.test(text) ? 2 : rank;
}

/** Picks `count` items, evenly spaced. */
export const spread = <Item>(items: readonly Item[], count: number): Item[] =>
  items.length <= count ? [...items] : Array.from({ length: count }, (_, at) => items[Math.ceil((at * items.length) / count)] as Item);

/** The outermost points. A point that only introduces others is replaced by them. */
const saidBy = (points: readonly Point[]): Point[] =>
  points.flatMap((point) => (/[:：]$/.test(point.text) ? saidBy(point.points) : [point]));
const linesSaid = (block: Block): Line[] =>
  block.kind === 'list' ? saidBy(block.points) : linesOf(block).filter(({ text }) => !/[:：]$/.test(text));

/** The lines below the titles that match `isTitle`, without speaker notes. */
function linesBelow(topics: readonly Topic[], isTitle: (title: string) => boolean): GlanceLine[] {
  const lines = topics.filter((topic) => isTitle(titleOf(topic))).flatMap(({ blocks }) => blocks.flatMap(linesSaid));
  const isShown = (line: Line | Point): boolean => !isNote(line.source) || ('shown' in line && line.shown !== undefined);
  const found = lines.filter((line) => isShown(line) && wordCount(line.text) >= minWords && !isCredit(line.text));
  return found.length < minLines ? [] : found.map(({ text, source }) => ({ text, sentence: text, source }));
}

/** How well a definition represents a chapter: 2 if it defines the title, 1 if it defines something in the title. */
function fits({ subject }: Definition, title: string): number {
  const [own, of] = [contentStems(subject), contentStems(title)];
  if (own.size === 0 || coverage(own, wordsIn(title)) < 1) return 0;
  return own.size === of.size ? 2 : 1;
}

/** The line that best represents a chapter: the definition of its title, else the best statement. */
function lineOfChapter(
  title: string,
  topics: readonly Topic[],
  definitions: ReadonlyMap<string, Definition>,
  tag: Tagger | undefined,
): GlanceLine | undefined {
  let best = { rank: 0, line: undefined as GlanceLine | undefined };
  for (const topic of topics) {
    for (const { text, source } of topic.blocks.flatMap(linesOf)) {
      const definition = definitions.get(source.quote);
      const fit = definition ? fits(definition, title) : 0;
      // A statement about its section's title counts less than one about the chapter's title.
      const rank = fit > 0 ? 4 + fit : Math.max(2 * rankOf(text, title, tag), rankOf(text, titleOf(topic), tag));
      if (rank <= best.rank) continue;
      const shown = fit === 2 ? (definition?.meaning ?? text) : fit === 1 ? source.quote : ended(text);
      best = { rank, line: { title, text: shown, sentence: fit > 0 ? source.quote : text, source } };
    }
  }
  return best.line;
}

/** Sections that are not about a subject. */
const noSubject =
  /\b(?:worked|examples?|exercises?|case stud(?:y|ies)|quiz|check your understanding|references?|resources|questions?|scenarios?|practice)\b/i;

/** Groups topics by chapter. If there is only one chapter, its sections count as chapters. */
function chaptersOf(topics: readonly Topic[], depth = 0): [title: string, topics: Topic[]][] {
  const titled = topics.filter(({ path }) => path[depth] !== undefined);
  const chapters = [...Map.groupBy(titled, ({ path }) => path[depth] ?? '')];
  return chapters.length === 1 && titled.some(({ path }) => path[depth + 1] !== undefined) ? chaptersOf(titled, depth + 1) : chapters;
}

/** Selects the lines for "At a glance": the lecturer's summary or objectives, else one complete statement per chapter. */
export function atAGlance(guideTitle: string, topics: readonly Topic[], facts: Facts, tag: Tagger | undefined): GlanceLine[] {
  const summed = [isLecturersSummary, isLearningGoals].map((isTitle) => linesBelow(topics, isTitle)).find((lines) => lines.length > 0);
  if (summed) return summed;
  const definitions = new Map(facts.facts.flatMap((fact) => (fact.type === 'definition' ? [[fact.source.quote, fact] as const] : [])));
  const chapters = chaptersOf(topics.filter((topic) => !noSubject.test(titleOf(topic))));
  const lines = (chapters.length > 0 ? chapters : [[guideTitle, topics] as const]).flatMap(
    ([title, own]) => lineOfChapter(title, own, definitions, tag) ?? [],
  );
  // Chapters may share a sentence.
  return [...Map.groupBy(lines, ({ sentence }) => fold(sentence)).values()].flatMap(([first]) => first ?? []);
}

/** Number of overview sentences by source length. */
const sentenceCounts: readonly (readonly [words: number, sentences: number])[] = [
  [1_500, 4],
  [500, 3],
  [250, 2],
  [0, 1],
];
const maxTopics = 6;

/** The overview as plain text: the sentences of "At a glance", else the names of the topics. */
export function overviewOf(title: string, topics: readonly Topic[], glance: readonly GlanceLine[], words: number): string {
  const count = sentenceCounts.find(([least]) => words >= least)?.[1] ?? 1;
  if (glance.length > 0)
    return spread(glance, count)
      .map(({ sentence }) => ended(sentence))
      .join(' ');
  const names = [...new Set(topics.map((topic) => withoutStop(titleOf(topic)).replace(/[?？]$/, '')))].filter(
    (name) => wordCount(name) > 0,
  );
  if (names.length > 0) return ended(`${withoutStop(title)}: ${spread(names, maxTopics).join('; ')}`);
  const first = topics.flatMap(({ blocks }) => blocks.flatMap(linesOf))[0];
  return ended(first?.text ?? withoutStop(title));
}
