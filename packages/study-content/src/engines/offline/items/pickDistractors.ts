import { contentStems, fold, shared } from '../../../text/words.ts';
import type { Candidate, FittingCandidate, TriedCandidate } from './Candidate.ts';
import { CombinationComparison, mean } from './CombinationComparison.ts';
import { combinations } from './combinations.ts';

/*
 * Distractors are chosen in four steps. `Pools.ts` says which options may be offered for a question; an ask may have options of its own (`Ask.own`), such as
 * the rows of its table. `QuestionBuilder.ts` says how many of them have to be related to the key, in several tries. This file picks the combination of
 * each try. `quality/` estimates the questions that result, and `QuestionChoice.ts` takes the best.
 */

/** Whether a distractor of this length may be offered with the key. */
function fitsInLength(key: string, text: string): boolean {
  const ratio = text.length / key.length;
  const isShort = key.length <= 26 && text.length <= 40;
  return isShort ? ratio > 0.35 && ratio < 2.6 : ratio >= 0.5 && ratio <= 1.9;
}

interface PickOptions {
  /** How many distractors are wanted. Where no combination of so many fits, one fewer is picked. */
  most?: number;
  /** The least number of distractors that are siblings of the key or near it. */
  minRelated?: number;
  /** Whether several distractors may be about one thing: points of one list. */
  mayShareSubject?: boolean;
}

const isRelated = ({ isSibling, isClose }: Candidate): boolean => isSibling || isClose;

/** The most candidates that are combined: 9 have 84 combinations of three. Those further away fit the key less. */
const mostTried = 9;
/** The distance that is added to a term of which the material has no fact. */
export const undefinedTermPenalty = 40;
/** Where so many candidates have less than half of `undefinedTermPenalty`, the others are left out. */
const enough = 5;

/** How much nearer siblings, variants and near candidates count. */
const nearer = { sibling: 1_000, variant: 30, close: 10 } as const;

/**
 * The candidates that fit a key in length and words. Every choice of its distractors is made from them.
 *
 * @param quote - The sentence of the key. A candidate that is part of it may be right, too.
 */
export function fittingCandidates(key: string, candidates: readonly Candidate[], quote: string): FittingCandidate[] {
  const keyWords = contentStems(key);
  const seen = new Set([fold(key)]);
  const line = ` ${fold(quote)} `;
  const fitting: FittingCandidate[] = [];
  for (const candidate of candidates) {
    const { text, isVariant } = candidate;
    if (!fitsInLength(key, text)) continue;
    const folded = fold(text);
    if (seen.has(folded) || line.includes(` ${folded} `)) continue;
    seen.add(folded);
    const words = contentStems(text);
    // A candidate that shares a third of the words with the key may be right as well.
    const isOther = isVariant || shared(words, keyWords) < Math.max(1, Math.min(words.size, keyWords.size) * 0.34);
    if (isOther) fitting.push({ candidate, words });
  }
  return fitting;
}

/** Whether the key is neither much longer nor much shorter than the others on average (check even-option-length). */
const isEven = (key: string, averageLength: number): boolean => {
  const ratio = key.length / averageLength;
  return ratio >= 0.67 && ratio <= 1.5;
};

/** Candidates with their distance from the key's place, with some chance. */
function withDistance(fitting: readonly FittingCandidate[], place: number, random: () => number): TriedCandidate[] {
  const bonus = ({ isSibling, isVariant, isClose }: Candidate): number =>
    (isSibling ? nearer.sibling : 0) + (isVariant ? nearer.variant : 0) + (isClose ? nearer.close : 0);
  return fitting.map(({ candidate, words }) => ({
    candidate,
    words,
    distance: Math.abs(candidate.place - place) + (candidate.penalty ?? 0) + random() * 3 - bonus(candidate),
  }));
}

/**
 * Chooses two or three distractors of a key. Candidates must fit it in length, share few words with it and with each other, and not be part
 * of its sentence. Siblings and near candidates are preferred. Among the valid combinations, one is chosen for which the key has randomly
 * drawn ranks by length, by distance from the mean length and by likeness to the other options. So no rule about the form of options finds
 * the key (docs/quality.md, "Cue baselines").
 */
export function pickDistractors(
  key: string,
  fitting: readonly FittingCandidate[],
  place: number,
  random: () => number,
  { most = 3, minRelated = 0, mayShareSubject = false }: PickOptions = {},
): Candidate[] | undefined {
  const all = withDistance(fitting, place, random);
  const better = all.filter(({ candidate: { penalty = 0 } }) => penalty < undefinedTermPenalty / 2);
  const near = better.length >= enough ? better : all;
  // Without a distractor near the key, all distractors are about another subject, and the key is obvious.
  if (near.filter(({ candidate }) => isRelated(candidate)).length < minRelated) return undefined;
  const siblings = near.filter(({ candidate }) => candidate.isSibling);
  const tried = (siblings.length >= most ? siblings : near).sort((one, other) => one.distance - other.distance).slice(0, mostTried);
  const comparison = new CombinationComparison(key, tried, mayShareSubject);
  const valid = (count: number): readonly (readonly number[])[] =>
    combinations(tried.length, count).filter(
      (choice) =>
        !comparison.repeats(choice) &&
        comparison.countIn(choice, isRelated) >= minRelated &&
        isEven(key, mean(choice.map((one) => comparison.lengthOf(one)))),
    );
  const threes = valid(most);
  const choices = threes.length > 0 ? threes : valid(most - 1);
  const [byLength = 0, byDistance = 0, byLikeness = 0] = [random(), random(), random()].map((drawn) =>
    Math.floor(drawn * (choices === threes ? most + 1 : most)),
  );
  let best: readonly number[] | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const [length, distance] = comparison.ranksByLength(choice);
    const far = mean(choice.map((one) => comparison.distanceOf(one)));
    const close = comparison.countIn(choice, ({ isClose }) => isClose) * 0.6;
    const strangers = siblings.length > 0 ? comparison.countIn(choice, ({ isSibling }) => !isSibling) : 0;
    const costOf = (off: number): number => off - close + Math.min(2, far / 12) + strangers;
    const off = Math.abs(length - byLength) + Math.abs(distance - byDistance);
    // Likeness takes longest to compare, and only adds to the cost.
    if (costOf(off) >= lowest) continue;
    const cost = costOf(off + Math.abs(comparison.rankByLikeness(choice) - byLikeness));
    if (cost < lowest) [best, lowest] = [choice, cost];
  }
  return best?.flatMap((number) => tried[number]?.candidate ?? []);
}
