import { onceForText } from '../../../text/onceForText.ts';
import { contentStems, fold, shared } from '../../../text/words.ts';
import type { Option } from './Ask.ts';

/*
 * Distractors are chosen in four steps. `Pools.ts` says which options may be offered for a question; an ask may have options of its own (`Ask.own`), such as
 * the rows of its table. `QuestionBuilder.ts` says how many of them have to be related to the key, in several tries. This file picks the combination of
 * each try. `quality/` estimates the questions that result, and `QuestionChoice.ts` takes the best.
 */

/** An option that may be offered as wrong. */
export interface Candidate extends Option {
  /** True when it is in the same list as the key. Siblings are preferred. */
  isSibling: boolean;
  /** True when it is near the key in the material, or alike in kind. Near candidates are preferred to far ones. */
  isClose: boolean;
  /** True for a term in the same list as the key, or of its head noun with another modifier: "technical skills" beside "human skills". */
  isVariant: boolean;
  /** True for a term that the material defines. */
  isDefined: boolean;
}

/** Whether a distractor of this length may be offered with the key. */
function fitsInLength(key: string, text: string): boolean {
  const ratio = text.length / key.length;
  const isShort = key.length <= 26 && text.length <= 40;
  return isShort ? ratio > 0.35 && ratio < 2.6 : ratio >= 0.5 && ratio <= 1.9;
}

/** Whether the key is neither much longer nor much shorter than the others (check even-option-length). */
export function isEven(key: string, others: { text: string }[]): boolean {
  const mean = others.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, others.length);
  return key.length / mean >= 0.67 && key.length / mean <= 1.5;
}

/** The runs of three letters of a text, by which options are compared. Kept, since an option is compared for every question that it may stand in. */
const trigrams = onceForText((text): ReadonlySet<string> => {
  const line = ` ${fold(text)} `;
  return new Set(Array.from({ length: Math.max(1, line.length - 2) }, (_, index) => line.slice(index, index + 3)));
});

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const both = shared(left, right);
  return both / (left.size + right.size - both);
}

/** All combinations of `count` items of a list. */
function choicesOf<T>(list: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return list.flatMap((item, index) => choicesOf(list.slice(index + 1), count - 1).map((rest) => [item, ...rest]));
}

/** The rank of the first value among the others, counted from 0. An equal value counts as half a rank. */
const rankOf = (values: readonly number[]): number => {
  const own = values[0] ?? 0;
  let rank = 0;
  for (let at = 1; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    rank += value < own ? 1 : value === own ? 0.5 : 0;
  }
  return rank;
};

const mean = (values: readonly number[]): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / Math.max(1, values.length);
};

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

/** A candidate that fits the key, with what it is compared by. */
export interface FittingCandidate extends Candidate {
  words: ReadonlySet<string>;
}

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
  return candidates.flatMap((candidate): FittingCandidate[] => {
    const { text, isVariant } = candidate;
    const folded = fold(text);
    if (seen.has(folded) || !fitsInLength(key, text) || line.includes(` ${folded} `)) return [];
    seen.add(folded);
    const words = contentStems(text);
    // A candidate that shares a third of the words with the key may be right as well.
    const isOther = isVariant || shared(words, keyWords) < Math.max(1, Math.min(words.size, keyWords.size) * 0.34);
    return isOther ? [{ ...candidate, words }] : [];
  });
}

/** Candidates by their distance from the key's place, nearest first, with some chance. */
function byDistance(
  candidates: readonly FittingCandidate[],
  place: number,
  random: () => number,
): (FittingCandidate & { distance: number })[] {
  const bonus = ({ isSibling, isVariant, isClose }: Candidate): number =>
    (isSibling ? nearer.sibling : 0) + (isVariant ? nearer.variant : 0) + (isClose ? nearer.close : 0);
  return candidates
    .map((candidate) => ({
      ...candidate,
      distance: Math.abs(candidate.place - place) + (candidate.penalty ?? 0) + random() * 3 - bonus(candidate),
    }))
    .sort((left, right) => left.distance - right.distance);
}

/**
 * Chooses two or three distractors of a key. Candidates must fit it in length, share few words with it and with each other, and not be part
 * of its sentence. Siblings and near candidates are preferred. Among the valid combinations, one is chosen for which the key has randomly
 * drawn ranks by length, by distance from the mean length and by likeness to the other options. So no rule about the form of options finds
 * the key (docs/quality.md, "Cue baselines").
 */
export function pickDistractors(
  key: string,
  candidates: readonly FittingCandidate[],
  place: number,
  random: () => number,
  { most = 3, minRelated = 0, mayShareSubject = false }: PickOptions = {},
): Candidate[] | undefined {
  const all = byDistance(candidates, place, random);
  const better = all.filter(({ penalty = 0 }) => penalty < undefinedTermPenalty / 2);
  const near = better.length >= enough ? better : all;
  // Without a distractor near the key, all distractors are about another subject, and the key is obvious.
  if (near.filter(isRelated).length < minRelated) return undefined;
  const siblings = near.filter(({ isSibling }) => isSibling);
  const fitting = (siblings.length >= most ? siblings : near).slice(0, mostTried).map((one, number) => ({ ...one, number }));
  // The likeness of each pair is computed once for all combinations. The key has the last index.
  const sets = [...fitting.map(({ text }) => trigrams(text)), trigrams(key)];
  const alike = sets.map((own, index) => sets.slice(0, index).map((other) => likeness(own, other)));
  const likenessOf = (one: number, other: number): number => alike[Math.max(one, other)]?.[Math.min(one, other)] ?? 0;
  const isAboutSame = (one: Candidate, other: Candidate): boolean =>
    !mayShareSubject && !one.about.endsWith('?') && fold(one.about) === fold(other.about);
  const repeating = fitting.map((one) =>
    fitting.map((other) => shared(one.words, other.words) >= Math.max(2, other.words.size * 0.5) || isAboutSame(one, other)),
  );
  const repeats = (choice: typeof fitting): boolean =>
    choice.some((one, index) => choice.slice(index + 1).some((other) => repeating[one.number]?.[other.number]));
  const valid = (count: number): (typeof fitting)[] =>
    choicesOf(fitting, count).filter((choice) => isEven(key, choice) && !repeats(choice) && choice.filter(isRelated).length >= minRelated);
  const threes = valid(most);
  const choices = threes.length > 0 ? threes : valid(most - 1);
  const wanted = [random(), random(), random()].map((drawn) => Math.floor(drawn * (choices === threes ? most + 1 : most)));
  let best: typeof fitting | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const lengths = [key.length, ...choice.map(({ text }) => text.length)];
    const middle = mean(lengths);
    const numbers = [fitting.length, ...choice.map(({ number }) => number)];
    const likenesses = numbers.map((own) => {
      let sum = 0;
      for (const other of numbers) if (other !== own) sum += likenessOf(own, other);
      return sum / (numbers.length - 1);
    });
    const ranks = [rankOf(lengths), rankOf(lengths.map((length) => Math.abs(length - middle))), rankOf(likenesses)];
    const off = ranks.reduce((sum, rank, index) => sum + Math.abs(rank - (wanted[index] ?? 0)), 0);
    const far = mean(choice.map(({ distance, isSibling }) => (isSibling ? 0 : distance)));
    const close = choice.filter(({ isClose }) => isClose).length * 0.6;
    const cost = off - close + Math.min(2, far / 12) + choice.filter(({ isSibling }) => !isSibling).length * (siblings.length > 0 ? 1 : 0);
    if (cost < lowest) [best, lowest] = [choice, cost];
  }
  return best;
}
