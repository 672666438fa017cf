import MiniSearch, { type SearchResult } from 'minisearch';
import type { Passage, Source } from '@lectern/contracts/plain';
import { headingOf } from '../gate/frames.ts';
import { onceFor } from '../text/onceFor.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { sentencesOf } from '../text/sentencesOf.ts';
import { fold, shared } from '../text/words.ts';
import { isPair, questionWords, termsOf, type QuestionWord } from './terms.ts';

/** A passage that a question is about. */
export interface FoundPassage {
  /** Its index in the source. */
  index: number;
  /** The sentence of it that comes closest, letter by letter. */
  quote: string;
}

interface Indexed {
  id: number;
  text: string;
  heading: string;
}

/** How much a word in the heading counts beside one in the passage. */
const headingWeight = 0.3;
/** A passage that opens with one of the question's words often says what that is. */
const openingWeight = 1.25;
/** A word of this length is also found as the beginning of another one. */
const fewestPrefixLetters = 5;
/** A mistyped word of this length is found. */
const fewestTypoLetters = 6;
/** How far a mistyped word may be from the one that it is found as, as a share of its letters. */
const typoShare = 0.25;
/** A passage with a smaller share of the best one's score is left out. */
const leastShare = 0.35;
/** The share of a word's pairs of letters that have to stand in a passage. */
const leastPairs = 0.5;
/** A title with as many terms is a statement. */
const fewestTitleTerms = 5;
/** Characters of a quote. A longer sentence is cut at spaces. */
const longestQuote = 400;

/** The full-text index of a source. Lines that give orders to a language model are not found. */
const indexOf = onceFor((source) => {
  const index = new MiniSearch<Indexed>({ fields: ['text', 'heading'], tokenize: termsOf, processTerm: (term) => term });
  const lines = source.passages.map((passage, id) => ({ id, text: passage.text, heading: headingFor(source, passage) }));
  index.addAll(lines.filter(({ text }) => !hasPromptInjection(text)));
  return index;
});

/** A short title, or the header of a table: it says nothing alone. */
const isHead = (passage: Passage | undefined): boolean =>
  passage !== undefined && (passage.row === 0 || (passage.kind === 'title' && termsOf(passage.text).length < fewestTitleTerms));
const headingFor = (source: Source, passage: Passage): string => (passage.kind === 'title' ? '' : headingOf(source, passage.pointer));

const hitsIn = (text: string, terms: ReadonlySet<string>): number => shared(new Set(termsOf(text)), terms);

/** A piece of a text, cut at spaces; a script without spaces is cut between characters. */
function pieceOf(text: string, from: number, end: number): string {
  const piece = text.slice(from, end);
  const first = from > 0 ? piece.search(/\s/) : -1;
  const last = end < text.length ? piece.lastIndexOf(' ') : -1;
  return piece
    .slice(first + 1, last > first ? last : undefined)
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
    .trim();
}

/** The piece of a long sentence with the most of some terms. */
function shortened(sentence: string, terms: ReadonlySet<string>): string {
  if (sentence.length <= longestQuote) return sentence;
  let closest = '';
  let best = -1;
  for (let from = 0; from < sentence.length; from += longestQuote / 2) {
    const piece = pieceOf(sentence, from, from + longestQuote);
    const hits = hitsIn(piece, terms);
    if (hits > best) [best, closest] = [hits, piece];
  }
  return closest;
}

/** The sentence of a passage with the most of some terms; the shorter one of two with as many. */
function closestSentence(text: string, terms: ReadonlySet<string>): string {
  let closest = '';
  let best = -Infinity;
  for (const sentence of sentencesOf(text)) {
    const score = hitsIn(sentence, terms) - sentence.length / 100_000;
    if (score > best) [best, closest] = [score, sentence];
  }
  return shortened(closest === '' ? text : closest, terms);
}

/** Whether enough of one of the question's words was found: the word, or half of its pairs of letters. */
const holdsOne = (words: readonly QuestionWord[], found: ReadonlySet<string>): boolean =>
  words.some((word) => word.filter((term) => found.has(term)).length / word.length >= leastPairs);

/**
 * The passages of a source that have a content word of a question, or stand under a heading that has it; best first, none twice. Mistyped words are
 * looked for only if no other word is found. The same source and question give the same passages.
 */
export function findPassages(source: Source, question: string, most: number): FoundPassage[] {
  const words = questionWords(question);
  const terms = [...new Set(words.flat())];
  if (terms.length === 0) return [];
  const scoreOf = ({ id, score, terms: hits }: SearchResult): number => {
    const [first = ''] = termsOf(source.passages[Number(id)]?.text.slice(0, longestQuote) ?? '');
    return hits.includes(first) ? score * openingWeight : score;
  };
  const search = (fuzzy: false | ((term: string) => number | false)) =>
    indexOf(source)
      .search(question, {
        tokenize: () => terms,
        boost: { heading: headingWeight },
        prefix: (term) => (isPair(term) ? term.length === 1 : term.length >= fewestPrefixLetters),
        fuzzy,
      })
      .filter(({ queryTerms }) => holdsOne(words, new Set(queryTerms)))
      .map((result) => ({ ...result, score: scoreOf(result) }))
      .sort((one, other) => other.score - one.score || Number(one.id) - Number(other.id));
  const exact = search(false);
  const found = exact.length > 0 ? exact : search((term) => !isPair(term) && term.length >= fewestTypoLetters && typoShare);

  const headless = found.filter(({ id }) => !isHead(source.passages[Number(id)]));
  const told = headless.length > 0 ? headless : found;
  const best = told[0]?.score ?? 0;
  const seen = new Set<string>();
  const passages: FoundPassage[] = [];
  for (const { id, score, terms: hits } of told) {
    const text = source.passages[Number(id)]?.text ?? '';
    if (passages.length >= most || score < best * leastShare) break;
    if (seen.has(fold(text))) continue;
    seen.add(fold(text));
    passages.push({ index: Number(id), quote: closestSentence(text, new Set(hits)) });
  }
  return passages;
}
