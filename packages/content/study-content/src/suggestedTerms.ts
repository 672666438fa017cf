import type { Source, SuggestionForm } from '@lectern/contracts/plain';
import type { Tagger, Token } from './engines/offline/posTagger.ts';
import type { Statement } from './engines/offline/statements.ts';
import { fold, withoutStop, wordCount, wordsOf } from './text/words.ts';

/** The maximum length of an option. */
const maxTermLength = 120;

/** Whether a text is short enough to be a term. */
export const isTerm = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && text.length <= maxTermLength && wordCount(text) <= 8 && !/[?!]/.test(text);

/** A term with its kind and the passage of its first mention. */
export interface Term {
  text: string;
  kind: string;
  index: number;
}
export type Terms = ReadonlyMap<string, Term>;

/** The longest known term in a sentence. */
export const centralTerm = (sentence: string, terms: Terms): Term | undefined => {
  const words = wordsOf(sentence);
  for (let length = 6; length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const found = terms.get(words.slice(start, start + length).join(' '));
      if (found) return found;
    }
  return undefined;
};

export const isNoun = ({ tag }: Token): boolean => tag === 'NOUN' || tag === 'PROPN';

/** Noun phrases of two to four words. */
const phrasesIn = (sentence: string, tag: Tagger): string[] => {
  const phrases: string[] = [];
  let run: Token[] = [];
  for (const token of [...tag(sentence), undefined]) {
    if (token && (isNoun(token) || (token.tag === 'ADJ' && run.length === 0)) && /^[\p{L}-]+$/u.test(token.text)) run.push(token);
    else {
      const last = run.at(-1);
      if (last && isNoun(last) && run.length >= 2 && run.length <= 4) phrases.push(run.map(({ text }) => text).join(' '));
      run = [];
    }
  }
  return phrases;
};

/** Without a tagger: long words, since short ones are mostly function words. */
const longWordsIn = (sentence: string): string[] => [...sentence.matchAll(/\p{L}{6,}/gu)].map(([word]) => word);

const repeatedTimes = 3;

/** Phrases that the material repeats. One that occurs nearly everywhere says nothing about a sentence. */
const repeatedTerms = (statements: readonly Statement[], tag: Tagger | undefined): Term[] => {
  const counts = new Map<string, Term & { count: number }>();
  for (const { text, index } of statements)
    for (const phrase of new Set(tag ? phrasesIn(text, tag) : longWordsIn(text))) {
      const known = counts.get(fold(phrase));
      if (known) known.count += 1;
      else counts.set(fold(phrase), { text: phrase, kind: 'phrase', index, count: 1 });
    }
  const most = Math.max(repeatedTimes, statements.length / 4);
  return [...counts.values()].filter(({ count }) => count >= repeatedTimes && count <= most);
};

/** Titles that are questions or address the audience do not name a thing. */
const noName =
  /^(?:what|why|how|when|where|who|which|if|is|are|the|an?|your?|our|some|more|other|was|wie|warum|qu['’]|que|comment|cómo)\b/i;

/** A short label with its meaning: "Revocation: a withdrawal of the offer". */
const labelled = /^(\p{L}[^:.;,!?]{1,50}): \S/u;
/** Labels that introduce a remark rather than a term. */
const remark = /^(?:notes?|tips?|examples?|e\.g\.|remember|important|hints?|questions?|answers?|summary|definition|figure|table|source)\b/i;

export const labelOf = (text: string): string | undefined => {
  const label = labelled.exec(text)?.[1];
  return label !== undefined && isTerm(label) && wordCount(label) <= 5 && !remark.test(label) ? label : undefined;
};

interface FactTerm {
  term: string;
  kind: string;
  index: number;
  form: SuggestionForm;
}

/** The terms that sentences may be about. Facts come first, so that a defined term stays a sibling of defined terms. */
export const termsOf = (source: Source, found: readonly FactTerm[], statements: readonly Statement[], tag: Tagger | undefined): Terms => {
  const titles = source.passages.flatMap(({ kind, text }, index): Term[] =>
    kind === 'title' && wordCount(text) <= 4 && !noName.test(text) ? [{ text: withoutStop(text), kind: 'title', index }] : [],
  );
  const ofFacts = found.flatMap(({ term: text, kind, index, form }): Term[] =>
    form === 'list' || form === 'step' ? [] : [{ text, kind, index }],
  );
  const terms = new Map<string, Term>();
  const labels = statements.flatMap(({ quote, index }): Term[] => {
    const text = labelOf(quote);
    return text === undefined ? [] : [{ text, kind: 'definition', index }];
  });
  for (const term of [...ofFacts, ...labels, ...titles, ...repeatedTerms(statements, tag)])
    if (isTerm(term.text) && !terms.has(fold(term.text))) terms.set(fold(term.text), term);
  return terms;
};

/** The gap of a sentence without a known term: its longest noun, or its longest word without a tagger. */
export const gapTermOf = (sentence: string, tag: Tagger | undefined): Omit<Term, 'index'> | undefined => {
  const words = tag
    ? tag(sentence)
        .filter(isNoun)
        .map(({ text }) => text)
    : [...sentence.matchAll(/[\p{L}\p{M}]+/gu)].map(([word]) => word);
  const [text] = words.filter(isTerm).sort((left, right) => right.length - left.length);
  return text === undefined ? undefined : { text, kind: wordKind };
};
/** Words of this kind have nothing in common, so they are never siblings. */
export const wordKind = 'word';
