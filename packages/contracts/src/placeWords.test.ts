import { placeInSentence, placeWords, referenceLabel, referenceWords } from './placeWords.ts';
import { pageRangeWords, pictureWords } from './pictureWords.ts';

const ofNotes = {
  kind: 'text',
  paragraph: 9,
  place: 70,
  document: 'Notes.docx',
  section: { heading: 'Heart failure', paragraph: 4 },
} as const;

test('a pointer in words', () => {
  expect(placeWords({ kind: 'slide', slide: 4, part: 'notes', paragraph: 1 })).toBe('Slide 4, notes');
  expect(placeWords({ kind: 'page', page: 12, paragraph: 3, place: 61 })).toBe('Page 12');
  expect(placeWords({ kind: 'page', page: 12, paragraph: 3, place: 61, document: 'heart.pdf' })).toBe('heart.pdf, page 12');
  expect(placeWords({ kind: 'text', paragraph: 3 })).toBe('Paragraph 3');
  expect(placeWords({ kind: 'text', paragraph: 3, place: 70, document: 'Notes.docx' })).toBe('Notes.docx, ¶ 3');
  expect(placeWords(ofNotes)).toBe('Notes.docx, Heart failure ¶ 4');
  expect(placeWords({ ...ofNotes, section: { heading: 'Heart failure', paragraph: 0 } })).toBe('Notes.docx, Heart failure, heading');
  expect(placeInSentence(ofNotes)).toBe('Notes.docx, Heart failure ¶ 4');
  expect(placeInSentence({ kind: 'page', page: 12, paragraph: 3 })).toBe('page 12');
});

test('a reference in words', () => {
  expect(referenceWords('4', 'slide', 4)).toBe('slide 4');
  expect(referenceWords('p. 12', 'paragraph', 61)).toBe('page 12');
  expect(referenceWords('¶3', 'paragraph', 70)).toBe('paragraph 3');
  expect(referenceWords('here', 'paragraph', 70)).toBe('paragraph 70');
});

test('the label of a reference names the document where there are several, and has the words of its place', () => {
  const page = { kind: 'page', page: 12, paragraph: 3, place: 61, document: 'heart.pdf' } as const;
  const labels = [page, ofNotes].flatMap((pointer) => [referenceLabel(pointer, false), referenceLabel(pointer, true)]);
  expect(labels).toEqual(['p. 12', 'heart.pdf, p. 12', 'Heart failure ¶ 4', 'Notes.docx, Heart failure ¶ 4']);
  expect(labels.map((label) => referenceWords(label, 'paragraph', 1))).toEqual(['page 12', 'heart.pdf, page 12', ...labels.slice(2)]);
  expect(referenceLabel({ kind: 'text', paragraph: 3 }, true)).toBe('¶3');
  expect(referenceWords('¶ 3', 'paragraph', 70)).toBe('¶ 3');
});

test('pages in words', () => {
  const pointer = { kind: 'page', page: 12, paragraph: 1, place: 3 } as const;
  expect(pageRangeWords({ slide: 12, lastPage: 12, pointer })).toBe('page 12');
  expect(pageRangeWords({ slide: 12, lastPage: 40, pointer })).toBe('pages 12 to 40');
  expect(pageRangeWords({ slide: 12, lastPage: 40, pointer: { ...pointer, document: 'heart.pdf' } })).toBe('pages 12 to 40 of heart.pdf');
});

test('a picture in words', () => {
  expect(pictureWords({ slide: 4 })).toBe('Picture on slide 4');
  expect(pictureWords({ slide: 12, pointer: { kind: 'page', page: 12, paragraph: 1, place: 3 } })).toBe('Picture on page 12');
  expect(pictureWords({ slide: 9, pointer: ofNotes })).toBe('Picture in Notes.docx, Heart failure ¶ 4');
});
