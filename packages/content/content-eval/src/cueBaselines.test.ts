import { verdictOf, type Measurement } from './check.ts';
import { measureModel, measurePositions, measureRule, ruleNames, type CueQuestion } from './cueBaselines.ts';
import { randomFrom } from '@lectern/contracts';

const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu', 'pel', 'gar', 'din', 'fos'];

function fairQuestions(count: number, options = 4): CueQuestion[] {
  const random = randomFrom(3);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
  const word = (): string => Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(syllables)).join('');
  const phrase = (): string => Array.from({ length: 1 + Math.floor(random() * 5) }, word).join(' ');
  return Array.from({ length: count }, () => ({
    stem: `What is ${phrase()}?`,
    options: Array.from({ length: options }, phrase),
    key: Math.floor(random() * options),
  }));
}

/** Fair questions with a cue that `leak` adds to the key. */
const leaking = (leak: (question: CueQuestion) => CueQuestion): CueQuestion[] => fairQuestions(400).map(leak);
const withKey = (question: CueQuestion, text: string): CueQuestion => ({
  ...question,
  options: question.options.map((option, index) => (index === question.key ? text : option)),
});
const byRules = (questions: CueQuestion[]): Measurement[] => ruleNames.map((name) => measureRule(name, questions));

it('finds nothing in fair questions', () => {
  for (const options of [3, 4]) {
    const fair = fairQuestions(800, options);
    for (const measured of [...byRules(fair), measureModel(fair.slice(0, 400))]) {
      expect(measured.value).toBeCloseTo(1 / options, 1);
      expect(verdictOf(measured)).toBe('pass');
    }
  }
});

const longest = ({ options }: CueQuestion): number => Math.max(...options.map(({ length }) => length));
const planted: [string, (question: CueQuestion) => CueQuestion][] = [
  ['longest', (question) => withKey(question, 'x'.repeat(longest(question) + 3))],
  ['shortest', (question) => withKey(question, 'x')],
  [
    'second longest',
    (question) => ({
      ...question,
      key: [0, 1, 2, 3].sort((left, right) => question.options[right]!.length - question.options[left]!.length)[1]!,
    }),
  ],
  [
    'nearest the mean length',
    (question) => {
      const middle = question.options.reduce((sum, { length }) => sum + length, 0) / 4;
      const away = question.options.map(({ length }) => Math.abs(length - middle));
      return { ...question, key: away.indexOf(Math.min(...away)) };
    },
  ],
  ['most words shared with the stem', (question) => ({ ...question, stem: `What is ${question.options[question.key]!}?` })],
  [
    'no absolute words',
    (question) => ({
      ...question,
      options: question.options.map((option, index) => (index === question.key ? option : `always ${option}`)),
    }),
  ],
  [
    'most like the other options',
    (question) => ({
      ...question,
      options: question.options.map((option, index) => (index === question.key ? question.options.join(' ') : option)),
    }),
  ],
  [
    'least like the other options',
    (question) => ({
      ...question,
      options: question.options.map((option, index) => (index === question.key ? 'qwxyq hhjjc' : `the same start ${option}`)),
    }),
  ],
];

it.each(planted)('finds a planted leak: %s', (name, leak) => {
  const measured = measureRule(name, leaking(leak));
  expect(measured.value).toBeGreaterThan(0.6);
  expect(verdictOf(measured)).toBe('fail');
});

it('finds with the model a combination that no single baseline sees', () => {
  // Only the key has both a hyphen and a comma.
  const questions = leaking((question) => ({
    ...question,
    options: question.options.map((option, index) => {
      if (index === question.key) return `one-${option}, so`;
      return (index + 4 - question.key) % 4 === 1 ? `one-${option}` : `one ${option}, so`;
    }),
  }));
  expect(measureModel(questions).value).toBeGreaterThan(0.8);
  expect(verdictOf(measureModel(questions))).toBe('fail');
  expect(byRules(questions).filter(({ value = 0 }) => value > 0.55)).toEqual([]);
});

it('shares the hit among options with equal scores', () => {
  const even: CueQuestion = { stem: 'Which?', options: ['abc', 'abd', 'abe', 'abf'], key: 2 };
  expect(byRules([even]).map(({ value }) => value)).toEqual(ruleNames.map(() => 0.25));
});

it('has a wider bound for few questions, and judges the model only with many', () => {
  expect(measureRule('longest', fairQuestions(199))).toMatchObject({ bound: { most: 0.43 }, n: 199 });
  expect(measureRule('longest', fairQuestions(200))).toMatchObject({ bound: { most: 0.35 }, n: 200 });
  expect(verdictOf(measureModel(fairQuestions(60)))).toBe('info');
  expect(verdictOf(measureModel(fairQuestions(39)))).toBe('none');
  expect(verdictOf(measureRule('longest', []))).toBe('none');
  expect(measureModel(fairQuestions(60))).toEqual(measureModel(fairQuestions(60)));
});

it('finds keys at a fixed position, for each number of options', () => {
  const always = (count: number): CueQuestion[] => fairQuestions(count, 3).map((question) => ({ ...question, key: 0 }));
  const questions = [...always(60), ...fairQuestions(400)];
  expect(measurePositions(3, questions)).toMatchObject({ value: 120, n: 60 });
  expect(verdictOf(measurePositions(3, questions))).toBe('fail');
  expect(verdictOf(measurePositions(4, questions))).toBe('pass');
  expect(verdictOf(measurePositions(3, always(14)))).toBe('info');
});
