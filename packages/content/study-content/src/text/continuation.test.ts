import { isContinuation, withoutContinuation } from './continuation.ts';

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
