import { contentStems, fold, shared } from '@lectern/study-content/gate';
import { enoughItems, mean, type Bound, type Check, type Measurement } from './check.ts';
import type { EvaluatedDeck } from './evaluateDeck.ts';
import { crossValidatedHitRate, type Choice } from './logisticModel.ts';
import { randomFrom } from '@lectern/contracts';
import { wordCount } from './text.ts';

/** The parts of a question that baselines use. */
export interface CueQuestion {
  stem: string;
  options: string[];
  key: number;
}

const cueQuestionsOf = (decks: readonly EvaluatedDeck[]): CueQuestion[] =>
  decks.flatMap(({ uniqueQuestions }) =>
    uniqueQuestions.map(({ draft, options }) => ({
      stem: draft.question,
      options: options.map(({ text }) => text),
      key: options.findIndex(({ isCorrect }) => isCorrect),
    })),
  );

const trigrams = (text: string): Set<string> => {
  const line = ` ${fold(text)} `;
  return new Set(Array.from({ length: Math.max(1, line.length - 2) }, (_, index) => line.slice(index, index + 3)));
};

/** The mean similarity of each option to the others (Jaccard of letter trigrams). */
function likenesses(options: readonly string[]): number[] {
  const sets = options.map(trigrams);
  return sets.map((own, index) => {
    const others = sets.toSpliced(index, 1);
    return mean(others.map((other) => shared(own, other) / (own.size + other.size - shared(own, other))));
  });
}

/** The probability that the key has a rank, 1 for the highest score. Ties are broken at random. */
function hitAtRank(scores: readonly number[], key: number, rank: number): number {
  const own = scores[key] ?? 0;
  const above = scores.filter((score) => score > own + 1e-9).length;
  const ties = scores.filter((score) => Math.abs(score - own) <= 1e-9).length;
  return rank > above && rank <= above + ties ? 1 / ties : 0;
}

const absolute =
  /\b(always|never|all|none|every|everyone|everything|only|must|cannot|completely|entirely|totally|absolutely|impossible|solely|exclusively|no one|nobody|nothing|any|without exception)\b/i;

const flag = (is: boolean): number => (is ? 1 : 0);
const lengths = (options: readonly string[]): number[] => options.map((text) => text.length);
const nearnessToMean = (values: readonly number[]): number[] => values.map((value) => -Math.abs(value - mean(values)));
const sharedWithStem = ({ stem, options }: CueQuestion): number[] => options.map((text) => shared(contentStems(text), contentStems(stem)));

/** The probability that each baseline picks the key. */
const rules: Record<string, (question: CueQuestion) => number> = {
  longest: ({ options, key }) => hitAtRank(lengths(options), key, 1),
  shortest: ({ options, key }) => hitAtRank(lengths(options), key, options.length),
  'second longest': ({ options, key }) => hitAtRank(lengths(options), key, 2),
  'nearest the mean length': ({ options, key }) => hitAtRank(nearnessToMean(lengths(options)), key, 1),
  'most words shared with the stem': (question) => hitAtRank(sharedWithStem(question), question.key, 1),
  'no absolute words': ({ options, key }) => {
    const isModest = options.map((text) => flag(!absolute.test(text)));
    return hitAtRank(isModest, key, 1);
  },
  'most like the other options': ({ options, key }) => hitAtRank(likenesses(options), key, 1),
  'least like the other options': ({ options, key }) => hitAtRank(likenesses(options), key, options.length),
};

export const ruleNames: readonly string[] = Object.keys(rules);

/** The features of each option for the logistic model: form only, relative to the other options. */
function choiceOf(question: CueQuestion): Choice {
  const { options, key } = question;
  const sizes = lengths(options);
  const counts = options.map(wordCount);
  const alike = likenesses(options);
  const stem = sharedWithStem(question);
  const features = options.map((text, index) => {
    const [size = 0, count = 0, likeness = 0, sharedWords = 0] = [sizes, counts, alike, stem].map((values) => values[index]);
    return [
      size / mean(sizes) - 1,
      Math.abs(size / mean(sizes) - 1),
      flag(size === Math.max(...sizes)),
      flag(size === Math.min(...sizes)),
      hitAtRank(sizes, index, 2),
      count / mean(counts) - 1,
      size / Math.max(1, count) / 6 - 1,
      likeness - mean(alike),
      flag(likeness === Math.max(...alike)),
      flag(likeness === Math.min(...alike)),
      sharedWords - mean(stem),
      flag(absolute.test(text)),
      flag(/\d/.test(text)),
      flag(/[,;]/.test(text)),
      flag(/[()[\]]/.test(text)),
      flag(/\p{L}-\p{L}/u.test(text)),
      flag(/^[^\p{L}]*\p{Lu}/u.test(text)),
      flag(/[.!?]$/.test(text)),
      flag(/^(the|an?)\b/i.test(text)),
      flag(/\b(and|or)\b/i.test(text)),
    ];
  });
  return { key, features };
}

const nothing: Measurement = { value: undefined, n: 0, isJudged: false, findings: [] };

/** Chance plus a margin. The margin is wider for few questions, because chance varies more. */
function boundOf(questions: readonly CueQuestion[]): Bound {
  const chance = mean(questions.map(({ options }) => 1 / options.length));
  return { most: chance + (questions.length >= enoughItems ? 0.1 : 0.18) };
}

/** The hit rate of a single rule. */
export function measureRule(name: string, questions: readonly CueQuestion[]): Measurement {
  const hit = rules[name];
  if (!hit || questions.length === 0) return nothing;
  return { value: mean(questions.map(hit)), n: questions.length, bound: boundOf(questions), isJudged: true, findings: [] };
}

const forModel = { fewest: 40, judged: 400 } as const;

/** The cross-validated hit rate of a logistic model of many features. */
export function measureModel(questions: readonly CueQuestion[]): Measurement {
  const n = questions.length;
  if (n < forModel.fewest) return nothing;
  const value = crossValidatedHitRate(questions.map(choiceOf), randomFrom(7));
  return { value, n, bound: boundOf(questions), isJudged: n >= forModel.judged, findings: [] };
}

/** Critical chi-square values for p = 0.001, by the number of options. */
const criticalValues: Readonly<Record<number, number>> = { 3: 13.816, 4: 16.266 };

/** The chi-square statistic of key positions, for questions with a given number of options. */
export function measurePositions(options: number, questions: readonly CueQuestion[]): Measurement {
  const own = questions.filter((one) => one.options.length === options);
  const n = own.length;
  if (n === 0) return nothing;
  const expected = n / options;
  const counts = Array.from({ length: options }, (_, position) => own.filter(({ key }) => key === position).length);
  const value = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // The chi-square distribution applies from five questions per position.
  return { value, n, bound: { most: criticalValues[options] ?? 0 }, isJudged: expected >= 5, findings: [] };
}

const baseline = (id: string, title: string, unit: Check['unit'], measure: (questions: readonly CueQuestion[]) => Measurement): Check => ({
  id,
  title,
  hard: false,
  unit,
  measure: (decks) => measure(cueQuestionsOf(decks)),
});

export const cueBaselineChecks: Check[] = [
  ...[3, 4].map((options) =>
    baseline('key-positions', `key positions among ${options} options, chi-square (p > 0.001)`, 'number', (questions) =>
      measurePositions(options, questions),
    ),
  ),
  ...ruleNames.map((name) => baseline('cue-baseline', name, 'percent', (questions) => measureRule(name, questions))),
  baseline('cue-baseline', 'logistic model', 'percent', measureModel),
];
