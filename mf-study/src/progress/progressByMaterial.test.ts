import type { QuizListItem } from '@lectern/contracts';
import { levelOf, progressByMaterial } from './progressByMaterial';

const quiz = (change: Partial<QuizListItem>): QuizListItem => ({
  _id: 'z1',
  title: 'Quiz: Heart',
  description: '10 questions on Heart',
  questionCount: 10,
  currentScore: 0,
  running_average: 0,
  attempts: 0,
  studyMaterialId: 'm1',
  studyMaterialTitle: 'Heart',
  difficultyLevel: 'medium',
  stylePreference: null,
  generatedBy: 'offline',
  createdAt: '2026-01-05T09:00:00.000Z',
  ...change,
});

test('several quizzes of a guide: the mean of their averages, weighted by attempts', () => {
  const quizzes = [
    quiz({ _id: 'z2', running_average: 50, attempts: 1 }),
    quiz({ _id: 'z1', running_average: 90, attempts: 3 }),
    quiz({ _id: 'z0', running_average: 0, attempts: 0 }),
  ];
  expect(progressByMaterial(quizzes)).toEqual([
    { studyMaterialId: 'm1', title: 'Heart', average: 80, attempts: 4, quizCount: 3, nextQuizId: 'z0' },
  ]);
});

test('a guide whose quizzes nobody took stands at 0', () => {
  expect(progressByMaterial([quiz({})])[0]).toMatchObject({ average: 0, attempts: 0 });
});

test('guides come in the order of their newest quizzes', () => {
  const quizzes = [quiz({ _id: 'z3', studyMaterialId: 'm2' }), quiz({ _id: 'z2' }), quiz({ _id: 'z1', studyMaterialId: 'm2' })];
  expect(progressByMaterial(quizzes).map((entry) => entry.studyMaterialId)).toEqual(['m2', 'm1']);
  expect(progressByMaterial([])).toEqual([]);
});

test.each([
  [100, 'Mastery'],
  [90, 'Mastery'],
  [89, 'Strong Understanding'],
  [75, 'Strong Understanding'],
  [74, 'Needs Practice'],
  [0, 'Needs Practice'],
])('%i percent is %s', (average, label) => {
  expect(levelOf(average).label).toBe(label);
});
