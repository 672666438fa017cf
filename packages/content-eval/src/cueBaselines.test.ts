import { modelBaseline, ruleBaselines, positionsOf, type CueBaseline, type CueQuestion } from './cueBaselines.ts';
import { randomFrom } from './randomFrom.ts';

const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu', 'pel', 'gar', 'din', 'fos'];

/** Random options with a random key. */
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
const found = (baselines: CueBaseline[], name: string): CueBaseline => baselines.find((one) => one.name === name)!;
const isLeak = ({ rate, bound }: CueBaseline): boolean => rate > bound;

it('finds nothing in fair questions', () => {
  for (const options of [3, 4]) {
    const fair = fairQuestions(800, options);
    const baselines = [...ruleBaselines(fair), modelBaseline(fair.slice(0, 400))!];
    expect(baselines).toHaveLength(9);
    for (const one of baselines) {
      expect([one.name, one.rate]).toEqual([one.name, expect.closeTo(1 / options, 1)]);
      expect([one.name, isLeak(one), one.isJudged]).toEqual([one.name, false, true]);
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
  const one = found(ruleBaselines(leaking(leak)), name);
  expect(one.rate).toBeGreaterThan(0.6);
  expect(isLeak(one)).toBe(true);
});

it('the model finds a combination that no single baseline sees', () => {
  // Only the key has a hyphen and a comma; each other option has one of the two.
  const questions = leaking((question) => ({
    ...question,
    options: question.options.map((option, index) => {
      if (index === question.key) return `one-${option}, so`;
      return (index + 4 - question.key) % 4 === 1 ? `one-${option}` : `one ${option}, so`;
    }),
  }));
  const byModel = modelBaseline(questions)!;
  expect(byModel).toMatchObject({ n: 400, isJudged: true });
  expect(byModel.rate).toBeGreaterThan(0.8);
  expect(ruleBaselines(questions).filter(({ rate }) => rate > 0.55)).toEqual([]);
});

it('options with equal scores share the hit', () => {
  const even: CueQuestion = { stem: 'Which?', options: ['abc', 'abd', 'abe', 'abf'], key: 2 };
  const baselines = ruleBaselines([even]);
  expect(baselines.map(({ rate }) => rate)).toEqual(baselines.map(() => 0.25));
});

it('has a wider bound for few questions, and judges the model only on many', () => {
  expect(ruleBaselines(fairQuestions(199))[0]).toMatchObject({ chance: 0.25, bound: 0.43, n: 199 });
  expect(ruleBaselines(fairQuestions(200))[0]).toMatchObject({ chance: 0.25, bound: 0.35, n: 200 });
  expect(modelBaseline(fairQuestions(60))).toMatchObject({ isJudged: false, n: 60 });
  expect(modelBaseline(fairQuestions(39))).toBeUndefined();
  expect(ruleBaselines([])).toEqual([]);
});

it('counts the key’s places by the number of options', () => {
  const always = (options: number): CueQuestion[] => fairQuestions(60, options).map((question) => ({ ...question, key: 0 }));
  const leak = positionsOf([...always(3), ...fairQuestions(400)]);
  expect(leak.map(({ options }) => options)).toEqual([3, 4]);
  expect(leak[0]).toMatchObject({ counts: [60, 0, 0] });
  expect(leak[0]!.p).toBeLessThan(0.001);
  expect(leak[1]!.p).toBeGreaterThan(0.001);
});

it('gives the same results for the same questions', () => {
  expect(modelBaseline(fairQuestions(60))).toEqual(modelBaseline(fairQuestions(60)));
});
