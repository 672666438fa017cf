import { engineName } from './engineName';

test.each([
  ['offline', "Lectern's own engine"],
  ['openai:gpt-5-mini', 'gpt-5-mini'],
  ['openai:llama3.1:8b', 'llama3.1:8b'],
])('%s is told as %s', (generatedBy, words) => {
  expect(engineName(generatedBy)).toBe(words);
});
