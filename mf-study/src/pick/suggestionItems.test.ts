import { aSuggestion } from './testing';
import { cardOf, gapCardOf, questionOf, withGap } from './suggestionItems';

test.each([
  ['Afterload rises when afterload is high.', 'afterload', '_____ rises when _____ is high.'],
  ['Offerors make offers; an offer binds.', 'Offer', 'Offerors make offers; an _____ binds.'],
  ['해당 과정은 세포질에서 일어난다.', '세포질', '해당 과정은 _____에서 일어난다.'],
  ['It pumps.', 'heart', undefined],
])('hides a term: %s', (statement, term, expected) => {
  expect(withGap(statement, term)).toBe(expected);
});

test('a card asks for the meaning of a term, for the points of a list, or for what a sentence leaves out', () => {
  expect(cardOf(aSuggestion('Preload', { statement: 'Preload: the stretch of the ventricle.' }))).toEqual({
    front: 'Preload',
    back: 'the stretch of the ventricle.',
  });
  expect(cardOf(aSuggestion('Heart failure', { statement: 'Heart failure is a syndrome.' }))).toEqual({
    front: 'Heart failure',
    back: 'Heart failure is a syndrome.',
  });
  expect(cardOf(aSuggestion('Signs', { form: 'list', statement: 'Signs: edema; fatigue' })).back).toBe('edema\nfatigue');
  expect(cardOf(aSuggestion('Loops', { form: 'row', statement: 'Loops. Effect: less water; Watch: potassium' })).back).toBe(
    'Effect: less water\nWatch: potassium',
  );
  expect(cardOf(aSuggestion('Digoxin', { form: 'statement', statement: 'Withhold digoxin below 60 beats.' }))).toEqual({
    front: 'Withhold _____ below 60 beats.',
    back: 'Digoxin',
  });
});

test('a question hides the term among its siblings; without siblings there is none, but a card with a gap', () => {
  const suggestion = aSuggestion('Preload', { statement: 'Preload: the stretch.', siblings: ['Afterload', 'Stroke volume'] });
  const ranks = [0.9, 0.1, 0.5];
  expect(questionOf(suggestion, () => ranks.shift() ?? 0)).toEqual({
    question: '_____: the stretch.',
    options: [
      { text: 'Afterload', isCorrect: false },
      { text: 'Stroke volume', isCorrect: false },
      { text: 'Preload', isCorrect: true },
    ],
    explanation: 'Preload: the stretch. (Slide 3)',
  });
  expect(questionOf({ ...suggestion, siblings: [] }, () => 0)).toBeUndefined();
  expect(gapCardOf(suggestion)).toEqual({ front: '_____: the stretch.', back: 'Preload' });
});
