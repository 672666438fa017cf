import { contentStems, fold, shared } from '../../../text/words.ts';
import type { Candidate } from './ItemSpec.ts';
import { mean } from '../../../text/collections.ts';

/*
 * Distractors are chosen in three steps: `CandidateFinder.ts` finds the candidates (or a spec brings its own, see `ItemSpec.own`),
 * `QuestionBuilder.ts` says how many must be related to the key, and this file picks the combination.
 */

/** Whether a distractor's length is close enough to the key's. */
function fitsInLength(key: string, text: string): boolean {
  const ratio = text.length / key.length;
  const isShort = key.length <= 26 && text.length <= 40;
  return isShort ? ratio > 0.35 && ratio < 2.6 : ratio >= 0.5 && ratio <= 1.9;
}

/**
 * Filters candidates that fit the key in length and words.
 *
 * @param quote - The key's sentence. A candidate that is part of it may be right, too.
 */
export function fittingCandidates(key: string, candidates: readonly Candidate[], quote: string): Candidate[] {
  const keyWords = contentStems(key);
  const seen = new Set([fold(key)]);
  const line = ` ${fold(quote)} `;
  return candidates.filter(({ text, isVariant }) => {
    const folded = fold(text);
    if (!fitsInLength(key, text) || seen.has(folded) || line.includes(` ${folded} `)) return false;
    seen.add(folded);
    // A candidate that shares a third of the key's words may be right, too.
    const words = contentStems(text);
    return isVariant || shared(words, keyWords) < Math.max(1, Math.min(words.size, keyWords.size) * 0.34);
  });
}

/** Whether two distractors say nearly the same. */
const repeat = (one: Candidate, other: Candidate): boolean => {
  const words = contentStems(other.text);
  return shared(contentStems(one.text), words) >= Math.max(2, words.size * 0.5);
};

const shortWord = 10;

/** Whether the key's length is close to the mean of the distractors (check `even-option-length`). */
const isEven = (key: string, choice: readonly Candidate[]): boolean => {
  const ratio = key.length / mean(choice.map(({ text }) => text.length));
  // The length of a short word gives little away.
  return key.length <= shortWord ? ratio >= 0.5 && ratio <= 2 : ratio >= 0.67 && ratio <= 1.5;
};

function* combinations(list: readonly Candidate[], count: number): Generator<Candidate[]> {
  if (count === 0) yield [];
  else
    for (const [index, first] of list.entries())
      for (const rest of combinations(list.slice(index + 1), count - 1))
        if (!rest.some((one) => repeat(first, one))) yield [first, ...rest];
}

/** The rank of a value among others, starting at 0. Ties count half. */
const rankOf = (own: number, others: readonly number[]): number =>
  others.reduce((rank, value) => rank + (value < own ? 1 : value === own ? 0.5 : 0), 0);

/** Maximum number of candidates to combine: 9 have 84 combinations of three. */
const maxTried = 9;
/** Distance in places that costs as much as one rank. */
const placesOfARank = 12;

export interface PickOptions {
  most: number;
  /** Minimum number of related ones. If all are about other subjects, the key is obvious. */
  minRelated: number;
}

/**
 * Chooses distractors near the key, such that the key has randomly drawn ranks by length and by distance from the mean length. Thus no rule
 * about the form of options finds the key (docs/quality.md, "Cue baselines").
 */
export function pickDistractors(
  key: string,
  fitting: readonly Candidate[],
  random: () => number,
  { most, minRelated }: PickOptions,
): Candidate[] | undefined {
  const tried = fitting
    .map((candidate) => ({ candidate, distance: candidate.distance + random() * 3 }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxTried)
    .map(({ candidate }) => candidate);
  const [byLength, byDistance] = [Math.floor(random() * (most + 1)), Math.floor(random() * (most + 1))];
  let best: Candidate[] | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const choice of combinations(tried, most)) {
    if (choice.filter(({ isRelated }) => isRelated).length < minRelated || !isEven(key, choice)) continue;
    const lengths = choice.map(({ text }) => text.length);
    const middle = mean([key.length, ...lengths]);
    const offMiddle = (length: number): number => Math.abs(length - middle);
    const off =
      Math.abs(rankOf(key.length, lengths) - byLength) + Math.abs(rankOf(offMiddle(key.length), lengths.map(offMiddle)) - byDistance) / 2;
    const cost = off + mean(choice.map(({ distance }) => distance)) / placesOfARank;
    if (cost < lowest) [best, lowest] = [choice, cost];
  }
  return best;
}
