import { placeWords, referenceWords } from './placeWords.ts';

test('a pointer in words', () => {
  expect(placeWords({ kind: 'slide', slide: 4, part: 'notes', paragraph: 1 })).toBe('Slide 4, notes');
  expect(placeWords({ kind: 'page', page: 12, paragraph: 3, place: 61 })).toBe('Page 12');
  expect(placeWords({ kind: 'page', page: 12, paragraph: 3, place: 61, document: 'heart.pdf' })).toBe('heart.pdf, page 12');
  expect(placeWords({ kind: 'text', paragraph: 3 })).toBe('Paragraph 3');
  expect(placeWords({ kind: 'text', paragraph: 3, place: 70, document: 'Notes.docx' })).toBe('Notes.docx, paragraph 3');
});

test('a reference in words', () => {
  expect(referenceWords('4', 'slide', 4)).toBe('slide 4');
  expect(referenceWords('p. 12', 'paragraph', 61)).toBe('page 12');
  expect(referenceWords('¶3', 'paragraph', 70)).toBe('paragraph 3');
  expect(referenceWords('here', 'paragraph', 70)).toBe('paragraph 70');
});
