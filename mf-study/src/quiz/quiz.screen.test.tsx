import { calls } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  premiumLimits,
  renderWithPlatform,
  type FakeApi,
  type RenderOptions,
} from '@lectern/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aQuestion, aQuiz } from '../testing';
import { QuizScreen } from './quiz.screen';

let api: FakeApi;
const weakAreas = [{ topic: 'Heart', concept: 'Valves' }];
const results = { score: 50, totalQuestions: 2, correctAnswers: 1, weakAreas };

const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<QuizScreen />, { at: '/quizzes/z1', path: '/quizzes/:id', user: learner, limits: premiumLimits(), ...options });
  return userEvent.setup();
};
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const submissions = () => api.received.filter((call) => call.path === '/quizzes/z1/submit');

/** Both questions by keys: the first right, the second as asked for. */
const takeByKeys = async (user: ReturnType<typeof userEvent.setup>, second: string): Promise<void> => {
  await screen.findByText('Question 1 of 2');
  await user.keyboard('a{Enter}{Enter}');
  expect(screen.getByText('Question 2 of 2')).toBeVisible();
  await user.keyboard(`${second}{Enter}{Enter}`);
};

beforeEach(() => {
  sessionStorage.clear();
  api = installFakeApi();
  api.on(calls.getQuiz, aQuiz({}));
  api.on(calls.submitQuiz, results);
  api.on(calls.getLimits, premiumLimits());
});
afterEach(() => {
  jest.useRealTimers();
  api.restore();
});

test('a question: header, position, lettered radio buttons, and nothing to show before a choice', async () => {
  const user = show();
  expect(await screen.findByRole('heading', { name: 'Quiz: Heart', level: 1 })).toBeVisible();
  expect(screen.getByText('2 questions on Heart')).toBeVisible();
  expect(screen.getByText('In Progress')).toBeVisible();
  expect(screen.getByText('Question 1 of 2')).toBeVisible();
  expect(screen.getByText('50%')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Question 1 of 2' })).toHaveAttribute('aria-valuenow', '50');
  const group = screen.getByRole('radiogroup', { name: 'What is q1?' });
  expect(within(group).getAllByRole('radio')).toHaveLength(2);
  const wrong = within(group).getByRole('radio', { name: 'B . q1 wrong' });
  expect(button('Show Answer')).toBeDisabled();
  expect(button('Next Question')).toBeDisabled();

  await user.click(wrong);
  expect(button('Show Answer')).toBeEnabled();
  expect(button('Next Question')).toBeDisabled();
  await user.click(button('Show Answer'));
  expect(wrong).toBeDisabled();
  expect(screen.getByText('q1 explained.')).toBeVisible();
  expect(screen.getByText('“q1 quoted”')).toBeVisible();
  expect(screen.getByText('From your material: Slide 4, notes')).toBeVisible();
  expect(screen.getByText('q1 is not so.')).toBeVisible();
  expect(screen.getByText('Correct answer')).toBeVisible();
  expect(screen.getByText('Your answer')).toBeVisible();
  expect(button('Next Question')).toHaveFocus();

  await user.click(button('Next Question'));
  expect(screen.getByText('Question 2 of 2')).toBeVisible();
  expect(button('Submit Quiz')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'What is q2?' })).toHaveFocus();
});

test('submitting without an answer says so', async () => {
  const user = show();
  await screen.findByText('Question 1 of 2');
  await user.keyboard('1{Enter}{Enter}');
  await user.click(button('Submit Quiz'));
  expect(await screen.findByText('Please answer all questions before submitting')).toBeInTheDocument();
  expect(submissions()).toHaveLength(0);
});

test('by keys to the results, which survive a reload; another visit is a fresh attempt', async () => {
  const user = show();
  await takeByKeys(user, '1');
  expect(await screen.findByRole('heading', { name: 'Keep practicing!' })).toBeVisible();
  expect(submissions()[0]?.body).toEqual({ answers: ['q1 right', 'q2 wrong'] });
  expect(screen.queryByText('In Progress')).not.toBeInTheDocument();
  expect(screen.getByText('50%')).toBeVisible();
  expect(screen.getByText('1 of 2 correct')).toBeVisible();
  expect(screen.getByText('1 missed')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Areas to Focus On' })).toBeVisible();
  expect(screen.getByText('Valves')).toBeVisible();
  await user.click(screen.getByText('2. What is q2?'));
  expect(screen.getByText('A. q2 wrong')).toBeVisible();
  expect(screen.getByText('B. q2 right')).toBeVisible();

  api.on(calls.getQuiz, aQuiz({ results }));
  cleanup();
  show();
  expect(await screen.findByText('1 of 2 correct')).toBeVisible();

  cleanup();
  const key = 'lectern.quiz-session.z1';
  const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as object;
  sessionStorage.setItem(key, JSON.stringify({ ...kept, visit: 'an earlier one' }));
  show();
  expect(await screen.findByText('Question 1 of 2')).toBeVisible();
});

test('an attempt survives a reload', async () => {
  const user = show();
  await screen.findByText('Question 1 of 2');
  await user.keyboard('b{Enter}{Enter}a');
  cleanup();
  show();
  expect(await screen.findByText('Question 2 of 2')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'A . q2 wrong' })).toBeChecked();
});

test('keys are left alone while a dialog is open', async () => {
  const user = show();
  await screen.findByText('Question 1 of 2');
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  await user.keyboard('a');
  expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
  dialog.remove();
  await user.keyboard('a');
  expect(screen.getByRole('radio', { name: 'A . q1 right' })).toBeChecked();
});

test('a failed submission keeps the answers, and goes out under the same key', async () => {
  api.on(calls.submitQuiz, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
  const user = show();
  await takeByKeys(user, '2');
  expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
  api.on(calls.submitQuiz, { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] });
  await user.click(button('Submit Quiz'));
  expect(await screen.findByRole('heading', { name: 'Excellent work!' })).toBeVisible();
  expect(screen.queryByText('Areas to Focus On')).not.toBeInTheDocument();
  const [first, second] = submissions().map((call) => call.headers['idempotency-key']);
  expect(first).toBe(second);
});

test('a retake asks the same questions from question 1, as an attempt of its own', async () => {
  const user = show();
  await takeByKeys(user, '1');
  await user.click(await screen.findByRole('button', { name: 'Try again from the start' }));
  await takeByKeys(user, '1');
  await screen.findByRole('heading', { name: 'Keep practicing!' });
  const [first, second] = submissions().map((call) => call.headers['idempotency-key']);
  expect(first).not.toBe(second);
});

describe('regenerating', () => {
  const regenerations = () => api.received.filter((call) => call.method === 'PUT');

  test('brings new questions and starts at question 1', async () => {
    let finish: () => void = () => undefined;
    const next = aQuiz({ questions: [aQuestion('q3'), aQuestion('q4'), aQuestion('q5')] });
    api.on(calls.regenerateQuiz, () => new Promise<unknown>((resolve) => (finish = () => resolve(next))));
    const user = show();
    await takeByKeys(user, '1');
    await user.click(await screen.findByRole('button', { name: 'Master Your Weak Areas' }));
    expect(await screen.findByRole('dialog', { name: 'Creating New Questions' })).toBeVisible();
    expect(screen.getByText('30 seconds remaining')).toBeVisible();
    finish();
    expect(await screen.findByText('Question 1 of 3')).toBeVisible();
    expect(screen.getByRole('radiogroup', { name: 'What is q3?' })).toBeVisible();
    expect(regenerations()[0]?.body).toEqual({ studyMaterialId: 'm1', weakAreas, difficultyLevel: 'medium', questionCount: 5 });
  });

  test('at 100 asks for a harder quiz, with no weak areas', async () => {
    api.on(calls.submitQuiz, { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] });
    api.on(calls.regenerateQuiz, aQuiz({ questions: [aQuestion('q3')] }));
    const user = show();
    await takeByKeys(user, '2');
    await user.click(await screen.findByRole('button', { name: 'Challenge Yourself Further!' }));
    expect(await screen.findByText('Question 1 of 1')).toBeVisible();
    expect(regenerations()[0]?.body).toMatchObject({ weakAreas: [], difficultyLevel: 'hard' });
  });

  test('a failure shows the results again', async () => {
    api.on(calls.regenerateQuiz, answer(500, { code: 'internal' }));
    const user = show();
    await takeByKeys(user, '1');
    await user.click(await screen.findByRole('button', { name: 'Master Your Weak Areas' }));
    expect(await screen.findByText('Failed to generate new questions. Please try again.')).toBeInTheDocument();
    expect(button('Master Your Weak Areas')).toBeVisible();
  });

  test('is premium: a free learner gets the upgrade modal', async () => {
    api.on(calls.submitQuiz, { ...results, weakAreas: [] });
    const user = show({ limits: freeLimits() });
    await takeByKeys(user, '1');
    expect(await screen.findByText(/Weak-area analysis is part of Premium/)).toBeVisible();
    await user.click(button('Master Your Weak Areas'));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
    expect(regenerations()).toHaveLength(0);
  });
});

describe('a quiz that does not load', () => {
  test.each([
    ['is absent', answer(404, { msg: 'Not found.', code: 'not_found' }), 'Quiz Not Found', "The quiz you're looking for doesn't exist."],
    ['fails', answer(500, { code: 'internal' }), 'Failed to Load Quiz', 'The quiz could not be read. Try again, or choose another one.'],
  ])('because it %s: a screen, a toast, and after 2 s the list', async (_name, given, title, text) => {
    jest.useFakeTimers();
    api.on(calls.getQuiz, given);
    show();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText('Failed to load quiz. Redirecting to quizzes page...')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1_800));
    expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/z1');
    await act(() => jest.advanceTimersByTimeAsync(300));
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/quizzes$/);
  });

  test('"Try again" in time stays', async () => {
    api.on(calls.getQuiz, answer(500, { code: 'internal' }));
    const user = show();
    await screen.findByRole('heading', { name: 'Failed to Load Quiz' });
    api.on(calls.getQuiz, aQuiz({}));
    await user.click(button('Try again'));
    expect(await screen.findByText('Question 1 of 2')).toBeVisible();
    await waitFor(() => {
      expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/z1');
    });
  });
});
