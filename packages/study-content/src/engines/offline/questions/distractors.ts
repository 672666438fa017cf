import type { Pointer } from '@lectern/contracts';
import type { Distractor, DraftQuestion } from '../../../StudyContentEngine.ts';
import { contentStems, fold, shared, wordCount, withoutStop } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts.ts';
import { startsPointing } from '../extractors/grammar.ts';
import type { Phrases } from '../phrases.ts';
import type { Statement } from '../statements.ts';

/** The input that all question builders share. */
export interface QuestionContext {
  facts: Facts;
  /** The facts by type, in the order of the material. */
  byType: Partial<Record<Fact['type'], Fact[]>>;
  phrases: Phrases;
  /** From 0 up to 1. */
  random: () => number;
  isEnglish: boolean;
  /** True for the second attempt, after the strict rules gave too few questions: distractors may come from further away. */
  isLenient: boolean;
}

/** A possible distractor, with its place in the material. */
export interface Candidate extends Distractor {
  place: number;
  /** True when it is in the same list as the key. Siblings are preferred. */
  isSibling?: boolean;
  /** True when it is near the key in the material. Near candidates are preferred to far ones. */
  isClose?: boolean;
}

export const placeName = (phrases: Phrases, pointer: Pointer): string =>
  pointer.kind === 'slide' ? phrases.slide(pointer.slide) : phrases.paragraph(pointer.paragraph);

/** How many facts before and after a fact are searched for distractors. Facts further away are about another subject. */
const reach = 80;

/** The facts of a type near a fact. */
export function factsOfType<T extends Fact['type']>({ byType }: QuestionContext, type: T, around: Fact): Extract<Fact, { type: T }>[] {
  const all = (byType[type] ?? []) as Extract<Fact, { type: T }>[];
  if (all.length <= 2 * reach) return all;
  // Binary search for the first one at or after the fact. They are in the order of the material.
  let [at, end] = [0, all.length];
  while (at < end) {
    const middle = (at + end) >> 1;
    if ((all[middle]?.index ?? 0) >= around.index) end = middle;
    else at = middle + 1;
  }
  return all.slice(Math.max(0, at - reach), at + reach);
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

const trigrams = (text: string): Set<string> => {
  const line = ` ${fold(text)} `;
  return new Set(Array.from({ length: Math.max(1, line.length - 2) }, (_, index) => line.slice(index, index + 3)));
};

function likeness(left: Set<string>, right: Set<string>): number {
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
  most?: number;
  /** The least number of distractors that are siblings of the key or near it. */
  family?: number;
  /** The sentence of the key. A candidate that is part of it may be right, too. */
  quote?: string;
}

const isOfFamily = ({ isSibling, isClose }: Candidate): boolean => isSibling === true || isClose === true;

/** The most candidates that are combined: 12 have 220 combinations of three. */
const mostTried = 12;

/**
 * Chooses two or three distractors of a key. Candidates must fit it in length, share few words with it and with each other, and not be part
 * of its sentence. Siblings and near candidates are preferred. Among the valid combinations, one is chosen for which the key has randomly
 * drawn ranks by length, by distance from the mean length and by likeness to the other options. So no rule about the form of options finds
 * the key (docs/quality.md, "Cue baselines").
 */
export function pickDistractors(
  key: string,
  candidates: Candidate[],
  place: number,
  random: () => number,
  { most = 3, family = 0, quote = '' }: PickOptions = {},
): Distractor[] | undefined {
  const keyWords = contentStems(key);
  const seen = new Set([fold(key)]);
  const line = fold(quote);
  const near = candidates
    .filter(({ text }) => {
      const words = contentStems(text);
      // A candidate that shares a third of the words with the key may be right as well.
      if (seen.has(fold(text)) || !fitsInLength(key, text) || ` ${line} `.includes(` ${fold(text)} `)) return false;
      seen.add(fold(text));
      return shared(words, keyWords) < Math.max(1, Math.min(words.size, keyWords.size) * 0.34);
    })
    .map((candidate) => ({
      ...candidate,
      distance: Math.abs(candidate.place - place) + random() * 3 - (candidate.isSibling ? 1_000 : candidate.isClose ? 10 : 0),
      words: contentStems(candidate.text),
    }))
    .sort((left, right) => left.distance - right.distance);
  // Without a distractor near the key, all distractors are about another subject, and the key is obvious.
  if (near.filter(isOfFamily).length < family) return undefined;
  const siblings = near.filter(({ isSibling }) => isSibling);
  const fitting = (siblings.length >= most ? siblings : near).slice(0, mostTried).map((one, number) => ({ ...one, number }));
  // The likeness of each pair is computed once for all combinations. The key has the last index.
  const sets = [...fitting.map(({ text }) => trigrams(text)), trigrams(key)];
  const alike = sets.map((own) => sets.map((other) => (own === other ? 1 : likeness(own, other))));
  const likenessOf = (one: number, other: number): number => alike[one]?.[other] ?? 0;
  const repeating = fitting.map((one) => fitting.map((other) => shared(one.words, other.words) >= Math.max(2, other.words.size * 0.5)));
  const repeats = (choice: typeof fitting): boolean =>
    choice.some((one, index) => choice.slice(index + 1).some((other) => repeating[one.number]?.[other.number]));
  const valid = (count: number): (typeof fitting)[] =>
    choicesOf(fitting, count).filter((choice) => isEven(key, choice) && !repeats(choice) && choice.filter(isOfFamily).length >= family);
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
  return best?.map(({ text, rationale }) => ({ text, rationale }));
}

/** The statements of a place; of very many, only those around an index. */
function nearestTo(statements: readonly Statement[], index: number): readonly Statement[] {
  if (statements.length <= 2 * reach) return statements;
  const at = statements.findIndex((statement) => statement.index >= index);
  return statements.slice(Math.max(0, at - reach), at + reach);
}

/** The explanation: the fact's sentence, then a sentence of the same place that shares words with it, else a distractor's rationale. */
function explain(context: QuestionContext, fact: Fact, { core, distractors = [], answer, question }: QuestionParts): string {
  const { phrases, facts } = context;
  const head = phrases.where(placeName(phrases, fact.source.pointer), fact.topic);
  const sentence = `${withoutStop(core)}.`;
  const isGood = (text: string): boolean =>
    !context.isEnglish
      ? text.length >= 12 && !core.includes(text) && !/[?？:：]$/.test(text)
      : /^[\p{Lu}\d]/u.test(text) &&
        /[.!]$/.test(text) &&
        wordCount(text) >= 6 &&
        !core.includes(text) &&
        !text.includes('?') &&
        !startsPointing.test(text);
  const words = contentStems(`${core} ${answer} ${question}`);
  const fits = nearestTo(facts.statementsAt.get(fact.place) ?? [], fact.index)
    .filter(
      (statement) =>
        !(statement.quote === fact.source.quote && statement.index === fact.index) &&
        statement.pointer.kind === fact.source.pointer.kind &&
        isGood(statement.text),
    )
    .map((statement) => ({
      text: statement.text,
      // The next line often gives the reason, so it is preferred.
      fit: shared(contentStems(statement.text), words) + (statement.index === fact.index + 1 ? 1 : 0) + (statement.isNote ? 0.7 : 0),
      isRelated: !context.isEnglish || shared(contentStems(statement.text), words) > 0,
    }))
    .filter(({ isRelated }) => isRelated)
    .sort((left, right) => right.fit - left.fit);
  const room = 470 - head.length - sentence.length;
  const more = fits.find(({ text }) => text.length < room)?.text;
  const contrast = distractors[0]?.rationale;
  const added = more !== undefined ? `${withoutStop(more)}.` : contrast !== undefined && contrast.length < room ? contrast : '';
  const full = `${head} ${sentence}${added === '' ? '' : ` ${added}`}`;
  if (full.length <= 490) return full;
  return `${full.slice(0, 486).replace(/\s\S*$/, '')} …`;
}

const letters = (text: string): string[] => (fold(text).match(/\p{L}{5,}/gu) ?? []).filter((word) => !everyday.has(word));

/** Words of the question frames and everyday words. They give nothing away when question and key share them. */
const everyday = new Set(
  'which these among statement completes describes described material meaning defined gives names about their there other would could should being where while after before between through under against'.split(
    ' ',
  ),
);

/** Whether two words share a root: "insulin" and "insulinotropic", "manages" and "management". */
const areAkin = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.slice(0, 5) === long.slice(0, 5) || (short.length >= 6 && long.includes(short.slice(0, 6)));
};

/** Whether two terms have words that share a root: "planets" and "planetary systems". */
export const areWordsAkin = (one: string, other: string): boolean =>
  letters(one).some((word) => letters(other).some((another) => areAkin(word, another)));

/** Whether a word of the question shares its root with the key and with no distractor (check no-stem-cue). */
function givesAway(question: string, answer: string, distractors: readonly Distractor[]): boolean {
  const asked = letters(question);
  return letters(answer).some((word) =>
    asked.some((other) => areAkin(word, other) && !distractors.some(({ text }) => letters(text).some((one) => areAkin(one, other)))),
  );
}

export interface QuestionParts {
  question: string;
  answer: string;
  /** `undefined` when the material has too few candidates. */
  distractors: Distractor[] | undefined;
  concept: string;
  /** What the material says, as the explanation's first sentence. */
  core: string;
  rationale?: string;
  source?: DraftQuestion['source'];
}

/** A question from its parts; none when there are too few distractors, or a word of the question gives the key away. */
export function draftOf(context: QuestionContext, fact: Fact, parts: QuestionParts): DraftQuestion[] {
  if (!parts.distractors) return [];
  if (context.isEnglish && givesAway(parts.question, parts.answer, parts.distractors)) return [];
  const source = parts.source ?? fact.source;
  return [
    {
      question: parts.question,
      answer: parts.answer,
      distractors: parts.distractors,
      answerRationale: parts.rationale ?? context.phrases.right(placeName(context.phrases, source.pointer)),
      explanation: explain(context, parts.source ? { ...fact, source } : fact, parts),
      topic: fact.topic,
      concept: parts.concept,
      source,
    },
  ];
}
