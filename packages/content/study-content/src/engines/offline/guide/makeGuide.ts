import { escapeMarkdown, guideStyleLimitation, guideWishesOf, worksheetOf, type GuideWishes, type Source } from '@lectern/contracts/plain';
import type { Guide } from '../../../StudyContentEngine.ts';
import type { GuideOutline } from '../../../GuideOutline.ts';
import { structuredGuide } from '../../../structuredGuide.ts';
import { guidePhrasesFor } from '../../../styles/guidePhrases.ts';
import { sortsIntoParts, type GuideStyle } from '../../../styles/GuideStyle.ts';
import { namedStyle } from '../../../styles/guideStyles.ts';
import type { GuideWriter } from '../../../styles/GuideWriter.ts';
import { renderGuide, type GuideContent } from '../../../styles/renderGuide.ts';
import { titleOfGuide } from '../../../text/titleOfGuide.ts';
import { hasSeveralDocuments, pointerKey } from '../../../text/pointers.ts';
import { wordCount } from '../../../text/words.ts';
import { rankedCards, type RankedCard } from '../items/cardsOf.ts';
import type { Facts } from '../facts/Fact.ts';
import type { Tagger } from '../posTagger.ts';
import { languageLimitation, type Phrases } from '../phrases.ts';
import { atAGlance, overviewOf, spread, type GlanceLine } from './atAGlance.ts';
import { withKeyTerms } from './keyTerms.ts';
import { outlineSections } from './outlineSections.ts';
import { readTopics } from './readTopics.ts';
import { reviewQuestionsOf } from './reviewQuestions.ts';
import { shortenTopics } from './shortenTopics.ts';
import { hintsFor, isEnough, sortIntoParts, type SortedTopics } from './sortIntoParts.ts';
import { linesOf, titleOf, type Block, type Topic } from './Topic.ts';
import { writeTopics } from './writeTopics.ts';

/** Everything that a guide is made of. */
interface Material {
  source: Source;
  title: string;
  facts: Facts;
  topics: readonly Topic[];
  glance: readonly GlanceLine[];
  overview: string;
  cards: readonly RankedCard[];
  style: GuideStyle | undefined;
  /** What belongs to each part of the style; absent if the guide does not sort its statements. */
  sorted: SortedTopics | undefined;
  preferences: GuideWishes;
}

/** What a guide has beside the material itself. */
interface Extras {
  glance: number;
  terms: boolean;
  reviewQuestions: number;
  /** For each part of a worksheet. */
  hints: number;
}

/** Paragraphs as points, for an outline. */
const asPoints = (block: Block): Block =>
  block.kind === 'paragraph' ? { kind: 'list', points: block.lines.map((line) => ({ ...line, points: [] })), isOrdered: false } : block;

/** A text of fewer words has no opening, which would be its lines once more. */
const shortText = 300;
const fewestLinesOfOpening = 2;
/** The most lines of a title page that stand right under the title of the guide. */
const mostLinesOfTitlePage = 3;

/** What stands under the title of the guide: a few lines of a title page stand above the opening, anything else below it under a heading. */
function withTitlePage(topics: readonly Topic[], heading: string, isAlone: boolean): { titlePage: Topic[]; topics: Topic[] } {
  const [first, ...others] = topics;
  if (!first || first.path.length > 0) return { titlePage: [], topics: [...topics] };
  const lines = first.blocks.flatMap(linesOf);
  const isTitlePage = !isAlone && lines.length <= mostLinesOfTitlePage && lines.every(({ source }) => source.pointer.kind === 'slide');
  return isTitlePage
    ? { titlePage: [{ path: [], blocks: [{ kind: 'paragraph', lines }] }], topics: others }
    : { titlePage: [], topics: [{ ...first, path: [heading] }, ...others] };
}

/** Writes the opening, a point for each line. */
const writeGlance = (writer: GuideWriter, lines: readonly GlanceLine[]): string =>
  lines
    .map(
      ({ title, text, source }) =>
        `- ${title === undefined ? '' : `**${escapeMarkdown(title)}**: `}${escapeMarkdown(text)} ${writer.cite(source)}`,
    )
    .join('\n');

/** What the guide says, with some extras. */
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

/** Words of a guide without its references and marks. */
const guideWords = (markdown: string): number => wordCount(markdown.replace(/\[[^[\]]*\]\(#[^()]*\)|[#|*-]+/g, ' '));

/** A guide has at most so many words as a multiple of its material's. */
const longestShare = { usual: 1.18, brief: 0.5 } as const;

/** Extras from many to none, first with key terms: the first that leave the guide short enough are taken. */
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

/** A text that has no opening has so many review questions whatever its guide's length: they are most of what it is learned by. */
const fewestQuestions = 3;
const noExtras: Extras = { glance: 0, terms: false, reviewQuestions: 0, hints: 1 };

/** What of a style preference was not done, as a sentence; `undefined` if all was. */
function styleLimitation(preference: string | undefined, { style, sorted }: Material): string | undefined {
  if (!style) return guideStyleLimitation(preference ?? '');
  return sorted && !isEnough(sorted)
    ? `Too little of this material belongs to the parts of ${style.name}. Your guide has its usual form, and ends with ${worksheetOf(style.name)}.`
    : undefined;
}

/** What a guide is made from: a source, and what the engine knows of it. */
export interface GuideInput {
  source: Source;
  facts: Facts;
  phrases: Phrases;
  tag: Tagger | undefined;
  preference: string | undefined;
}

const wordsOf = ({ passages }: Source): number => passages.reduce((sum, { text }) => sum + wordCount(text), 0);

/** Everything that a guide of a source is made of; `undefined` for a source without topics. */
function readMaterial({ source, facts, phrases, tag, preference }: GuideInput): Material | undefined {
  const style = namedStyle(preference);
  const preferences = guideWishesOf(preference);
  const words = wordsOf(source);
  const topics = readTopics(source, tag);
  if (topics.length === 0) return undefined;
  const kept = preferences.brief ? shortenTopics(topics, words * longestShare.brief) : topics;
  const title = titleOfGuide(source);
  const glance = atAGlance(title, topics, facts, tag);
  return {
    source,
    title,
    facts,
    topics: kept,
    glance: words < shortText || glance.length < fewestLinesOfOpening ? [] : glance,
    overview: overviewOf(title, topics, glance, words),
    cards: rankedCards(facts, phrases, tag !== undefined),
    style,
    sorted: sortsIntoParts(style) ? sortIntoParts(kept, style) : undefined,
    preferences,
  };
}

/** A guide that says everything that the material teaches, once, in its order, and in the style that was asked for. */
export function makeGuide(input: GuideInput): Guide {
  const { source, preference } = input;
  const material = readMaterial(input);
  if (!material) return structuredGuide(source);
  const { title, overview, style, preferences } = material;
  const words = wordsOf(source);
  const most = words * (preferences.brief ? longestShare.brief : longestShare.usual);
  const isShort = words < shortText && !preferences.brief;
  const compose = (extras: Extras) => renderGuide(contentOf(material, extras), style);
  let made = compose(noExtras);
  for (const extras of extrasToTry(preferences)) {
    const candidate = compose(extras);
    if (
      guideWords(candidate.markdownContent) > most &&
      !(isShort && extras.reviewQuestions <= fewestQuestions * (preferences.questions ? 2 : 1))
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

/** What a section has beside the material itself where another engine writes the others. */
const extrasOfSections: Extras = { glance: 5, terms: false, reviewQuestions: fewestQuestions, hints: 0 };

/** How guides divide a source; `undefined` for a source without topics. */
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
