import type { Check, Measurement } from './check.ts';
import { mean } from './check.ts';
import { chiSquareOfEqual } from './chiSquare.ts';
import type { EvaluatedDeck, EvaluatedQuestion } from './evaluateDeck.ts';
import { crossValidatedHitRate, type Choice } from './logisticModel.ts';
import { absoluteWords } from './patterns.ts';
import { randomFrom } from './randomFrom.ts';
import { contentRoots, countShared, folded, wordCount } from './text.ts';

/** The parts of a question that a baseline uses. */
export interface CueQuestion {
  stem: string;
  options: string[];
  key: number;
}

/** The result of a baseline. */
export interface CueBaseline {
  name: string;
  rate: number;
  chance: number;
  bound: number;
  n: number;
  /** False where there are too few questions to say anything. */
  isJudged: boolean;
}

export const cueQuestionOf = ({ draft, options }: EvaluatedQuestion): CueQuestion => ({
  stem: draft.question,
  options: options.map(({ text }) => text),
  key: options.findIndex(({ isCorrect }) => isCorrect),
});

const enough = 200;
const enoughForModel = 400;
const fewestForModel = 40;
const modelName = 'logistic model';

const trigrams = (text: string): Set<string> => {
  const line = ` ${folded(text)} `;
  return new Set(Array.from({ length: Math.max(1, line.length - 2) }, (_, index) => line.slice(index, index + 3)));
};

/** The mean likeness of each option to the others, by letter trigrams (Jaccard). */
function likenesses(options: readonly string[]): number[] {
  const sets = options.map(trigrams);
  return sets.map((own, index) =>
    mean(
      sets
        .filter((_, other) => other !== index)
        .map((other) => {
          const both = countShared(own, other);
          return both / (own.size + other.size - both);
        }),
    ),
  );
}

/** The probability that the key has a rank, counted from the highest score; ties are broken at random. */
function hitAtRank(scores: readonly number[], key: number, rank: number): number {
  const own = scores[key] ?? 0;
  const above = scores.filter((score) => score > own + 1e-9).length;
  const ties = scores.filter((score) => Math.abs(score - own) <= 1e-9).length;
  return rank > above && rank <= above + ties ? 1 / ties : 0;
}

const lengths = (options: readonly string[]): number[] => options.map((text) => text.length);
const hasAbsolute = (text: string): boolean => absoluteWords.test(text);
const sharedWithStem = ({ stem, options }: CueQuestion): number[] => {
  const roots = contentRoots(stem);
  return options.map((text) => countShared(contentRoots(text), roots));
};

/** The probability with which each baseline chooses the key. */
const rules: Record<string, (question: CueQuestion) => number> = {
  longest: ({ options, key }) => hitAtRank(lengths(options), key, 1),
  shortest: ({ options, key }) => hitAtRank(lengths(options), key, options.length),
  'second longest': ({ options, key }) => hitAtRank(lengths(options), key, 2),
  'nearest the mean length': ({ options, key }) => {
    const middle = mean(lengths(options));
    return hitAtRank(
      lengths(options).map((length) => -Math.abs(length - middle)),
      key,
      1,
    );
  },
  'most words shared with the stem': (question) => hitAtRank(sharedWithStem(question), question.key, 1),
  'no absolute words': ({ options, key }) =>
    hitAtRank(
      options.map((text) => (hasAbsolute(text) ? 0 : 1)),
      key,
      1,
    ),
  'most like the other options': ({ options, key }) => hitAtRank(likenesses(options), key, 1),
  'least like the other options': ({ options, key }) => hitAtRank(likenesses(options), key, options.length),
};

/** The features of an option for the logistic model: only its form, relative to the other options of its question. */
function choiceOf(question: CueQuestion): Choice {
  const { options, key } = question;
  const sizes = lengths(options);
  const middle = mean(sizes);
  const counts = options.map(wordCount);
  const alike = likenesses(options);
  const stem = sharedWithStem(question);
  const flag = (is: boolean): number => (is ? 1 : 0);
  return {
    key,
    features: options.map((text, index) => {
      const size = sizes[index] ?? 0;
      const count = counts[index] ?? 0;
      return [
        size / middle - 1,
        Math.abs(size / middle - 1),
        flag(size === Math.max(...sizes)),
        flag(size === Math.min(...sizes)),
        hitAtRank(sizes, index, 2),
        count / mean(counts) - 1,
        size / Math.max(1, count) / 6 - 1,
        (alike[index] ?? 0) - mean(alike),
        flag(alike[index] === Math.max(...alike)),
        flag(alike[index] === Math.min(...alike)),
        (stem[index] ?? 0) - mean(stem),
        flag(hasAbsolute(text)),
        flag(/\d/.test(text)),
        flag(/[,;]/.test(text)),
        flag(/[()[\]]/.test(text)),
        flag(/\p{L}-\p{L}/u.test(text)),
        flag(/^[^\p{L}]*\p{Lu}/u.test(text)),
        flag(/[.!?]$/.test(text)),
        flag(/^(the|an?)\b/i.test(text)),
        flag(/\b(and|or)\b/i.test(text)),
      ];
    }),
  };
}

/** The hit rate by chance, and the bound for a baseline. The bound is wider for few questions, because chance varies more. */
function boundsOf(questions: readonly CueQuestion[]): Pick<CueBaseline, 'chance' | 'bound' | 'n'> {
  const chance = mean(questions.map(({ options }) => 1 / options.length));
  return { chance, bound: chance + (questions.length >= enough ? 0.1 : 0.18), n: questions.length };
}

/** The results of the baselines by one rule; empty without questions. */
export const ruleBaselines = (questions: readonly CueQuestion[]): CueBaseline[] =>
  questions.length === 0
    ? []
    : Object.entries(rules).map(([name, hit]) => ({ name, rate: mean(questions.map(hit)), ...boundsOf(questions), isJudged: true }));

/** The result of a model of many features on questions that it was not trained on; `undefined` with too few questions. */
export function modelBaseline(questions: readonly CueQuestion[]): CueBaseline | undefined {
  if (questions.length < fewestForModel) return undefined;
  const rate = crossValidatedHitRate(questions.map(choiceOf), { random: randomFrom(7) });
  return { name: modelName, rate, ...boundsOf(questions), isJudged: questions.length >= enoughForModel };
}

export interface Positions {
  options: number;
  counts: number[];
  p: number;
}

/** How often the key was at each position, for each number of options. */
export function positionsOf(questions: readonly CueQuestion[]): Positions[] {
  return [...new Set(questions.map(({ options }) => options.length))].sort().map((options) => {
    const counts = Array.from(
      { length: options },
      (_, slot) => questions.filter((one) => one.options.length === options && one.key === slot).length,
    );
    return { options, counts, p: chiSquareOfEqual(counts).p };
  });
}

export const cueQuestionsOf = (decks: readonly EvaluatedDeck[]): CueQuestion[] => decks.flatMap(({ pool }) => pool.map(cueQuestionOf));

const baselinesOf = (questions: readonly CueQuestion[]): CueBaseline[] => {
  const model = modelBaseline(questions);
  return [...ruleBaselines(questions), ...(model ? [model] : [])];
};

const measured = new WeakMap<readonly EvaluatedDeck[], CueBaseline[]>();
/** The baselines of some decks, made once however many lines of the table ask. */
export function cueBaselinesOf(decks: readonly EvaluatedDeck[]): CueBaseline[] {
  const known = measured.get(decks) ?? baselinesOf(cueQuestionsOf(decks));
  measured.set(decks, known);
  return known;
}

const nothing: Measurement = { value: undefined, n: 0, findings: [] };

const names = [...Object.keys(rules), modelName];

/** The baselines as lines of the table. */
export const cueBaselineChecks: Check[] = [
  ...[3, 4].map((options): Check => ({
    id: 'key-positions',
    title: `key’s place among ${options} options: chance of such a spread (p)`,
    hard: false,
    unit: 'number',
    measure: (decks) => {
      const found = positionsOf(cueQuestionsOf(decks)).find((one) => one.options === options);
      if (!found) return nothing;
      return { value: found.p, n: found.counts.reduce((sum, count) => sum + count, 0), bound: { least: 0.001 }, findings: [] };
    },
  })),
  ...names.map((name): Check => ({
    id: 'cue-baseline',
    title: name,
    hard: false,
    unit: 'percent',
    measure: (decks) => {
      const found = cueBaselinesOf(decks).find((one) => one.name === name);
      if (!found) return nothing;
      return { value: found.rate, n: found.n, ...(found.isJudged ? { bound: { most: found.bound } } : {}), findings: [] };
    },
  })),
];
