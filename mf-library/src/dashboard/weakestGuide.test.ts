import { listedQuiz } from '../shared/testing';
import { weakestGuide } from './weakestGuide';

const quiz = (id: string, guideId: string, average: number, attempts = 1) =>
  listedQuiz({ _id: id, studyMaterialId: guideId, studyMaterialTitle: `Guide ${guideId}`, running_average: average, attempts });

test('the guide with the lowest mean of its attempts, and its weakest quiz', () => {
  const quizzes = [quiz('q1', 'g1', 80), quiz('q2', 'g2', 90, 3), quiz('q3', 'g2', 30), quiz('q4', 'g3', 0, 0)];
  expect(weakestGuide(quizzes)).toEqual({ studyMaterialId: 'g2', title: 'Guide g2', average: 75, quizId: 'q3' });
});

test.each([
  ['without quizzes', []],
  ['when none was tried', [quiz('q1', 'g1', 0, 0)]],
  ['when all are mastered', [quiz('q1', 'g1', 90), quiz('q2', 'g2', 100)]],
])('there is none %s', (_name, quizzes) => {
  expect(weakestGuide(quizzes)).toBeUndefined();
});
