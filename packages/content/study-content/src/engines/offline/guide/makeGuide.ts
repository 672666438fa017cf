import { escapeMarkdown, guideStyleLimitation, type GuideWishes, guideWishesOf, type Source, worksheetOf } from '@lectern/contracts/plain';
import type { Guide, GuideOutline } from '../../../StudyContentEngine.ts';
import { structuredGuide } from '../../../structuredGuide.ts';
import { guidePhrasesFor } from '../../../styles/guidePhrases.ts';
import { type GuideStyle, namedStyle, sortsIntoParts } from '../../../styles/guideStyles.ts';
import type { GuideWriter } from '../../../styles/GuideWriter.ts';
import { type GuideContent, renderGuide } from '../../../styles/renderGuide.ts';
import { titleOfGuide } from '../../../text/titles.ts';
import { hasSeveralDocuments, pointerKey } from '../../../text/pointers.ts';
import { wordCount } from '../../../text/words.ts';
import { type RankedCard, rankedCards } from '../items/cardsOf.ts';
import type { Facts } from '../facts/Fact.ts';
import type { Tagger } from '../posTagger.ts';
import { languageLimitation, type Phrases } from '../phrases.ts';
import { atAGlance, type GlanceLine, overviewOf, spread } from './atAGlance.ts';
import { withKeyTerms } from './keyTerms.ts';
import { outlineSections } from './outlineSections.ts';
import { readTopics } from './readTopics.ts';
import { reviewQuestionsOf } from './reviewQuestions.ts';
import { type Block, linesOf, shortenTopics, titleOf, type Topic } from './Topic.ts';
import { hintsFor, isEnough, type SortedTopics, sortIntoParts } from './sortIntoParts.ts';
import { writeTopics } from './writeTopics.ts';

interface Material {
  source: Source;
  title: string;
  facts: Facts;
  topics: readonly Topic[];
  glance: readonly GlanceLine[];
  overview: string;
  cards: readonly RankedCard[];
  style: GuideStyle | undefined;
  /** The topics by part; absent if the style does not sort statements. */
  sorted: SortedTopics | undefined;
  preferences: GuideWishes;
}

/** The optional additions to the material. */
interface Extras {
  glance: number;
  terms: boolean;
  reviewQuestions: number;
  /** The number of hints per part of a worksheet. */
  hints: number;
}

/** Converts paragraphs to points, for an outline. */
const asPoints = (block: Block): Block =>
  block.kind === 'paragraph' ? { kind: 'list', points: block.lines.map((line) => ({ ...line, points: [] })), isOrdered: false } : block;

/** Shorter texts have no "At a glance", which would only repeat them. In words. */
const shortText = 300;
const minOpeningLines = 2;
/** More lines do not go directly below the title. */
const maxTitlePageLines = 3;

/** Splits off the title page: a few lines go above "At a glance", longer text goes below it under a heading. */
function withTitlePage(topics: readonly Topic[], heading: string, isAlone: boolean): { titlePage: Topic[]; topics: Topic[] } {
  const [first, ...others] = topics;
  if (!first || first.path.length > 0) return { titlePage: [], topics: [...topics] };
  const lines = first.blocks.flatMap(linesOf);
  const isTitlePage = !isAlone && lines.length <= maxTitlePageLines && lines.every(({ source }) => source.pointer.kind === 'slide');
  return isTitlePage
    ? { titlePage: [{ path: [], blocks: [{ kind: 'paragraph', lines }] }], topics: others }
    : { titlePage: [], topics: [{ ...first, path: [heading] }, ...others] };
}

/** Writes "At a glance", one bullet per line. */
const writeGlance = (writer: GuideWriter, lines: readonly GlanceLine[]): string =>
  lines
    .map(
      ({ title, text, source }) =>
        `- ${title === undefined ? '' : `**${escapeMarkdown(title)}**: `}${escapeMarkdown(text)} ${writer.cite(source)}`,
    )
    .join('\n');

function contentOf(material: Material, extras: Extras): GuideContent {
  const { source, title, style, sorted, preferences } = material;
  const { headings } = guidePhrasesFor(source.language);
  const isSorted = sorted !== undefined && isEnough(sorted);
  const isStandard = !isSorted && style?.layout !== 'cornell';
  const hasTerms = extras.terms && isStandard && !preferences.outline;
  const all = hasTerms ? withKeyTerms(material.topics, material.facts, headings.terms, source.language) : material.topics;
  const glance = spread(material.glance, extras.glance);
  const hasOpening = isStandard && (glance.length > 0 || all.some(({ path }) => path[0] === headings.terms));
  const isAlone = material.topics.length === 1;
  const divided = hasOpening ? withTitlePage(all, isAlone ? title : headings.introduction, isAlone) : { titlePage: [], topics: all };
  const topics = preferences.outline ? divided.topics.map((topic) => ({ ...topic, blocks: topic.blocks.map(asPoints) })) : divided.topics;
  return {
    language: source.language,
    hasSeveralDocuments: hasSeveralDocuments(source),
    title,
    writeTitlePage: (writer) => {
      writeTopics(writer, divided.titlePage, 2);
    },
    overview: (writer) =>
      glance.length > 0 ? writeGlance(writer, glance) : style?.layout === 'cornell' ? escapeMarkdown(material.overview) : '',
    keyTerms: [],
    reviewQuestions: isSorted ? [] : reviewQuestionsOf(material.cards, extras.reviewQuestions),
    sections: topics.map(titleOf).filter(Boolean),
    writeTopics: (writer, level) => {
      writeTopics(writer, topics, level);
    },
    hasPart: (part) => (sorted?.byPart.get(part) ?? []).length > 0,
    writePart: (writer, part) => {
      writeTopics(writer, sorted?.byPart.get(part) ?? [], 3);
    },
    ...(sorted && !isSorted && { worksheet: (part) => hintsFor(sorted, part, extras.hints) }),
  };
}

/** Counts words without references and markup. */
const guideWords = (markdown: string): number => wordCount(markdown.replace(/\[[^[\]]*\]\(#[^()]*\)|[#|*-]+/g, ' '));

/** The length of a guide relative to its material, in words. */
const maxLengthShare = { usual: 1.18, brief: 0.5 } as const;

/** Combinations of extras from most to least. The first that keeps the guide short enough is used. */
const extrasToTry = ({ questions }: GuideWishes): readonly Extras[] =>
  [true, false].flatMap((terms) => [
    ...[10, 8, 6, 5, 4, 3].map((count) => ({
      glance: Math.max(3, Math.min(8, count)),
      terms,
      reviewQuestions: questions ? count * 2 : count,
      hints: count > 5 ? 3 : 2,
    })),
    { glance: 3, terms, reviewQuestions: 0, hints: 1 },
  ]);

/** Short texts get this many review questions regardless of length, because these help most to learn it. */
const minQuestions = 3;
const noExtras: Extras = { glance: 0, terms: false, reviewQuestions: 0, hints: 1 };

/** A sentence about the part of the style that was not followed; `undefined` if all was. */
function styleLimitation(preference: string | undefined, { style, sorted }: Material): string | undefined {
  if (!style) return guideStyleLimitation(preference ?? '');
  return sorted && !isEnough(sorted)
    ? `Too little of this material belongs to the parts of ${style.name}. Your guide has its usual form, and ends with ${worksheetOf(style.name)}.`
    : undefined;
}

/** A source and its extracted facts. */
export interface GuideInput {
  source: Source;
  facts: Facts;
  phrases: Phrases;
  tag: Tagger | undefined;
  preference: string | undefined;
}

const wordsOf = ({ passages }: Source): number => passages.reduce((sum, { text }) => sum + wordCount(text), 0);

/** Reads the material of a guide; `undefined` for a source without topics. */
function readMaterial({ source, facts, phrases, tag, preference }: GuideInput): Material | undefined {
  const style = namedStyle(preference);
  const preferences = guideWishesOf(preference);
  const words = wordsOf(source);
  const topics = readTopics(source, tag);
  if (topics.length === 0) return undefined;
  const kept = preferences.brief ? shortenTopics(topics, words * maxLengthShare.brief) : topics;
  const title = titleOfGuide(source);
  const glance = atAGlance(title, topics, facts, tag);
  return {
    source,
    title,
    facts,
    topics: kept,
    glance: words < shortText || glance.length < minOpeningLines ? [] : glance,
    overview: overviewOf(title, topics, glance, words),
    cards: rankedCards(facts, phrases, tag !== undefined),
    style,
    sorted: sortsIntoParts(style) ? sortIntoParts(kept, style) : undefined,
    preferences,
  };
}

/** Renders a guide that covers everything the material teaches, once, in order, and in the requested style. */
export function makeGuide(input: GuideInput): Guide {
  const { source, preference } = input;
  const material = readMaterial(input);
  if (!material) return structuredGuide(source);
  const { title, overview, style, preferences } = material;
  const words = wordsOf(source);
  const most = words * (preferences.brief ? maxLengthShare.brief : maxLengthShare.usual);
  const isShort = words < shortText && !preferences.brief;
  const compose = (extras: Extras) => renderGuide(contentOf(material, extras), style);
  let made = compose(noExtras);
  for (const extras of extrasToTry(preferences)) {
    const candidate = compose(extras);
    if (
      guideWords(candidate.markdownContent) > most &&
      !(isShort && extras.reviewQuestions <= minQuestions * (preferences.questions ? 2 : 1))
    )
      continue;
    made = candidate;
    break;
  }
  const limitation = [languageLimitation(source.language), styleLimitation(preference, material)]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
  return { title, overview, ...made, ...(limitation === '' ? {} : { limitation }) };
}

/** Extras of sections that are mixed with those of another engine. */
const extrasOfSections: Extras = { glance: 5, terms: false, reviewQuestions: minQuestions, hints: 0 };

/** Divides a source into sections; `undefined` for a source without topics. */
export function makeOutline(input: GuideInput): GuideOutline | undefined {
  const material = readMaterial(input);
  if (!material) return undefined;
  const { sections, sectionOf } = outlineSections(input.source, material.topics);
  const sectionAt = new Map(
    sections.flatMap(({ from, to }, section) =>
      input.source.passages.slice(from, to).map(({ pointer }) => [pointerKey(pointer), section] as const),
    ),
  );
  return {
    title: material.title,
    overview: material.overview,
    sections,
    contentOf: (chosen) => {
      const topics = material.topics.filter((_, index) => chosen.has(sectionOf[index] ?? -1));
      const { style } = material;
      const sorted = sortsIntoParts(style) && { ...sortIntoParts(topics, style), sortedShare: 1 };
      const cards = material.cards.filter(({ card }) => chosen.has(sectionAt.get(pointerKey(card.source.pointer)) ?? -1));
      return contentOf({ ...material, topics, cards, sorted: sorted || undefined }, extrasOfSections);
    },
  };
}
