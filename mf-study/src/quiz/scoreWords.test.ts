import { scoreMessage, scoreTone } from './scoreWords';

test.each([
  [100, 'good', 'Excellent work!'],
  [90, 'good', 'Excellent work!'],
  [89, 'near', 'Good job!'],
  [70, 'near', 'Good job!'],
  [69, 'full', 'Keep practicing!'],
  [0, 'full', 'Keep practicing!'],
])('a score of %i is %s and says %s', (score, tone, message) => {
  expect([scoreTone(score), scoreMessage(score)]).toEqual([tone, message]);
});
