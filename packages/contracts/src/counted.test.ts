import { counted } from './counted.ts';

test.each([
  [0, '0 quizzes'],
  [1, '1 quiz'],
  [2, '2 quizzes'],
  [1_200, '1,200 quizzes'],
])('%i', (count, words) => expect(counted(count, 'quiz', 'quizzes')).toBe(words));

test('the plural is the singular with an s', () => expect(counted(3, 'card')).toBe('3 cards'));
