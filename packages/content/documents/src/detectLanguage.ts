import { eld } from 'eld/extrasmall';

const longestSample = 20_000;

/** Scripts that only one language uses. A text with many foreign terms is still in the language of its script. */
const ownScripts: readonly (readonly [language: string, script: RegExp, leastShare: number])[] = [
  ['ko', /\p{Script=Hangul}/gu, 0.2],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1],
  ['zh', /\p{Script=Han}/gu, 0.2],
  ['th', /\p{Script=Thai}/gu, 0.3],
  ['he', /\p{Script=Hebrew}/gu, 0.3],
  ['el', /\p{Script=Greek}/gu, 0.5],
];

const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Words that reveal a language. Symbols, acronyms and names with digits are the same in all languages. */
const wordsOf = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{M}\p{N}’']+/gu) ?? []).filter((word) => /\p{L}{2}/u.test(word) && !/\p{N}/u.test(word) && !/^\p{Lu}+$/u.test(word));

/** Minimum letters for a decision, depending on whether the detector is sure. */
const fewestLetters = { sure: 12, unsure: 40 } as const;

/** Returns the probability of each language; empty if the text is too short. */
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

const likeliest = (scores: ReadonlyMap<string, number>): string =>
  [...scores].reduce((best, one) => (one[1] > best[1] ? one : best), ['und', 0] as const)[0];

/** Returns the language of a text as a BCP 47 tag, or `und` if it is uncertain. */
export const detectLanguage = (text: string): string => likeliest(likelihoods(text));

/** Minimum letters for comparing the language of a part with that of the whole text. */
const fewestLettersOfPart = 40;
/** Threshold relative to the likeliest language; below it, a language is ruled out. Danish and Norwegian never rule each other out. */
const clearlyLess = 0.75;

/** Returns the language of a text that is clearly in none of `languages`; `undefined` if it may be in one of them or is uncertain. */
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
