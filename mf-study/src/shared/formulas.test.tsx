import { calls } from '@lectern/contracts';
import { freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { AttemptsScreen } from '../attempts/attempts.screen';
import { FlashcardsScreen } from '../flashcards/flashcards.screen';
import { PrintDeckScreen } from '../print/print-deck.screen';
import { PrintQuizScreen } from '../print/print-quiz.screen';
import { QuizScreen } from '../quiz/quiz.screen';
import { aQueuedCard, aReviewSummary, someSettings } from '../review/testing';
import { ReviewScreen } from '../review/review.screen';
import { aDeck, aQuestion, aQuiz } from '../testing';

const front = 'Solve \\(x^2=4\\)';
const back = '$x=\\pm2$ costs $5 to $10';

let api: FakeApi;
beforeEach(() => {
  localStorage.clear();
  api = installFakeApi();
  const [card] = aDeck({}).cards;
  api.on(calls.getDeck, aDeck({ cards: card ? [{ ...card, front, back }] : [] }));
  const question = { ...aQuestion('q1'), question: front, options: [{ text: back, isCorrect: true, rationale: '' }] };
  api.on(calls.getQuiz, aQuiz({ questions: [question] }));
  api.on(calls.listReviewQueue, [aQueuedCard('c1', { front, back })]);
  api.on(calls.getReviewSummary, aReviewSummary({ due: 1, new: 0 }));
  api.on(calls.getReviewSettings, someSettings());
});
afterEach(() => {
  api.restore();
});

const screens: [name: string, screen: ReactElement, at: string, path: string][] = [
  ['a deck', <FlashcardsScreen key="deck" />, '/flashcards/d1', '/flashcards/:id'],
  ['a quiz', <QuizScreen key="quiz" />, '/quizzes/z1', '/quizzes/:id'],
  ['a review', <ReviewScreen key="review" />, '/review', '/review'],
  ['a printed deck', <PrintDeckScreen key="print" />, '/flashcards/d1/print', '/flashcards/:id/print'],
  ['a printed quiz', <PrintQuizScreen key="sheets" />, '/quizzes/z1/print', '/quizzes/:id/print'],
];

test.each(screens)('%s draws the formulas of both sides, and leaves money as text', async (_name, shown, at, path) => {
  renderWithPlatform(shown, { at, path, user: learner, limits: freeLimits() });
  await waitFor(() => {
    expect(document.querySelectorAll('math').length).toBeGreaterThanOrEqual(2);
  });
  expect(document.querySelector('math msup')).toHaveTextContent('x2');
  expect(screen.getAllByText(/costs \$5 to \$10/).length).toBeGreaterThan(0);
  for (const place of document.querySelectorAll('[data-formula]')) expect(place.closest('[dir="auto"]')).not.toBeNull();
});

test('the questions, answers and quotes of an attempt are in the language of the material', async () => {
  const { _id, question, options, explanation, topic, concept, source } = aQuestion('q1');
  const asked = { _id, question, options, explanation, topic, concept, source, answer: 'wrong', correctAnswer: back };
  const attempt = {
    _id: 'a1',
    finishedAt: '2026-11-01T10:00:00.000Z',
    score: 0,
    correctAnswers: 0,
    totalQuestions: 1,
    mode: 'practice' as const,
  };
  api.on(calls.getQuiz, aQuiz({ language: 'ar' }));
  api.on(calls.getAttempt, { ...attempt, questions: [asked] });
  renderWithPlatform(<AttemptsScreen />, {
    at: '/quizzes/z1/attempts?attempt=a1',
    path: '/quizzes/:id/attempts',
    user: learner,
    limits: freeLimits(),
  });
  await waitFor(() => {
    expect(document.querySelectorAll('blockquote[lang="ar"]')).toHaveLength(1);
  });
  expect(document.querySelectorAll('[dir="auto"]:not(h1, [lang="ar"]), bdi:not([lang="ar"])')).toHaveLength(0);
});

test('the texts of a card are in the language of the material', async () => {
  api.on(calls.getDeck, aDeck({ language: 'ar' }));
  renderWithPlatform(<FlashcardsScreen />, { at: '/flashcards/d1', path: '/flashcards/:id', user: learner, limits: freeLimits() });
  await waitFor(() => {
    expect(document.querySelectorAll('[dir="auto"][lang="ar"]')).toHaveLength(2);
  });
});
