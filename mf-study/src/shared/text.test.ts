import { cleanDescription, shortfallText, splitTitle } from './text';

test('a description keeps its words without markdown syntax', () => {
  expect(cleanDescription('## Heart\n\n**10 questions** on _cells_\n- see [notes](https://x.example)')).toBe(
    'Heart 10 questions on cells see notes',
  );
  expect(cleanDescription('snake_case and 3 * 4')).toBe('snake_case and 3 4');
  expect(cleanDescription('')).toBe('');
});

test('the text of a shortfall', () => {
  expect(shortfallText({ asked: 10, made: 7, reason: 'The guide is short.' }, 'questions')).toBe(
    '7 of 10 questions were made. The guide is short.',
  );
  expect(shortfallText({ asked: 10, made: 3, reason: '3 good questions were found.' }, 'questions')).toBe('3 of 10 questions were made.');
});

test.each([
  ['Quiz: Heart', ['Quiz: ', 'Heart']],
  ['Flashcards: Quiz: Heart', ['Flashcards: ', 'Quiz: Heart']],
  ['My quiz', ['', 'My quiz']],
  ['Quiz: ', ['', 'Quiz: ']],
])('the kind and the name of %j', (title, parts) => {
  expect(splitTitle(title)).toEqual(parts);
});
