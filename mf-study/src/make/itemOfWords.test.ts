import { aSuggestion } from '../pick/testing';
import { cardOfWords, questionOfWords } from './itemOfWords';

test('a term stands on the front of a card, a sentence on its back', () => {
  expect(cardOfWords('cardiac output')).toEqual({ front: 'cardiac output', back: '' });
  expect(cardOfWords('It is the volume that one ventricle pumps.')).toEqual({
    front: '',
    back: 'It is the volume that one ventricle pumps.',
  });
});

test('a question asks for the selected term, or for the term of the selected sentence', () => {
  const preload = aSuggestion('Preload', {
    statement: 'Preload: the stretch of the ventricle at the end of filling.',
    siblings: ['a', 'b'],
  });
  const suggestions = [aSuggestion('Afterload'), preload];
  const question = { question: '_____: the stretch of the ventricle at the end of filling.' };
  expect(questionOfWords('preload', suggestions, () => 0)).toMatchObject(question);
  expect(questionOfWords('the stretch of the ventricle at the end', suggestions, () => 0)).toMatchObject(question);
  expect(questionOfWords('Afterload', suggestions, () => 0)).toBeUndefined();
  expect(questionOfWords('filling', suggestions, () => 0)).toBeUndefined();
});
