import { forgetPlace, readPlaces, rememberPlace, type Place } from './places';
import { leave, signIn } from './session';
import { learner, resetPlatform } from './testing';

const place = (change: Partial<Place> = {}): Place => ({
  kind: 'quiz',
  id: 'q1',
  title: 'Heart failure',
  to: '/quizzes/q1',
  detail: 'Question 3 of 10',
  ...change,
});

beforeEach(() => {
  resetPlatform();
  signIn('t0', learner);
});

test('the latest place comes first, one for each thing', () => {
  rememberPlace(place());
  rememberPlace(place({ kind: 'guide', id: 'g1', to: '/study-materials/g1' }));
  rememberPlace(place({ detail: 'Question 4 of 10' }));
  expect(readPlaces().map(({ id, detail }) => [id, detail])).toEqual([
    ['q1', 'Question 4 of 10'],
    ['g1', 'Question 3 of 10'],
  ]);
  forgetPlace('quiz', 'q1');
  expect(readPlaces().map(({ id }) => id)).toEqual(['g1']);
  for (let count = 0; count < 20; count += 1) rememberPlace(place({ id: String(count) }));
  expect(readPlaces()).toHaveLength(8);
});

test('the places of another learner are not shown, and leaving deletes them', () => {
  rememberPlace(place());
  signIn('t1', { ...learner, _id: 'user2', email: 'eve@example.org' });
  expect(readPlaces()).toEqual([]);
  signIn('t0', learner);
  expect(readPlaces()).toHaveLength(1);
  leave();
  expect(localStorage.getItem('lectern.places')).toBeNull();
  rememberPlace(place());
  expect(localStorage.getItem('lectern.places')).toBeNull();
});

test.each([
  ['no JSON', '{'],
  ['another shape', '{"owner":"user1","places":{}}'],
  ['places of another shape', '{"owner":"user1","places":[1,{"kind":"quiz"},{"kind":"x","id":"1","title":"t","to":"/a","detail":"d"}]}'],
  ['an address of another site', '{"owner":"user1","places":[{"kind":"quiz","id":"1","title":"t","to":"//evil.example","detail":"d"}]}'],
])('stored values are checked: %s', (_name, stored) => {
  localStorage.setItem('lectern.places', stored);
  expect(readPlaces()).toEqual([]);
});
