import { titleOfGuide } from './titleOfGuide.ts';

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
