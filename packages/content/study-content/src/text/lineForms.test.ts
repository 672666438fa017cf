import { typedMark } from './lineForms.ts';

it.each([
  ['▸ Inheritance: a flow', 'Inheritance: a flow'],
  ['✅ Semantic graph', 'Semantic graph'],
  ['✏️ Activity', 'Activity'],
  ['c. Anger', 'Anger'],
  ['• point', 'point'],
  ['a. m. is before noon', 'a. m. is before noon'],
  ['20 °C', '20 °C'],
  ['Plain line', 'Plain line'],
])('%s', (line, plain) => {
  expect(line.replace(typedMark, '')).toBe(plain);
});
