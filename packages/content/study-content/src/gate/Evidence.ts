import type { Citation, Passage, Source } from '@lectern/contracts';
import { wholeTextOf } from '../text/continuedPassages.ts';
import { onceFor } from '../text/onceFor.ts';
import { sentencesIn } from '../text/sentences.ts';
import { holds, wordsIn, type Words } from '../text/wordMatching.ts';
import { WordIndex } from '../text/WordIndex.ts';
import { contentStems } from '../text/words.ts';
import { frameOfPassage, headingOf, listAround, type ListAround } from './frames.ts';
import { languagesOf } from './language.ts';
import { knownNames } from './names.ts';
import { neighbourText, neighbourWords, placeText } from './neighbours.ts';
import { unitsByValue, valuesOf, type UnitsByValue } from './numbers.ts';
import { citedPassage, isVerbatim, longestPassage } from './quotes.ts';

/** Calls a function at most once. */
function lazily<Value>(work: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => (known ??= { value: work() }).value;
}

/** What a whole source holds, worked out once however many drafts cite it. */
export interface SourceFacts {
  language: string;
  /** The language, and those of its parts. */
  languages: ReadonlySet<string>;
  title: string;
  /** Every number of the text and the title. */
  values: ReadonlySet<string>;
  /** The units that each number has in the text. */
  units: () => UnitsByValue;
}

export const factsOfSource = onceFor((source): SourceFacts => {
  const text = source.passages.map((passage) => passage.text).join('\n');
  return {
    language: source.language,
    languages: languagesOf(source),
    title: source.title,
    values: valuesOf(`${source.title}\n${text}`),
    units: lazily(() => unitsByValue(text)),
  };
});

/** What a draft cites, prepared once for all its checks. Functions are worked out when a check first calls them. */
export interface Evidence extends SourceFacts {
  quote: string;
  isVerbatim: boolean;
  /** The cited passage; `undefined` where the pointer names none. */
  passage: Passage | undefined;
  /** The text of the cited passage; empty where there is none. */
  passageText: string;
  /** The text of the cited passage with the passages beside it that its sentences begin or end in. */
  wholeText: string;
  /** The sentence that the quote stands in, else the quote. */
  sentence: () => string;
  /** The title of the slide, or the heading above the paragraph. */
  heading: () => string;
  /** The header of the passage's table row, or the heading of its list; else empty. */
  frame: () => string;
  /** The list that the passage is a point of. */
  list: () => ListAround;
  /** The text of the cited slide or paragraph. */
  place: () => string;
  /** The text of the cited place and its neighbours. */
  neighbours: () => string;
  /** The words of the neighbours and of the title. */
  words: () => Words;
  /** Neighbours, frame and title: where the numbers of an answer may come from. */
  context: () => string;
  /** How many of some words, those of the whole lecture left out, the passage holds that holds the most of them; neighbours do not count. */
  factsElsewhere: (words: readonly string[]) => number;
  /** The words, with their stems, that may stand in a name. */
  names: () => ReadonlySet<string>;
}

/** The passages of a source by their words. */
const passageIndex = onceFor(({ passages }) => {
  const texts = passages.map(({ text }) => text);
  return { texts, index: new WordIndex(texts, contentStems) };
});

/** A word that stands in more passages than this is one of the whole lecture. */
const mostPassagesOfRare = 5;
/** How many passages that share the rarest words are compared at most. */
const mostCompared = 40;

function mostSharedElsewhere(source: Source, neighbours: string, stems: readonly string[]): number {
  const { texts, index } = passageIndex(source);
  // A word of many passages is one of the whole lecture.
  const rare = stems.filter((stem) => index.holding(stem).length <= mostPassagesOfRare);
  const own = new Set(neighbours.split('\n'));
  const others = index.sharingAny(new Set(rare), mostCompared).flatMap((at) => texts[at] ?? []);
  return Math.max(0, ...others.filter((text) => !own.has(text)).map((text) => rare.filter((stem) => holds(wordsIn(text), stem)).length));
}

/** Prepares what a citation points at. */
export function evidenceOf(source: Source, citation: Citation): Evidence {
  const facts = factsOfSource(source);
  const { quote, pointer } = citation;
  const passage = citedPassage(source, citation);
  const passageText = passage?.text ?? '';
  const wholeText = passage && passageText.length < longestPassage ? wholeTextOf(source, passage) : passageText;
  const frame = lazily(() => (passage ? frameOfPassage(source, passage) : ''));
  const neighbours = lazily(() => neighbourText(source, citation));
  return {
    ...facts,
    quote,
    isVerbatim: isVerbatim(source, citation),
    passage,
    passageText,
    wholeText,
    sentence: lazily(() => sentencesIn(wholeText).find((sentence) => sentence.includes(quote) || quote.includes(sentence)) ?? quote),
    heading: lazily(() => headingOf(source, pointer)),
    frame,
    list: lazily(() => (passage ? listAround(source, passage) : { heading: headingOf(source, pointer), others: [] })),
    place: () => placeText(source, citation),
    neighbours,
    words: lazily(() => neighbourWords(source, citation)),
    context: lazily(() => `${neighbours()}\n${frame()}\n${facts.title}`),
    factsElsewhere: (stems) => mostSharedElsewhere(source, neighbours(), stems),
    names: () => knownNames(source),
  };
}
