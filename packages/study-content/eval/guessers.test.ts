import { guessByModel, guessByRules, positionsOf, type Guess, type Riddle } from './guessers.ts';
import { randomFrom } from './randomFrom.ts';

const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu', 'pel', 'gar', 'din', 'fos'];

/** Options that nothing but chance has made, and a key that chance has chosen. */
function fairRiddles(count: number, options = 4): Riddle[] {
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

/** Fair riddles, with a key that gives itself away by what `leak` makes of it. */
const leaking = (leak: (riddle: Riddle) => Riddle): Riddle[] => fairRiddles(400).map(leak);
const withKey = (riddle: Riddle, text: string): Riddle => ({
  ...riddle,
  options: riddle.options.map((option, index) => (index === riddle.key ? text : option)),
});
const found = (guesses: Guess[], name: string): Guess => guesses.find((one) => one.name === name)!;
const isLeak = ({ rate, bound }: Guess): boolean => rate > bound;

it('finds nothing in fair questions', () => {
  for (const options of [3, 4]) {
    const fair = fairRiddles(800, options);
    const guesses = [...guessByRules(fair), guessByModel(fair.slice(0, 400))!];
    expect(guesses).toHaveLength(9);
    for (const one of guesses) {
      expect([one.name, one.rate]).toEqual([one.name, expect.closeTo(1 / options, 1)]);
      expect([one.name, isLeak(one), one.isJudged]).toEqual([one.name, false, true]);
    }
  }
});

const longest = ({ options }: Riddle): number => Math.max(...options.map(({ length }) => length));
const planted: [string, (riddle: Riddle) => Riddle][] = [
  ['longest', (riddle) => withKey(riddle, 'x'.repeat(longest(riddle) + 3))],
  ['shortest', (riddle) => withKey(riddle, 'x')],
  [
    'second longest',
    (riddle) => ({ ...riddle, key: [0, 1, 2, 3].sort((left, right) => riddle.options[right]!.length - riddle.options[left]!.length)[1]! }),
  ],
  [
    'nearest the mean length',
    (riddle) => {
      const middle = riddle.options.reduce((sum, { length }) => sum + length, 0) / 4;
      const away = riddle.options.map(({ length }) => Math.abs(length - middle));
      return { ...riddle, key: away.indexOf(Math.min(...away)) };
    },
  ],
  ['most words shared with the stem', (riddle) => ({ ...riddle, stem: `What is ${riddle.options[riddle.key]!}?` })],
  [
    'no absolute words',
    (riddle) => ({ ...riddle, options: riddle.options.map((option, index) => (index === riddle.key ? option : `always ${option}`)) }),
  ],
  [
    'most like the other options',
    (riddle) => ({ ...riddle, options: riddle.options.map((option, index) => (index === riddle.key ? riddle.options.join(' ') : option)) }),
  ],
  [
    'least like the other options',
    (riddle) => ({
      ...riddle,
      options: riddle.options.map((option, index) => (index === riddle.key ? 'qwxyq hhjjc' : `the same start ${option}`)),
    }),
  ],
];

it.each(planted)('finds a planted leak: %s', (name, leak) => {
  const one = found(guessByRules(leaking(leak)), name);
  expect(one.rate).toBeGreaterThan(0.6);
  expect(isLeak(one)).toBe(true);
});

it('the model finds a combination that no single guesser sees', () => {
  // Only the key has a hyphen and a comma; each other option has one of the two.
  const riddles = leaking((riddle) => ({
    ...riddle,
    options: riddle.options.map((option, index) => {
      if (index === riddle.key) return `one-${option}, so`;
      return (index + 4 - riddle.key) % 4 === 1 ? `one-${option}` : `one ${option}, so`;
    }),
  }));
  const byModel = guessByModel(riddles)!;
  expect(byModel).toMatchObject({ n: 400, isJudged: true });
  expect(byModel.rate).toBeGreaterThan(0.8);
  expect(guessByRules(riddles).filter(({ rate }) => rate > 0.55)).toEqual([]);
});

it('ties share the hit', () => {
  const even: Riddle = { stem: 'Which?', options: ['abc', 'abd', 'abe', 'abf'], key: 2 };
  const guesses = guessByRules([even]);
  expect(guesses.map(({ rate }) => rate)).toEqual(guesses.map(() => 0.25));
});

it('asks less of few questions, and judges the model only on many', () => {
  expect(guessByRules(fairRiddles(199))[0]).toMatchObject({ chance: 0.25, bound: 0.43, n: 199 });
  expect(guessByRules(fairRiddles(200))[0]).toMatchObject({ chance: 0.25, bound: 0.35, n: 200 });
  expect(guessByModel(fairRiddles(60))).toMatchObject({ isJudged: false, n: 60 });
  expect(guessByModel(fairRiddles(39))).toBeUndefined();
  expect(guessByRules([])).toEqual([]);
});

it('counts the key’s places by the number of options', () => {
  const always = (options: number): Riddle[] => fairRiddles(60, options).map((riddle) => ({ ...riddle, key: 0 }));
  const leak = positionsOf([...always(3), ...fairRiddles(400)]);
  expect(leak.map(({ options }) => options)).toEqual([3, 4]);
  expect(leak[0]).toMatchObject({ counts: [60, 0, 0] });
  expect(leak[0]!.p).toBeLessThan(0.001);
  expect(leak[1]!.p).toBeGreaterThan(0.001);
});

it('gives the same figures for the same questions', () => {
  expect(guessByModel(fairRiddles(60))).toEqual(guessByModel(fairRiddles(60)));
});
