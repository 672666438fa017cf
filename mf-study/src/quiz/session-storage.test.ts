import { reduceQuiz, startSession } from './quiz-session';
import { forgetSession, readSession, writeSession } from './session-storage';

const ids = ['q1', 'q2'];
const begun = reduceQuiz(reduceQuiz(startSession(ids), { type: 'select', option: 2 }), { type: 'showAnswer' });

beforeEach(() => {
  sessionStorage.clear();
});

test('an attempt comes back as it was left', () => {
  writeSession('z1', begun);
  expect(readSession('z1', ids)).toEqual(begun);
  expect(readSession('z2', ids)).toBeUndefined();
  forgetSession('z1');
  expect(readSession('z1', ids)).toBeUndefined();
});

test('results come back, and a call that nobody waits for any more is forgotten', () => {
  const results = { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] };
  writeSession('z1', { ...begun, phase: 'submitting' });
  expect(readSession('z1', ids)?.phase).toBe('answering');
  writeSession('z1', { ...begun, phase: 'regenerating', results });
  expect(readSession('z1', ids)).toMatchObject({ phase: 'results', results });
});

test('an attempt at other questions, or a spoiled one, is worth nothing', () => {
  writeSession('z1', begun);
  expect(readSession('z1', ['q1', 'q3'])).toBeUndefined();
  expect(readSession('z1', ['q1'])).toBeUndefined();
  for (const spoiled of ['', '{', '1', JSON.stringify({ ...begun, index: 7 }), JSON.stringify({ ...begun, shown: 'no' })]) {
    sessionStorage.setItem('lectern.quiz-session.z1', spoiled);
    expect(readSession('z1', ids)).toBeUndefined();
  }
});
