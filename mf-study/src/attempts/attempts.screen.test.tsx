import { calls, type QuizAttempt } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aQuestion, aQuiz } from '../testing';
import { AttemptsScreen } from './attempts.screen';

let api: FakeApi;
const show = (at = '/quizzes/z1/attempts') =>
  renderWithPlatform(<AttemptsScreen />, { at, path: '/quizzes/:id/attempts', user: learner, limits: freeLimits() });
const anAttempt = (change: Partial<QuizAttempt>): QuizAttempt => ({
  _id: 'a1',
  finishedAt: '2026-03-05T10:00:00.000Z',
  score: 50,
  correctAnswers: 1,
  totalQuestions: 2,
  mode: 'practice',
  ...change,
});

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getQuiz, aQuiz({}));
});
afterEach(() => {
  api.restore();
});

test('all attempts with date, score and kind, each to look at again', async () => {
  api.on(calls.listAttempts, [anAttempt({ _id: 'a2', mode: 'test', durationMs: 95_000, score: 100, correctAnswers: 2 }), anAttempt({})]);
  show();
  const [test, practice] = (await screen.findAllByText(/of 2$/)).map((badge) => badge.closest('li')!);
  expect(test).toHaveTextContent('100%2 of 2Mar 5, 2026, taken as a test, 1:35');
  expect(practice).toHaveTextContent('50%1 of 2Mar 5, 2026');
  expect(within(practice!).getByRole('link', { name: 'View attempt of Mar 5, 2026, 50%' })).toHaveAttribute(
    'href',
    '/quizzes/z1/attempts?attempt=a1',
  );
});

test('one attempt: each question with the answer given and the right one', async () => {
  const [right, wrong] = [aQuestion('q1'), aQuestion('q2')];
  api.on(calls.getAttempt, {
    ...anAttempt({}),
    questions: [
      { ...right, answer: 'q1 right', correctAnswer: 'q1 right' },
      { ...wrong, answer: 'q2 wrong', correctAnswer: 'q2 right' },
    ],
  });
  show('/quizzes/z1/attempts?attempt=a1');
  expect(await screen.findByText('Mar 5, 2026: 50%, 1 of 2 correct')).toBeVisible();
  const [first, second] = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.closest('li')!);
  expect(first).toHaveTextContent('Your answer is correct: q1 right');
  expect(second).toHaveTextContent('Your answer: q2 wrong');
  expect(second).toHaveTextContent('Correct answer: q2 right');
  expect(within(second!).getByText('“q2 quoted”')).toBeVisible();
  expect(within(first!).queryByText('“q1 quoted”')).not.toBeInTheDocument();
});

test('no attempts yet, and attempts that cannot be read', async () => {
  api.on(calls.listAttempts, []);
  show();
  expect(await screen.findByText(/^No attempts yet/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Take Quiz' })).toHaveAttribute('href', '/quizzes/z1');
  api.on(calls.listAttempts, answer(400, { code: 'invalid' }));
  show();
  expect(await screen.findByText('The attempts could not be loaded.')).toBeVisible();
  api.on(calls.listAttempts, [anAttempt({})]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('50%')).toBeVisible();
});

test('an attempt that does not exist', async () => {
  api.on(calls.getAttempt, answer(404, { msg: 'Attempt not found.', code: 'not_found' }));
  show('/quizzes/z1/attempts?attempt=a9');
  expect(await screen.findByText('This attempt does not exist.')).toBeVisible();
});
