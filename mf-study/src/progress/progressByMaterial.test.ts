import type { FlashcardDeckListItem, QuizListItem } from '@lectern/contracts';
import { levelOf, progressByMaterial } from './progressByMaterial';

const quiz = (change: Partial<QuizListItem>): QuizListItem => ({
  _id: 'z1',
  title: 'Quiz: Heart',
  description: '10 questions on Heart',
  questionCount: 10,
  currentScore: 0,
  running_average: 0,
  attempts: 0,
  recentScores: [],
  studyMaterialId: 'm1',
  studyMaterialTitle: 'Heart',
  difficultyLevel: 'medium',
  stylePreference: null,
  generatedBy: 'offline',
  createdAt: '2026-01-05T09:00:00.000Z',
  ...change,
});

test('§2 Progress overview: one entry per guide that has a quiz; of several quizzes the mean of their averages, weighted by attempts', () => {
  const quizzes = [
    quiz({ _id: 'z2', running_average: 50, attempts: 1, recentScores: [50] }),
    quiz({ _id: 'z1', running_average: 90, attempts: 3, recentScores: [80, 90, 100] }),
    quiz({ _id: 'z0', running_average: 0, attempts: 0 }),
  ];
  expect(progressByMaterial(quizzes)).toEqual([
    {
      studyMaterialId: 'm1',
      title: 'Heart',
      average: 80,
      attempts: 4,
      recentScores: [80, 90, 100, 50],
      quizCount: 3,
      deckCount: 0,
      nextQuizId: 'z0',
      triedQuizIds: ['z2', 'z1'],
    },
  ]);
});

test('a guide without attempts is at 0', () => {
  expect(progressByMaterial([quiz({})])[0]).toMatchObject({ average: 0, attempts: 0 });
});

test('guides are sorted by their newest quizzes', () => {
  const quizzes = [quiz({ _id: 'z3', studyMaterialId: 'm2' }), quiz({ _id: 'z2' }), quiz({ _id: 'z1', studyMaterialId: 'm2' })];
  expect(progressByMaterial(quizzes).map((entry) => entry.studyMaterialId)).toEqual(['m2', 'm1']);
  expect(progressByMaterial([])).toEqual([]);
});

const deck = (change: Partial<FlashcardDeckListItem>): FlashcardDeckListItem => ({
  ...{ _id: 'd1', title: 'Flashcards: Heart', description: '', cardCount: 5, stylePreference: null, generatedBy: 'offline' },
  ...{ studyMaterialId: 'm1', studyMaterialTitle: 'Heart', createdAt: '2026-01-05T09:00:00.000Z' },
  ...change,
});

test('guides with cards alone come last, without a level and a quiz; own decks have no guide', () => {
  const lungs = { studyMaterialId: 'm2', studyMaterialTitle: 'Lungs' };
  const decks = [deck(lungs), deck({}), deck(lungs), deck({ studyMaterialId: null })];
  expect(progressByMaterial([quiz({})], decks)).toMatchObject([
    { studyMaterialId: 'm1', quizCount: 1, deckCount: 1, nextQuizId: 'z1' },
    { studyMaterialId: 'm2', title: 'Lungs', quizCount: 0, deckCount: 2, attempts: 0, nextQuizId: undefined },
  ]);
});

test('a quiz without scores adds none to the chart, which shows at most 20', () => {
  const old = quiz({ _id: 'z0', attempts: 2, recentScores: undefined });
  const many = Array.from({ length: 15 }, (_, index) => index);
  expect(progressByMaterial([old])[0]?.recentScores).toEqual([]);
  const entry = progressByMaterial([quiz({ _id: 'z2', recentScores: many }), quiz({ _id: 'z1', recentScores: many })])[0];
  expect(entry?.recentScores).toEqual([10, 11, 12, 13, 14, ...many]);
});

test.each([
  [100, 'Mastery'],
  [90, 'Mastery'],
  [89, 'Strong Understanding'],
  [75, 'Strong Understanding'],
  [74, 'Needs Practice'],
  [0, 'Needs Practice'],
])("§4 Progress overview: a running average of %i percent is '%s'", (average, label) => {
  expect(levelOf({ average, attempts: 1 }).label).toBe(label);
});
