import type { QuizMode } from '@lectern/contracts';
import { reduceQuiz, startSession } from './QuizSession';
import { aQuestion } from '../testing';
import { readSession as readSessionOf, writeSession } from './quizSessionStorage';

const ids = ['q1', 'q2'];
const readSession = (_id: string, questionIds: readonly string[], visit: string, wanted?: QuizMode) =>
  readSessionOf({ _id, questions: questionIds.map((id) => aQuestion(id)) }, visit, wanted);
const begun = reduceQuiz(reduceQuiz(startSession(ids), { type: 'select', option: 2 }), { type: 'showAnswer' });

beforeEach(() => {
  localStorage.clear();
});

test('§4 Quiz session: an attempt comes back after a reload as it was left', () => {
  writeSession('z1', begun, 'visit1');
  expect(readSession('z1', ids, 'visit1')).toEqual(begun);
  expect(readSession('z2', ids, 'visit1')).toBeUndefined();
});

test('results are restored, and a call that was running is forgotten', () => {
  const results = { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] };
  writeSession('z1', { ...begun, phase: 'submitting' }, 'visit1');
  expect(readSession('z1', ids, 'visit1')?.phase).toBe('answering');
  writeSession('z1', { ...begun, phase: 'regenerating', results }, 'visit1');
  expect(readSession('z1', ids, 'visit1')).toMatchObject({ phase: 'results', results });
});

test('in another visit an unfinished attempt continues, a finished one is discarded', () => {
  writeSession('z1', begun, 'visit1');
  expect(readSession('z1', ids, 'visit2')).toEqual(begun);
  const results = { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] };
  writeSession('z1', { ...begun, phase: 'results', results }, 'visit1');
  expect(readSession('z1', ids, 'visit2')).toBeUndefined();
});

test('a round of some questions continues after a reload, and in another visit the whole quiz begins', () => {
  const round = startSession(['q2'], { isPart: true });
  writeSession('z1', round, 'visit1');
  expect(readSession('z1', ids, 'visit1')).toEqual(round);
  expect(readSession('z1', ids, 'visit2')).toBeUndefined();
});

test('a test that is asked for does not continue a practice attempt, whose answers were shown', () => {
  writeSession('z1', begun, 'visit1');
  expect(readSession('z1', ids, 'visit2', 'test')).toBeUndefined();
  expect(readSession('z1', ids, 'visit1', 'test')).toEqual(begun);
  writeSession('z1', { ...begun, mode: 'test' }, 'visit1');
  expect(readSession('z1', ids, 'visit2', 'test')).toMatchObject({ mode: 'test' });
  expect(readSession('z1', ids, 'visit2')).toMatchObject({ mode: 'test' });
});

test('an attempt at other questions, or a malformed one, is discarded', () => {
  writeSession('z1', begun, 'visit1');
  expect(readSession('z1', ['q1', 'q3'], 'visit1')).toBeUndefined();
  expect(readSession('z1', ['q2', 'q1'], 'visit1')).toBeUndefined();
  for (const spoiled of ['', '{', '1', JSON.stringify({ ...begun, index: 7 }), JSON.stringify({ ...begun, shown: 'no' })]) {
    localStorage.setItem('lectern.learner.quiz-session.z1', spoiled);
    expect(readSession('z1', ids, 'visit1')).toBeUndefined();
  }
});

test('an attempt continues without questions that were deleted meanwhile', () => {
  writeSession('z1', begun, 'visit1');
  expect(readSession('z1', ['q1'], 'visit1')).toEqual({ ...begun, questionIds: ['q1'], selections: [2], shown: [true] });
  expect(readSession('z1', ['q2'], 'visit1')).toEqual(startSession(['q2']));
});
