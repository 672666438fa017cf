import type { Citation, Passage, Source } from '@lectern/contracts';
import { onceFor } from '../text/onceFor.ts';
import { sentencesIn } from '../text/sentences.ts';
import type { Words } from '../text/wordMatching.ts';
import { frameOfPassage, headingOf, listAround, type ListAround } from './frames.ts';
import { knownNames } from './names.ts';
import { neighbourText, neighbourWords } from './neighbours.ts';
import { valuesOf } from './numbers.ts';
import { citedPassage, isVerbatim } from './quotes.ts';

/** What a whole source holds, worked out once however many drafts cite it. */
export interface SourceFacts {
  language: string;
  title: string;
  text: string;
  /** Every number of the text and the title. */
  values: ReadonlySet<string>;
}

export const factsOfSource = onceFor((source): SourceFacts => {
  const text = source.passages.map((passage) => passage.text).join('\n');
  return { language: source.language, title: source.title, text, values: valuesOf(`${source.title}\n${text}`) };
});

/** What a draft cites, prepared once for all its checks. Functions are worked out when a check first calls them. */
export interface Evidence extends Pick<SourceFacts, 'language' | 'title' | 'values'> {
  quote: string;
  isVerbatim: boolean;
  /** The cited passage; `undefined` where the pointer names none. */
  passage: Passage | undefined;
  /** The text of the cited passage; empty where there is none. */
  passageText: string;
  /** The sentence of the passage that the quote stands in, else the quote. */
  sentence: () => string;
  /** The title of the slide, or the heading above the paragraph. */
  heading: () => string;
  /** The header of the passage's table row, or the heading of its list; else empty. */
  frame: () => string;
  /** The list that the passage is a point of. */
  list: () => ListAround;
  /** The text of the cited place and its neighbours. */
  neighbours: () => string;
  /** The words of the neighbours and of the title. */
  words: () => Words;
  /** Neighbours, frame and title: where the numbers of an answer may come from. */
  context: () => string;
  /** The words, with their stems, that may stand in a name. */
  names: () => ReadonlySet<string>;
}

/** Calls a function at most once. */
function lazily<Value>(work: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => (known ??= { value: work() }).value;
}

/** Prepares what a citation points at. */
export function evidenceOf(source: Source, citation: Citation): Evidence {
  const { language, title, values } = factsOfSource(source);
  const { quote, pointer } = citation;
  const passage = citedPassage(source, citation);
  const passageText = passage?.text ?? '';
  const frame = lazily(() => (passage ? frameOfPassage(source, passage) : ''));
  const neighbours = lazily(() => neighbourText(source, citation));
  return {
    language,
    title,
    values,
    quote,
    isVerbatim: isVerbatim(source, citation),
    passage,
    passageText,
    sentence: lazily(() => sentencesIn(passageText).find((sentence) => sentence.includes(quote) || quote.includes(sentence)) ?? quote),
    heading: lazily(() => headingOf(source, pointer)),
    frame,
    list: lazily(() => (passage ? listAround(source, passage) : { heading: headingOf(source, pointer), others: [] })),
    neighbours,
    words: lazily(() => neighbourWords(source, citation)),
    context: lazily(() => `${neighbours()}\n${frame()}\n${title}`),
    names: () => knownNames(source),
  };
}
