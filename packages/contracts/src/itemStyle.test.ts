import { itemStyleLimitation, itemStyleNotice, itemStyleOf } from './itemStyle.ts';

const reason = 'Lectern asks only for what your guide says and cannot make up cases';

it('before the generation, a style that the embedded engine cannot follow is named', () => {
  expect(itemStyleNotice('NCLEX-style', 'quiz', 'offline')).toBe(
    `“NCLEX-style” cannot be followed: ${reason}. Your quiz will have plain questions.`,
  );
  expect(itemStyleNotice(' clinical scenarios ', 'deck', 'offline')).toBe(
    `“clinical scenarios” cannot be followed: ${reason}. Your deck will have plain cards.`,
  );
  expect(itemStyleNotice('IRAC', 'quiz', 'offline')).toBe(
    '“IRAC” cannot be followed: it is a style of guides. Your quiz will have plain questions.',
  );
});

it('free words may name topics of the guide, which only the engine can tell', () => {
  expect(itemStyleNotice('as a pirate song', 'quiz', 'offline')).toBe(
    '“as a pirate song” cannot be followed beyond the topics of your guide that it names: Lectern chooses by topic, kind of fact and difficulty only. Otherwise, your quiz will have plain questions.',
  );
});

it.each(['', '  ', 'definitions only', 'hard questions', 'the steps in order'])(
  'nothing is said of “%s”, which is followed',
  (preference) => {
    expect(itemStyleNotice(preference, 'quiz', 'offline')).toBeUndefined();
  },
);

it('a language model follows every style, and nothing is claimed of an engine that is not known', () => {
  for (const engine of ['openai:gpt-5-mini', undefined]) expect(itemStyleNotice('NCLEX-style', 'quiz', engine)).toBeUndefined();
});

it('after the generation the same rule says what was not followed', () => {
  for (const preference of ['NCLEX-style', 'IRAC']) {
    const { problem } = itemStyleOf(preference);
    expect(itemStyleNotice(preference, 'quiz', 'offline')).toContain(
      itemStyleLimitation(preference, problem!).replace('could not be', 'cannot be'),
    );
  }
});
