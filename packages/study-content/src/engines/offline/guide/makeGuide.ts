import { guideWishesOf, type GuideWishes, type Source } from '@lectern/contracts/plain';
import type { Guide } from '../../../StudyContentEngine.ts';
import { structuredGuide } from '../../../structuredGuide.ts';
import { sortsIntoParts, type GuideStyle } from '../../../styles/GuideStyle.ts';
import { namedStyle } from '../../../styles/guideStyles.ts';
import { renderGuide, type GuideContent } from '../../../styles/renderGuide.ts';
import { hasSeveralDocuments } from '../../../text/pointers.ts';
import { wordCount } from '../../../text/words.ts';
import { rankedCards, type RankedCard } from '../items/cardsOf.ts';
import type { Facts } from '../facts/Fact.ts';
import type { Tagger } from '../posTagger.ts';
import { languageLimitation, type Phrases } from '../phrases.ts';
import { styleLimitation } from './guidePreferences.ts';
import { keyTermsOf, withoutTerms } from './keyTerms.ts';
import { overviewOf, writeOverview } from './overview.ts';
import { readTopics } from './readTopics.ts';
import { reviewQuestionsOf } from './reviewQuestions.ts';
import { shortenTopics } from './shortenTopics.ts';
import { sortIntoParts } from './sortIntoParts.ts';
import type { Block, Topic } from './Topic.ts';
import { writeBlocks, writeTopics } from './writeTopics.ts';

/** Everything that a guide is made of. */
interface Material {
  source: Source;
  facts: Facts;
  topics: readonly Topic[];
  cards: readonly RankedCard[];
  words: number;
  tag: Tagger | undefined;
  style: GuideStyle | undefined;
  preferences: GuideWishes;
}

/** What a guide has beside the material itself. */
interface Extras {
  terms: boolean;
  reviewQuestions: number;
}

/** Paragraphs as points, for an outline. */
const asPoints = (block: Block): Block =>
  block.kind === 'paragraph' ? { kind: 'list', points: block.lines.map((line) => ({ ...line, points: [] })), isOrdered: false } : block;

/** A text of fewer words gets three review questions whatever its guide's length, which are most of what it has to be learned by, and no summary. */
const shortText = 300;

/** Sets the guide with some extras. */
function compose(material: Material, extras: Extras): Pick<Guide, 'overview' | 'markdownContent' | 'sources'> & { sortedShare: number } {
  const { source, facts, cards, words, style, preferences } = material;
  const terms = extras.terms && !style && !preferences.outline ? keyTermsOf(facts) : [];
  const remaining = withoutTerms(material.topics, terms);
  const topics = preferences.outline ? remaining.map((topic) => ({ ...topic, blocks: topic.blocks.map(asPoints) })) : remaining;
  const sorted = sortsIntoParts(style) ? sortIntoParts(topics, style) : undefined;
  const overview = overviewOf(source, facts, material.topics, words, material.tag);
  const content: GuideContent = {
    language: source.language,
    hasSeveralDocuments: hasSeveralDocuments(source),
    title: source.title,
    // The summary of a short text would be its lines once more.
    overview: (writer) => (words < shortText && style?.layout !== 'cornell' ? '' : writeOverview(writer, overview)),
    keyTerms: terms,
    reviewQuestions: sorted ? [] : reviewQuestionsOf(cards, extras.reviewQuestions),
    writeTopics(writer, level) {
      writeTopics(writer, topics, level, source.title);
    },
    hasPart: (part) => (sorted?.byPart.get(part) ?? []).length > 0,
    writePart(writer, part) {
      for (const topic of sorted?.byPart.get(part) ?? []) {
        writer.heading(3, topic.title);
        writeBlocks(writer, topic);
      }
    },
  };
  return { ...renderGuide(content, style), overview: overview.text, sortedShare: sorted?.sortedShare ?? 1 };
}

/** Words of a guide without its references and marks. */
const guideWords = (markdown: string): number => wordCount(markdown.replace(/\[[^[\]]*\]\(#[^()]*\)|[#|*-]+/g, ' '));

/** A guide has at most so many words as a multiple of its material's. */
const longestShare = { usual: 1.18, brief: 0.5 } as const;
const fewestReviewQuestions = 3;
const reviewCounts = [10, 8, 6, 5, 4, fewestReviewQuestions] as const;

/** Extras from many to none: the first that leave the guide short enough are taken. */
const extrasToTry = ({ questions }: GuideWishes): readonly Extras[] => [
  ...reviewCounts.map((count) => ({ terms: true, reviewQuestions: questions ? count * 2 : count })),
  { terms: true, reviewQuestions: 0 },
  { terms: false, reviewQuestions: fewestReviewQuestions },
  { terms: false, reviewQuestions: 0 },
];

/** A guide that says everything that the material teaches, once, in its order, and in the style that was asked for. */
export function makeGuide(source: Source, facts: Facts, phrases: Phrases, tag: Tagger | undefined, preference: string | undefined): Guide {
  const style = namedStyle(preference);
  const preferences = guideWishesOf(preference);
  const words = source.passages.reduce((sum, { text }) => sum + wordCount(text), 0);
  const topics = readTopics(source, tag);
  if (topics.length === 0) return structuredGuide(source);
  const most = words * (preferences.brief ? longestShare.brief : longestShare.usual);
  const material: Material = {
    source,
    facts,
    words,
    tag,
    style,
    preferences,
    topics: preferences.brief ? shortenTopics(topics, most) : topics,
    cards: rankedCards(facts, phrases, tag !== undefined),
  };
  const isShort = words < shortText && !preferences.brief;
  let made = compose(material, { terms: false, reviewQuestions: 0 });
  for (const extras of extrasToTry(preferences)) {
    const candidate = compose(material, extras);
    const isLast = isShort && extras.reviewQuestions <= fewestReviewQuestions * (preferences.questions ? 2 : 1);
    if (isLast || guideWords(candidate.markdownContent) <= most) {
      made = candidate;
      break;
    }
  }
  const { sortedShare, ...guide } = made;
  const limitation = [languageLimitation(source.language), styleLimitation(preference, style, sortedShare)]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
  return { title: source.title, ...guide, ...(limitation === '' ? {} : { limitation }) };
}
