import { countUnsent, forgetLearnerStorage, forgetUnsentOf, keepLearnerStorageOf, learnerStorage } from './learnerStorage';
import { forgetPlace, readPlaces, rememberPlace, type Place } from './places';

const place = (id: string, position = 'Question 1 of 10'): Place => ({ kind: 'quiz', id, title: 'Heart', position });

beforeEach(() => {
  localStorage.clear();
});

test('the newest place comes first, and a thing has one place', () => {
  rememberPlace(place('a'));
  rememberPlace(place('b'));
  rememberPlace(place('a', 'Question 3 of 10'));
  expect(readPlaces()).toEqual([place('a', 'Question 3 of 10'), place('b')]);
  forgetPlace({ kind: 'deck', id: 'a' });
  forgetPlace({ kind: 'quiz', id: 'b' });
  expect(readPlaces()).toEqual([place('a', 'Question 3 of 10')]);
});

test('at most 20 places are remembered', () => {
  for (let index = 0; index < 25; index++) rememberPlace(place(String(index)));
  expect(readPlaces()).toHaveLength(20);
  expect(readPlaces()[0]!.id).toBe('24');
});

test.each(['{', '1', '[{"kind":"other","id":"a","title":"","position":""}]'])('a damaged store holds no places: %s', (stored) => {
  localStorage.setItem('lectern.learner.places', stored);
  expect(readPlaces()).toEqual([]);
});

test('another learner finds nothing, the same one everything', () => {
  keepLearnerStorageOf('a@example.org');
  rememberPlace(place('a'));
  keepLearnerStorageOf('a@example.org');
  expect(readPlaces()).toHaveLength(1);
  keepLearnerStorageOf('b@example.org');
  expect(readPlaces()).toEqual([]);
});

test('signing out deletes it and nothing else', () => {
  localStorage.setItem('other', 'kept');
  learnerStorage.writeJson('quiz.z1', { index: 1 });
  forgetLearnerStorage();
  expect(learnerStorage.readJson('quiz.z1')).toBeUndefined();
  expect(localStorage.getItem('other')).toBe('kept');
});

test('what a learner has not sent outlives the end of a session and another learner, and goes when the learner leaves', () => {
  learnerStorage.writeJson('unsent.a1.reviews', [1]);
  learnerStorage.writeJson('unsent.a1.other', [1, 2]);
  learnerStorage.writeJson('unsent.b1.reviews', [2]);
  forgetLearnerStorage();
  keepLearnerStorageOf('b@example.org');
  expect(learnerStorage.readJson('unsent.a1.reviews')).toEqual([1]);
  expect([countUnsent('a1'), countUnsent('b1'), countUnsent('c1')]).toEqual([3, 1, 0]);
  forgetUnsentOf('a1');
  expect(learnerStorage.readJson('unsent.a1.reviews')).toBeUndefined();
  expect(learnerStorage.readJson('unsent.b1.reviews')).toEqual([2]);
});
