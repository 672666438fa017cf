import { endsSentence } from './endMarks.ts';

it.each([
  'It beats.',
  'Does it beat?',
  'It beats.”',
  '(It beats.)',
  'हृदय रक्त पंप करता है।',
  '心脏推动血液。',
  '心臓は動く。」',
  'قلب دھڑکتا ہے۔',
  'هل ينبض؟',
  'Սիրտը բաբախում է։',
])('%s is a sentence', (text) => {
  expect(endsSentence(text)).toBe(true);
});

it.each(['The heart', 'Parts:', 'हृदय', '心脏', 'one; two;', ''])('%j is none', (text) => {
  expect(endsSentence(text)).toBe(false);
});
