import { engineName, isModel, otherEngines } from './engineName';

test.each([
  ['offline', "Lectern's own engine"],
  ['openai:gpt-5-mini', 'gpt-5-mini'],
  ['openai:llama3.1:8b', 'llama3.1:8b'],
])('%s is told as %s', (generatedBy, words) => {
  expect(engineName(generatedBy)).toBe(words);
});

test('models are told from what needs none', () => {
  expect(['openai:gpt-5-mini', 'offline', 'learner', undefined].map(isModel)).toEqual([true, false, false, false]);
});

test('the other engines of a whole, with how many parts each made', () => {
  const parts = [{ generatedBy: 'openai:m' }, { generatedBy: 'offline' }, {}, { generatedBy: 'openai:n' }, { generatedBy: 'offline' }];
  expect(otherEngines('openai:m', parts)).toEqual([
    { engine: "Lectern's own engine", count: 2 },
    { engine: 'n', count: 1 },
  ]);
  expect(otherEngines('openai:m', [{ generatedBy: 'openai:m' }, {}])).toEqual([]);
});
