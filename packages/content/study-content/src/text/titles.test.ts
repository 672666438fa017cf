import { isContinuation, titleOfGuide, withoutContinuation } from './titles.ts';

it.each([
  ['Types of goals (cont.)', 'Types of goals'],
  ['Types of goals (cont’d)', 'Types of goals'],
  ['External environment…cont’', 'External environment'],
  ['Types of testing continued...', 'Types of testing'],
  ['Cost of capital - Contd.', 'Cost of capital'],
  ['Kilns 2/3', 'Kilns'],
  ['Kilns (2 of 3)', 'Kilns'],
  ['Cost control', 'Cost control'],
  ['Contract law', 'Contract law'],
  ['What is the cost of discontent', 'What is the cost of discontent'],
  ['Cont…', ''],
])('%s: %s', (title, plain) => {
  expect(withoutContinuation(title)).toBe(plain);
  expect(isContinuation(title)).toBe(plain === '');
});

it('does not treat a blank title as a continuation', () => {
  expect(isContinuation(' ')).toBe(false);
});

it.each([
  ['Tutorials on Data Management: Lesson 2: Data Sharing', 'Tutorials on Data Management: Data Sharing'],
  ['NURS 201 – Heart Failure', 'Heart Failure'],
  ['Heart Failure, Spring 2026', 'Heart Failure'],
  ['Heart Failure - Dr. Ann Miller', 'Heart Failure'],
  ['Week 6: Heart Failure, 12 March 2026', 'Heart Failure'],
  ['The history of 1848: a year of change', 'The history of 1848: a year of change'],
  ['Sulfur, SO2 and acid rain', 'Sulfur, SO2 and acid rain'],
  ['Lecture 4', 'Lecture 4'],
  ['', ''],
])('shortens “%s” to “%s”', (title, expected) => {
  expect(titleOfGuide({ title })).toBe(expected);
});
