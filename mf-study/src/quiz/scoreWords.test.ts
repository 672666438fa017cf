import { scoreMessage, scoreTone } from './scoreWords';

test.each([
  [100, 'good', 'Excellent work!'],
  [90, 'good', 'Excellent work!'],
  [89, 'near', 'Good job!'],
  [70, 'near', 'Good job!'],
  [69, 'full', 'Keep practicing!'],
  [0, 'full', 'Keep practicing!'],
])("§4 Quiz results: a score of %i: ring tone '%s' (green 90+, yellow 70+, red below), message '%s'", (score, tone, message) => {
  expect([scoreTone(score), scoreMessage(score)]).toEqual([tone, message]);
});
