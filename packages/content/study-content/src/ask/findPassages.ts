import MiniSearch, { type SearchResult } from 'minisearch';
import type { Passage, Source } from '@lectern/contracts/plain';
import { headingOf } from '../gate/frames.ts';
import { memoiseBySource } from '../text/memoise.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { sentencesOf } from '../text/sentences.ts';
import { fold, shared } from '../text/words.ts';
import { isPair, questionWords, termsOf, type QuestionWord } from './terms.ts';

/** A passage that matches a question. */
export interface FoundPassage {
  index: number;
  /** The closest sentence, verbatim. */
  quote: string;
}

interface Indexed {
  id: number;
  text: string;
  heading: string;
}

/** Weight of a heading word relative to a word of the passage. */
const headingWeight = 0.3;
/** Boost for passages that start with a word of the question, since they often define it. */
const openingWeight = 1.25;
const minPrefixMatchLength = 5;
const minFuzzyMatchLength = 6;
/** Maximum edit distance, as a share of the word's length. */
const typoShare = 0.25;
/** The minimum score of a passage, relative to the best one. */
const minScoreShare = 0.35;
/** The minimum share of a word's letter pairs that a passage must contain. */
const minPairShare = 0.5;
/** A title with at least this many terms is a statement. */
const minStatementTerms = 5;
/** Longer sentences are cut at spaces. */
const maxQuoteLength = 400;

/** Full-text index of a source, without prompt injections. */
const indexOf = memoiseBySource((source) => {
  const index = new MiniSearch<Indexed>({ fields: ['text', 'heading'], tokenize: termsOf, processTerm: (term) => term });
  const lines = source.passages.map((passage, id) => ({ id, text: passage.text, heading: headingFor(source, passage) }));
  index.addAll(lines.filter(({ text }) => !hasPromptInjection(text)));
  return index;
});

/** A short title or a table header, which says nothing on its own. */
const isHead = (passage: Passage | undefined): boolean =>
  passage !== undefined && (passage.row === 0 || (passage.kind === 'title' && termsOf(passage.text).length < minStatementTerms));
const headingFor = (source: Source, passage: Passage): string => (passage.kind === 'title' ? '' : headingOf(source, passage.pointer));

const hitsIn = (text: string, terms: ReadonlySet<string>): number => shared(new Set(termsOf(text)), terms);

/** Cuts a slice at spaces; in scripts without spaces, between characters. */
function pieceOf(text: string, from: number, end: number): string {
  const piece = text.slice(from, end);
  const first = from > 0 ? piece.search(/\s/) : -1;
  const last = end < text.length ? piece.lastIndexOf(' ') : -1;
  return piece
    .slice(first + 1, last > first ? last : undefined)
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
    .trim();
}

/** The piece of a long sentence with the most matching terms. */
function shortened(sentence: string, terms: ReadonlySet<string>): string {
  if (sentence.length <= maxQuoteLength) return sentence;
  let closest = '';
  let best = -1;
  for (let from = 0; from < sentence.length; from += maxQuoteLength / 2) {
    const piece = pieceOf(sentence, from, from + maxQuoteLength);
    const hits = hitsIn(piece, terms);
    if (hits > best) [best, closest] = [hits, piece];
  }
  return closest;
}

/** The sentence with the most matching terms. The shorter one wins a tie. */
function closestSentence(text: string, terms: ReadonlySet<string>): string {
  let closest = '';
  let best = -Infinity;
  for (const sentence of sentencesOf(text)) {
    const score = hitsIn(sentence, terms) - sentence.length / 100_000;
    if (score > best) [best, closest] = [score, sentence];
  }
  return shortened(closest === '' ? text : closest, terms);
}

/** Whether at least one word of the question was found: the word itself, or half of its letter pairs. */
const matchesOne = (words: readonly QuestionWord[], found: ReadonlySet<string>): boolean =>
  words.some((word) => word.filter((term) => found.has(term)).length / word.length >= minPairShare);

/**
 * Finds the passages that contain a content word of the question, or are below a heading that does. Best first, without duplicates. Falls
 * back to fuzzy matching.
 */
export function findPassages(source: Source, question: string, most: number): FoundPassage[] {
  const words = questionWords(question);
  const terms = [...new Set(words.flat())];
  if (terms.length === 0) return [];
  const scoreOf = ({ id, score, terms: hits }: SearchResult): number => {
    const [first = ''] = termsOf(source.passages[Number(id)]?.text.slice(0, maxQuoteLength) ?? '');
    return hits.includes(first) ? score * openingWeight : score;
  };
  const search = (fuzzy: false | ((term: string) => number | false)) =>
    indexOf(source)
      .search(question, {
        tokenize: () => terms,
        boost: { heading: headingWeight },
        prefix: (term) => (isPair(term) ? term.length === 1 : term.length >= minPrefixMatchLength),
        fuzzy,
      })
      .filter(({ queryTerms }) => matchesOne(words, new Set(queryTerms)))
      .map((result) => ({ ...result, score: scoreOf(result) }))
      .sort((one, other) => other.score - one.score || Number(one.id) - Number(other.id));
  const exact = search(false);
  const found = exact.length > 0 ? exact : search((term) => !isPair(term) && term.length >= minFuzzyMatchLength && typoShare);

  const headless = found.filter(({ id }) => !isHead(source.passages[Number(id)]));
  const kept = headless.length > 0 ? headless : found;
  const best = kept[0]?.score ?? 0;
  const seen = new Set<string>();
  const passages: FoundPassage[] = [];
  for (const { id, score, terms: hits } of kept) {
    const text = source.passages[Number(id)]?.text ?? '';
    if (passages.length >= most || score < best * minScoreShare) break;
    if (seen.has(fold(text))) continue;
    seen.add(fold(text));
    passages.push({ index: Number(id), quote: closestSentence(text, new Set(hits)) });
  }
  return passages;
}
