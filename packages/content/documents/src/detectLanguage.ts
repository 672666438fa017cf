import { eld } from 'eld/extrasmall';

/** The most characters that are looked at. */
const longestSample = 20_000;

/** Scripts of one language. A text may hold many terms of another one, and is still in the language whose script it uses. */
const ownScripts: readonly (readonly [language: string, script: RegExp, leastShare: number])[] = [
  ['ko', /\p{Script=Hangul}/gu, 0.2],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1],
  ['zh', /\p{Script=Han}/gu, 0.2],
  ['th', /\p{Script=Thai}/gu, 0.3],
  ['he', /\p{Script=Hebrew}/gu, 0.3],
  ['el', /\p{Script=Greek}/gu, 0.5],
];

const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The words that reveal a language. Symbols, acronyms and names with digits are the same in every language. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{M}\p{N}’']+/gu) ?? []).filter((word) => /\p{L}{2}/u.test(word) && !/\p{N}/u.test(word) && !/^\p{Lu}+$/u.test(word));

/** The fewest letters that decide the language: when the detector is sure, and when it is not. */
const fewestLetters = { sure: 12, unsure: 40 } as const;

/** How likely each language is, from 0 to 1; empty if the text is too short to tell. */
function likelihoods(text: string): ReadonlyMap<string, number> {
  const sample = text.slice(0, longestSample);
  const letters = letterCount(sample);
  const own = ownScripts.find(([, script, least]) => (sample.match(script)?.length ?? 0) > letters * least);
  if (own) return new Map([[own[0], 1]]);
  const words = wordsOf(sample).join(' ');
  const count = letterCount(words);
  if (count < fewestLetters.sure) return new Map();
  const found = eld.detect(words);
  return found.isReliable() || count >= fewestLetters.unsure ? new Map(Object.entries(found.getScores())) : new Map();
}

/** The likeliest language, or `und` if there are no scores. */
const likeliest = (scores: ReadonlyMap<string, number>): string =>
  [...scores].reduce((best, one) => (one[1] > best[1] ? one : best), ['und', 0] as const)[0];

/** The language of a text as a BCP 47 tag; `und` where it is uncertain. */
export const detectLanguage = (text: string): string => likeliest(likelihoods(text));

/** The fewest letters from which the language of a part of a text is compared with that of the whole. */
const fewestLettersOfPart = 40;
/** A language is excluded where it is so much less likely than the likeliest one. Danish and Norwegian never exclude each other. */
const clearlyLess = 0.75;

/** The language of a text that is clearly in none of some languages; `undefined` where it may be in one of them, or where it is uncertain. */
export function otherLanguage(text: string, languages: Iterable<string>): string | undefined {
  if (letterCount(text) < fewestLettersOfPart) return undefined;
  const known = [...languages];
  if (known.includes('und')) return undefined;
  const scores = likelihoods(text);
  const best = likeliest(scores);
  if (best === 'und') return undefined;
  const least = (scores.get(best) ?? 0) * clearlyLess;
  return known.some((language) => (scores.get(language.split('-')[0] ?? language) ?? 0) > least) ? undefined : best;
}
