import type { Citation, Passage, Source } from '@lectern/contracts';
import { wholeTextOf } from '../text/continuedPassages.ts';
import { memoiseBySource } from '../text/memoise.ts';
import { sentencesIn } from '../text/sentences.ts';
import { hasStem, wordsIn, type Words } from '../text/wordMatching.ts';
import { WordIndex } from '../text/WordIndex.ts';
import { contentStems } from '../text/words.ts';
import { frameOfPassage, headingOf, listAround, type ListAround } from './frames.ts';
import { languagesOf } from './wording.ts';
import { knownNames } from './names.ts';
import { neighbourText, neighbourWords, placeText } from './neighbours.ts';
import { unitsByValue, valuesOf, type UnitsByValue } from './numbers.ts';
import { citedPassage, isVerbatim, maxPassageLength } from './quotes.ts';

/** Memoises a function without arguments. */
function lazily<Value>(work: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => (known ??= { value: work() }).value;
}

/** Facts about a whole source, computed once. */
export interface SourceFacts {
  language: string;
  /** The source's language and those of its passages. */
  languages: ReadonlySet<string>;
  title: string;
  /** Every number in the text and the title. */
  values: ReadonlySet<string>;
  /** The units of each number in the text. */
  units: () => UnitsByValue;
}

export const factsOfSource = memoiseBySource((source): SourceFacts => {
  const text = source.passages.map((passage) => passage.text).join('\n');
  return {
    language: source.language,
    languages: languagesOf(source),
    title: source.title,
    values: valuesOf(`${source.title}\n${text}`),
    units: lazily(() => unitsByValue(text)),
  };
});

/** The cited material of a draft, shared by all checks. Functions are lazy. */
export interface Evidence extends SourceFacts {
  quote: string;
  isVerbatim: boolean;
  /** The cited passage; `undefined` if the pointer is invalid. */
  passage: Passage | undefined;
  /** The text of the cited passage; empty if there is none. */
  passageText: string;
  /** The cited passage, extended to whole sentences by its neighbours. */
  wholeText: string;
  /** The sentence that contains the quote; falls back to the quote. */
  sentence: () => string;
  /** The title of the slide, or the heading above the paragraph. */
  heading: () => string;
  /** The table header of a row, or the heading of a list item; otherwise empty. */
  frame: () => string;
  /** The list that contains the passage. */
  list: () => ListAround;
  place: () => string;
  /** The text of the cited place and its neighbours. */
  neighbours: () => string;
  /** The words of `neighbours` and the title. */
  words: () => Words;
  /** `neighbours`, `frame` and title: the allowed origins of numbers in an answer. */
  context: () => string;
  /** Returns the highest number of rare words that a passage outside the neighbours shares with `words`. */
  factsElsewhere: (words: readonly string[]) => number;
  /** The words, with their stems, that names may consist of. */
  names: () => ReadonlySet<string>;
}

const passageIndex = memoiseBySource(({ passages }) => {
  const texts = passages.map(({ text }) => text);
  return { texts, index: new WordIndex(texts, contentStems) };
});

/** A word in more passages than this is a word of the whole lecture. */
const maxPassagesOfRareWord = 5;
/** Maximum number of passages to compare, by rarest shared word. */
const maxCompared = 40;

function mostSharedElsewhere(source: Source, neighbours: string, stems: readonly string[]): number {
  const { texts, index } = passageIndex(source);
  // Words of the whole lecture say nothing about a place.
  const rare = stems.filter((stem) => index.textsWith(stem).length <= maxPassagesOfRareWord);
  const own = new Set(neighbours.split('\n'));
  const others = index.textsSharing(new Set(rare), maxCompared).flatMap((at) => texts[at] ?? []);
  return Math.max(0, ...others.filter((text) => !own.has(text)).map((text) => rare.filter((stem) => hasStem(wordsIn(text), stem)).length));
}

export function evidenceOf(source: Source, citation: Citation): Evidence {
  const facts = factsOfSource(source);
  const { quote, pointer } = citation;
  const passage = citedPassage(source, citation);
  const passageText = passage?.text ?? '';
  const wholeText = passage && passageText.length < maxPassageLength ? wholeTextOf(source, passage) : passageText;
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
