import { isContradiction } from './contradictions.ts';

const isDenied = (passage: string, claim: string): boolean => isContradiction({ claim, question: '', quote: passage, passage, frame: '' });

it.each([
  ['A buyer is unaware of a defect of the goods.', 'A buyer does not know a defect of the goods', false],
  ['A seller is unlicensed in a state.', 'A seller has no license in a state', false],
  // Words with the same start that do not negate.
  [
    'A university has a charter that binds students of its colleges.',
    'The charter of a university does not bind students of colleges',
    true,
  ],
  ['A unit of a hospital has a board that names nurses of its wards.', 'The board of a unit does not name nurses of wards', true],
])('treats “un…” as a negation only if the word negates: %s', (passage, claim, expected) => {
  expect(isDenied(passage, claim)).toBe(expected);
});
