import { hintMark, withoutHintMarks } from './hints.ts';

test.each([
  ['(…) capital of Peru', 'capital of Peru'],
  ['capital of Peru (hint: …)', 'capital of Peru'],
  ['capital [ … ] of Peru', 'capital of Peru'],
  ['capital of Peru\nHint: …', 'capital of Peru'],
  ['capital of Peru\n…\nin America', 'capital of Peru\nin America'],
  ['… a … b …', 'a b'],
  ['f(x) … g(x)', 'f(x) g(x)'],
  ['What is a hint? …', 'What is a hint?'],
  ['…', ''],
])('%j: %j', (shown, question) => {
  expect(withoutHintMarks(shown.replaceAll('…', hintMark))).toBe(question);
});
