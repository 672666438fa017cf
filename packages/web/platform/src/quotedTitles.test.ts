import { quotedTitles } from './quotedTitles';

test.each([
  [['Heart'], '“Heart”'],
  [['Heart', 'Lungs'], '“Heart” and “Lungs”'],
  [['Heart', 'Lungs', 'Kidney', 'Skin', 'Eye'], '“Heart”, “Lungs”, “Kidney”, and 2 more'],
])('%j', (titles, words) => expect(quotedTitles(titles)).toBe(words));
