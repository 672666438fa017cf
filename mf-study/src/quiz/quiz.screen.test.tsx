import { calls } from '@lectern/contracts';
import { readPlaces } from '@lectern/platform';
import {
  answer,
  aSourcePage,
  freeLimits,
  installFakeApi,
  learner,
  networkError,
  never,
  premiumLimits,
  renderWithPlatform,
  stopClock,
  type FakeApi,
  type RenderOptions,
} from '@lectern/platform/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aQuestion, aQuiz, heartPassages, heartQuiz } from '../testing';
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

/** The stored attempt is one of an earlier visit, as after "Take Quiz" in the list. */
const leaveVisit = (): void => {
  const key = 'lectern.learner.quiz-session.z1';
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
  localStorage.setItem(key, JSON.stringify({ ...kept, visit: 'an earlier one' }));
};

/** Answers both questions by keys: the first one right, the second one with this key. */
const takeByKeys = async (user: ReturnType<typeof userEvent.setup>, second: string): Promise<void> => {
  await screen.findByText('Question 1 of 2');
  await user.keyboard('a{Enter}{Enter}');
  expect(screen.getByText('Question 2 of 2')).toBeVisible();
  await user.keyboard(`${second}{Enter}{Enter}`);
};

beforeEach(() => {
  localStorage.clear();
  api = installFakeApi();
  api.on(calls.getQuiz, aQuiz({}));
  api.on(calls.submitQuiz, results);
  api.on(calls.getLimits, premiumLimits());
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  api.restore();
});

test("§2 Quiz taking: /quizzes/:id has a header with title, description and an 'In Progress' label", async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Quiz: Heart', level: 1 })).toBeVisible();
  expect(screen.getByText('2 questions on Heart')).toBeVisible();
  expect(screen.getByText('In Progress')).toBeVisible();
});

test("§2 Quiz taking: 'Question X of N' with percentage and progress bar", async () => {
  const user = show();
  expect(await screen.findByText('Question 1 of 2')).toBeVisible();
  const percent = (label: string) => screen.getByRole('progressbar', { name: label }).getAttribute('aria-valuenow');
  expect(screen.getByText('0%')).toBeVisible();
  expect(percent('Question 1 of 2')).toBe('0');
  // A question counts once it is answered.
  await user.keyboard('a{Enter}');
  expect(screen.getByText('50%')).toBeVisible();
  expect(percent('Question 1 of 2')).toBe('50');
  await user.keyboard('{Enter}');
  expect(percent('Question 2 of 2')).toBe('50');
  await user.keyboard('a{Enter}');
  expect(screen.getByText('100%')).toBeVisible();
});

test('§2 Quiz taking: options lettered A, B, ..., as one group of radio buttons', async () => {
  show();
  const group = within(await screen.findByRole('radiogroup', { name: 'What is q1?' }));
  expect(group.getAllByRole('radio')).toHaveLength(2);
  expect(group.getByRole('radio', { name: 'A . q1 right' })).not.toBeChecked();
  expect(group.getByRole('radio', { name: 'B . q1 wrong' })).not.toBeChecked();
});

test("§2 Quiz taking: buttons 'Show Answer' and 'Next Question', on the last question 'Submit Quiz'", async () => {
  const user = show();
  await screen.findByText('Question 1 of 2');
  expect(button('Show Answer')).toBeVisible();
  expect(button('Next Question')).toBeVisible();
  await user.keyboard('a{Enter}{Enter}');
  expect(button('Show Answer')).toBeVisible();
  expect(button('Submit Quiz')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Next Question' })).not.toBeInTheDocument();
});

test("§4 Quiz taking: a selection must exist before 'Show Answer'; 'Next Question' needs the answer shown, too", async () => {
  const user = show();
  await screen.findByText('Question 1 of 2');
  expect(button('Show Answer')).toBeDisabled();
  expect(button('Next Question')).toBeDisabled();
  expect(screen.getByText('Choose an answer first.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'A . q1 right' }));
  expect(screen.queryByText('Choose an answer first.')).not.toBeInTheDocument();
  expect(button('Show Answer')).toBeEnabled();
  expect(button('Next Question')).toBeDisabled();
  await user.click(button('Show Answer'));
  expect(screen.queryByRole('button', { name: 'Show Answer' })).not.toBeInTheDocument();
  expect(button('Next Question')).toBeEnabled();
  expect(button('Next Question')).toHaveFocus();
  await user.click(button('Next Question'));
  expect(screen.getByText('Question 2 of 2')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'What is q2?' })).toHaveFocus();
});

test('§4 Quiz taking: once shown, the answer is locked and the explanation appears, with its source', async () => {
  const user = show();
  const wrong = await screen.findByRole('radio', { name: 'B . q1 wrong' });
  await user.click(wrong);
  expect(screen.queryByText('q1 explained.')).not.toBeInTheDocument();
  await user.click(button('Show Answer'));
  for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
  await user.keyboard('a');
  expect(wrong).toBeChecked();
  expect(screen.getByText('q1 explained.')).toBeVisible();
  expect(screen.getByText('q1 is not so.')).toBeVisible();
  expect(screen.getByText('“q1 quoted”')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Slide 4, notes' })).toBeVisible();
});

test('§4 Quiz taking: the correct option is green and a wrong chosen one red, in words, too', async () => {
  const user = show();
  const wrong = await screen.findByRole('radio', { name: 'B . q1 wrong' });
  const right = screen.getByRole('radio', { name: 'A . q1 right' });
  await user.click(wrong);
  await user.click(button('Show Answer'));
  expect(right.parentElement).toHaveStyle({ borderColor: 'var(--color-success)', background: 'var(--color-success-tint)' });
  expect(wrong.parentElement).toHaveStyle({ borderColor: 'var(--color-danger)', background: 'var(--color-danger-tint)' });
  expect(within(right.parentElement!).getByText('Correct answer')).toBeVisible();
  expect(within(wrong.parentElement!).getByText('Your answer')).toBeVisible();
  await user.click(button('Next Question'));
  await user.keyboard('b{Enter}');
  expect(screen.getByText('Your answer, correct')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Correct' })).toBeVisible();
});

test('Space shows the answer that was chosen, and never scrolls', async () => {
  show();
  await screen.findByText('Question 1 of 2');
  const space = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ' });
  // False: the browser does nothing of its own.
  expect(space()).toBe(false);
  expect(button('Show Answer')).toBeDisabled();
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(space()).toBe(false);
  expect(button('Next Question')).toBeEnabled();
  expect(screen.getByText('Question 1 of 2')).toBeVisible();
});

test('a held Space does nothing, and does not scroll', async () => {
  show();
  await screen.findByText('Question 1 of 2');
  fireEvent.keyDown(document.body, { key: 'a' });
  // False: the browser does nothing of its own.
  expect(fireEvent.keyDown(document.body, { key: ' ', repeat: true })).toBe(false);
  expect(button('Show Answer')).toBeEnabled();
});

test("§5 Quiz taking: submitting with a question open: 'Please answer all questions before submitting'", async () => {
  const user = show();
  await screen.findByText('Question 1 of 2');
  await user.keyboard('1{Enter}{Enter}');
  await user.click(button('Submit Quiz'));
  expect(await screen.findByText('Please answer all questions before submitting')).toBeInTheDocument();
  expect(submissions()).toHaveLength(0);
  expect(screen.getByText('Question 2 of 2')).toBeVisible();
});

test('§7 Calls: GET /quizzes/:id has no payload; POST /quizzes/:id/submit carries answers, the chosen option texts in question order', async () => {
  const user = show();
  await takeByKeys(user, '1');
  await screen.findByRole('heading', { name: 'Keep practicing!' });
  expect(api.received[0]).toMatchObject({ method: 'GET', path: '/quizzes/z1', body: undefined });
  expect(submissions()).toHaveLength(1);
  expect(submissions()[0]).toMatchObject({ method: 'POST', body: { answers: ['q1 right', 'q2 wrong'] } });
  expect(submissions()[0]?.headers['x-auth-token']).toBe('test-token');
});

test("§2 Quiz results: they replace the quiz: score ring, message, counts, 'Areas to Focus On' and a retry button", async () => {
  const user = show();
  await takeByKeys(user, '1');
  expect(await screen.findByRole('heading', { name: 'Keep practicing!' })).toHaveFocus();
  expect(screen.queryByText('In Progress')).not.toBeInTheDocument();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(screen.getByText('50%')).toBeVisible();
  expect(screen.getByText('1 of 2 correct')).toBeVisible();
  expect(screen.getByText('1 missed')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Areas to Focus On' })).toBeVisible();
  expect(screen.getByText('Valves')).toBeVisible();
  expect(button('Master Your Weak Areas')).toBeVisible();
  await user.click(screen.getByText('2. What is q2?'));
  expect(screen.getByText('q2 wrong').closest('dd')).toHaveTextContent('A. q2 wrong');
  expect(screen.getByText('q2 right').closest('dd')).toHaveTextContent('B. q2 right');
});

test.each([
  [100, 'Excellent work!', 'good'],
  [90, 'Excellent work!', 'good'],
  [89, 'Good job!', 'near'],
  [70, 'Good job!', 'near'],
  [69, 'Keep practicing!', 'full'],
  [0, 'Keep practicing!', 'full'],
])("§9 Quiz results: at %i percent the message '%s' and the ring '%s': green 90+, yellow 70+, red below", async (score, message, tone) => {
  api.on(calls.submitQuiz, { ...results, score });
  const user = show();
  await takeByKeys(user, '1');
  expect(await screen.findByRole('heading', { name: message })).toBeVisible();
  const ring = screen.getByText(`${String(score)}%`).parentElement!.parentElement!;
  // At 0 the bar is not drawn.
  const [, arc] = ring.querySelectorAll('circle');
  if (score > 0) expect(getComputedStyle(arc!).getPropertyValue('stroke')).toBe(`var(--color-meter-${tone})`);
  else expect(arc).toBeUndefined();
});

test('§4 Quiz results: they are stored and survive a reload; "Take Quiz" again is a fresh attempt', async () => {
  const user = show();
  await takeByKeys(user, '1');
  await screen.findByText('1 of 2 correct');
  api.on(calls.getQuiz, aQuiz({ results }));
  cleanup();
  show({ isReload: true });
  expect(await screen.findByText('1 of 2 correct')).toBeVisible();

  cleanup();
  leaveVisit();
  show({ isReload: true });
  expect(await screen.findByText('Question 1 of 2')).toBeVisible();
});

test('the result says that missed questions wait in Review, and nothing of it when none was missed', async () => {
  const user = show();
  await takeByKeys(user, '1');
  expect(await screen.findByText(/^Missed questions wait for you in/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Review' })).toHaveAttribute('href', '/review');
  await user.click(button('Try again from the start'));
  api.on(calls.submitQuiz, { ...results, score: 100, correctAnswers: 2, weakAreas: [] });
  await takeByKeys(user, '2');
  await screen.findByText('2 of 2 correct');
  expect(screen.queryByText(/wait for you/)).not.toBeInTheDocument();
});

test('missed only: a round of the missed questions, which is no attempt', async () => {
  const user = show();
  await takeByKeys(user, '1');
  expect(await screen.findByText('1 of 2 correct')).toBeVisible();
  api.on(calls.submitQuiz, { score: 100, totalQuestions: 1, correctAnswers: 1, weakAreas: [] });
  await user.click(button('Practise 1 missed'));
  expect(screen.getByText('Question 1 of 1')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'What is q2?' })).toHaveFocus();
  await user.keyboard('b{Enter}{Enter}');
  expect(await screen.findByText('1 of 1 correct')).toBeVisible();
  expect(screen.getByText('This round was practice. It does not change your score.')).toBeVisible();
  expect(submissions()[1]?.body).toMatchObject({ answers: ['q2 right'], questionIds: ['q2'], mode: 'practice' });
  expect(screen.queryByRole('button', { name: 'Practise 1 missed' })).not.toBeInTheDocument();
});

test('an abandoned round of missed questions: a reload names it, "Take Quiz" begins the whole quiz', async () => {
  const user = show();
  await takeByKeys(user, '1');
  await user.click(await screen.findByRole('button', { name: 'Practise 1 missed' }));
  cleanup();
  show({ isReload: true });
  expect(await screen.findByText('Missed questions, 1 of 2')).toBeVisible();
  expect(screen.getByText('Question 1 of 1')).toBeVisible();
  // It would contradict the round.
  expect(screen.queryByText('2 questions on Heart')).not.toBeInTheDocument();
  await user.click(button('Start from the beginning'));
  expect(screen.getByText('Question 1 of 2')).toBeVisible();
  expect(screen.queryByText(/Missed questions/)).not.toBeInTheDocument();

  await takeByKeys(user, '1');
  await user.click(await screen.findByRole('button', { name: 'Practise 1 missed' }));
  cleanup();
  leaveVisit();
  show({ isReload: true });
  expect(await screen.findByText('Question 1 of 2')).toBeVisible();
  expect(screen.queryByText(/Missed questions/)).not.toBeInTheDocument();
});

test('what could not be done when the quiz was made is said at its first question, until it is dismissed', async () => {
  api.on(calls.getQuiz, aQuiz({ shortfall: { asked: 10, made: 2, reason: 'The guide is short.' } }));
  const user = show();
  await screen.findByText('Question 1 of 2');
  expect(screen.getByText('2 of 10 questions were made. The guide is short.')).toBeVisible();
  await user.click(button('Dismiss'));
  cleanup();
  show({ isReload: true });
  await screen.findByText('Question 1 of 2');
  expect(screen.queryByText(/questions were made/)).not.toBeInTheDocument();
});

test('a test shows its clock, and the answers at its end', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-03-05T10:00:00Z') });
  const user = show({ at: '/quizzes/z1?mode=test' });
  await screen.findByText('Question 1 of 2');
  expect(screen.queryByRole('button', { name: 'Show Answer' })).not.toBeInTheDocument();
  expect(screen.getByRole('timer')).toHaveTextContent('0:00');
  act(() => {
    jest.advanceTimersByTime(65_000);
  });
  expect(screen.getByRole('timer')).toHaveTextContent('1:05');
  expect(button('Next Question')).toBeDisabled();
  await user.keyboard('a{Enter}');
  expect(screen.queryByText('q1 explained.')).not.toBeInTheDocument();
  await user.keyboard('a{Enter}');
  expect(await screen.findByText('1 of 2 correct')).toBeVisible();
  const { durationMs, ...body } = submissions()[0]!.body as { durationMs: number };
  expect(body).toEqual({ answers: ['q1 right', 'q2 wrong'], mode: 'test' });
  expect(durationMs).toBeGreaterThanOrEqual(65_000);
  expect(screen.getByText('q2 explained.')).toBeInTheDocument();
});

test('an attempt that is not submitted is remembered as a place to continue, until it is submitted', async () => {
  const user = show();
  await screen.findByText('Question 1 of 2');
  expect(readPlaces()).toEqual([]);
  await user.keyboard('a{Enter}{Enter}');
  expect(readPlaces()).toEqual([{ kind: 'quiz', id: 'z1', title: 'Heart', position: 'Question 2 of 2' }]);
  await user.keyboard('1{Enter}{Enter}');
  await screen.findByText('1 of 2 correct');
  expect(readPlaces()).toEqual([]);
});

test('a reload in the middle resumes the attempt', async () => {
  const user = show();
  await screen.findByText('Question 1 of 2');
  await user.keyboard('b{Enter}{Enter}a');
  cleanup();
  show({ isReload: true });
  expect(await screen.findByText('Question 2 of 2')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'A . q2 wrong' })).toBeChecked();
});

test('keys are ignored while a dialog is open', async () => {
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

test.each([
  ["the server's sentence", answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }), 'Please try again in a moment.'],
  ["'Something went wrong'", networkError(), 'Something went wrong'],
])(
  '§8 Quiz taking: a failed submit says %s and keeps all answers; the next try goes out under the same key',
  async (_name, given, text) => {
    const kept = 'The quiz could not be submitted. Your answers are saved. Please submit them again.';
    api.on(calls.submitQuiz, given);
    const user = show();
    await takeByKeys(user, '2');
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByText(kept)).toBeVisible();
    expect(screen.getByRole('radio', { name: 'B . q2 right' })).toBeChecked();
    api.on(calls.submitQuiz, { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] });
    await user.click(button('Submit Quiz'));
    expect(await screen.findByRole('heading', { name: 'Excellent work!' })).toBeVisible();
    expect(screen.queryByText(kept)).not.toBeInTheDocument();
    const [first, second] = submissions();
    expect(first?.body).toEqual(second?.body);
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
  },
);

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
  const perfect = { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] };

  test("§4 Quiz retry: below 100 'Master Your Weak Areas' regenerates; the quiz is replaced and reloads, results are cleared, question 1 shows", async () => {
    let finish: () => void = () => undefined;
    const next = aQuiz({ questions: [aQuestion('q3'), aQuestion('q4'), aQuestion('q5')] });
    api.on(calls.regenerateQuiz, () => new Promise<unknown>((resolve) => (finish = () => resolve(next))));
    const user = show();
    await takeByKeys(user, '1');
    await user.click(await screen.findByRole('button', { name: 'Master Your Weak Areas' }));
    await screen.findByRole('dialog', { name: 'Creating New Questions' });
    api.on(calls.getQuiz, next);
    finish();
    expect(await screen.findByText('Question 1 of 3')).toBeVisible();
    expect(screen.getByRole('radiogroup', { name: 'What is q3?' })).toBeVisible();
    expect(screen.queryByText('1 of 2 correct')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => {
      expect(api.received.filter(({ method, path }) => method === 'GET' && path === '/quizzes/z1')).toHaveLength(2);
    });
    expect(screen.getByText('Question 1 of 3')).toBeVisible();
  });

  test('new questions are kept although the quiz could not be read again', async () => {
    api.on(calls.regenerateQuiz, aQuiz({ questions: [aQuestion('q3')] }));
    const user = show();
    await takeByKeys(user, '1');
    api.on(calls.getQuiz, answer(400, { code: 'invalid' }));
    await user.click(await screen.findByRole('button', { name: 'Master Your Weak Areas' }));
    expect(await screen.findByRole('radiogroup', { name: 'What is q3?' })).toBeVisible();
    await waitFor(() => {
      expect(api.received.filter(({ method, path }) => method === 'GET' && path === '/quizzes/z1')).toHaveLength(2);
    });
    expect(screen.getByText('Question 1 of 1')).toBeVisible();
  });

  test('§7 Calls: PUT /quizzes/:id/regenerate carries studyMaterialId and weakAreas, and the difficultyLevel and questionCount of the action', async () => {
    api.on(calls.regenerateQuiz, aQuiz({ questions: [aQuestion('q3')] }));
    const user = show();
    await takeByKeys(user, '1');
    await user.click(await screen.findByRole('button', { name: 'Master Your Weak Areas' }));
    await screen.findByText('Question 1 of 2');
    expect(regenerations()).toHaveLength(1);
    expect(regenerations()[0]).toMatchObject({
      path: '/quizzes/z1/regenerate',
      body: { studyMaterialId: 'm1', weakAreas, difficultyLevel: 'medium', questionCount: 5 },
    });
  });

  test('§9 Progress overlays: weak-area regeneration 30 s in four stages, with a percentage and the seconds remaining', async () => {
    api.on(calls.regenerateQuiz, never);
    stopClock();
    const user = show();
    await takeByKeys(user, '1');
    await user.click(await screen.findByRole('button', { name: 'Master Your Weak Areas' }));
    const overlay = within(await screen.findByRole('dialog', { name: 'Creating New Questions' }));
    expect(overlay.getAllByRole('listitem')).toHaveLength(4);
    expect(overlay.getByText('0%')).toBeVisible();
    expect(overlay.getByText('30 seconds remaining')).toBeVisible();
  });

  test("§4 Quiz retry: a score of 100 gives 'Challenge Yourself Further!' with no weak areas, and a harder quiz", async () => {
    api.on(calls.submitQuiz, perfect);
    const next = aQuiz({ questions: [aQuestion('q3')] });
    api.on(calls.regenerateQuiz, next);
    const user = show();
    await takeByKeys(user, '2');
    expect(await screen.findByRole('button', { name: 'Challenge Yourself Further!' })).toBeVisible();
    expect(screen.queryByText('Areas to Focus On')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Master Your Weak Areas' })).not.toBeInTheDocument();
    api.on(calls.getQuiz, next);
    await user.click(button('Challenge Yourself Further!'));
    expect(await screen.findByText('Question 1 of 1')).toBeVisible();
    expect(regenerations()[0]?.body).toMatchObject({ weakAreas: [], difficultyLevel: 'hard' });
  });

  test("§8 Quiz retry: 'Failed to generate new questions. Please try again.', and the results stay", async () => {
    api.on(calls.regenerateQuiz, answer(500, { code: 'internal' }));
    const user = show();
    await takeByKeys(user, '1');
    await user.click(await screen.findByRole('button', { name: 'Master Your Weak Areas' }));
    expect(await screen.findByText('Failed to generate new questions. Please try again.')).toBeInTheDocument();
    expect(button('Master Your Weak Areas')).toBeVisible();
    expect(screen.getByText('1 of 2 correct')).toBeVisible();
  });

  test.each([
    ['Master Your Weak Areas', { ...results, weakAreas: [] }],
    ['Challenge Yourself Further!', perfect],
  ])("§6 Quiz retry: '%s' is premium-only, free users get the upgrade modal", async (name, given) => {
    api.on(calls.submitQuiz, given);
    const user = show({ limits: freeLimits() });
    await takeByKeys(user, '1');
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
    expect(regenerations()).toHaveLength(0);
  });

  test('§6 Quiz results: no weak-area analysis for free learners, said as a plain fact', async () => {
    api.on(calls.submitQuiz, { ...results, weakAreas: [] });
    const user = show({ limits: freeLimits() });
    await takeByKeys(user, '1');
    expect(await screen.findByText(/Weak-area analysis is part of Premium/)).toBeVisible();
  });

  test('§8 Quiz retry: an error with upgradeRequired opens the upgrade modal', async () => {
    api.on(calls.regenerateQuiz, answer(403, { msg: 'Premium has ended.', code: 'premium_required', upgradeRequired: true }));
    const user = show();
    await takeByKeys(user, '1');
    await user.click(await screen.findByRole('button', { name: 'Master Your Weak Areas' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toHaveTextContent('Premium has ended.');
  });
});

describe('a quiz that does not load', () => {
  test.each([
    [
      "§2 Quiz taking: 'Quiz Not Found: The quiz you're looking for doesn't exist.'",
      answer(404, { msg: 'Not found.', code: 'not_found' }),
      'Quiz Not Found',
      "The quiz you're looking for doesn't exist.",
    ],
    [
      "§2 Quiz taking: 'Failed to Load Quiz'",
      answer(500, { code: 'internal' }),
      'Failed to Load Quiz',
      'The quiz could not be loaded. Try again, or choose another one.',
    ],
  ])('%s', async (_title, given, title, text) => {
    api.on(calls.getQuiz, given);
    show();
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to quizzes' })).toHaveAttribute('href', '/quizzes');
  });

  test("§4 Quiz taking: a failed load toasts 'Failed to load quiz. Redirecting to quizzes page...' and goes to /quizzes after 2 s", async () => {
    jest.useFakeTimers();
    api.on(calls.getQuiz, answer(404, { msg: 'Not found.', code: 'not_found' }));
    show();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Failed to load quiz. Redirecting to quizzes page...')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1_990));
    expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/z1');
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/quizzes$/);
  });

  test('"Try again" before the redirect cancels it', async () => {
    jest.useFakeTimers();
    api.on(calls.getQuiz, answer(400, { code: 'invalid' }));
    show();
    await act(() => jest.advanceTimersByTimeAsync(1_500));
    api.on(calls.getQuiz, aQuiz({}));
    act(() => {
      button('Try again').click();
    });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText('Question 1 of 2')).toBeVisible();
    expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/z1');
  });

  test('because the session has ended: the shell navigates to the sign-in and back here afterwards', async () => {
    jest.useFakeTimers();
    api.on(calls.getQuiz, answer(401, { msg: 'Please sign in again.', code: 'session_ended' }));
    show();
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByText('Failed to load quiz. Redirecting to quizzes page...')).not.toBeInTheDocument();
    expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/z1');
  });
});

/** A server with one quiz: a call that changes it also changes what the next read answers. */
const served = (first = heartQuiz()) => {
  let quiz = first;
  api.on(calls.getQuiz, () => quiz);
  api.on(calls.deleteQuestion, ({ params }: { params: Record<string, string> }) => {
    quiz = { ...quiz, questions: quiz.questions.filter(({ _id }) => _id !== params['questionId']), description: 'Changed' };
    return { _id: params['questionId'] };
  });
  return quiz;
};
const choose = async (user: ReturnType<typeof userEvent.setup>, number: number, entry: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: `Options for question ${String(number)}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};
const received = (path: string) => api.received.filter((call) => call.path === path);

describe('where a question comes from', () => {
  beforeEach(() => {
    // jsdom does not scroll.
    Element.prototype.scrollIntoView = jest.fn();
    served();
  });
  const open = async () => {
    const user = show();
    await screen.findByText('Question 1 of 3');
    await user.keyboard('b{Enter}');
    await user.click(button('Slide 2'));
    return { user, panel: await screen.findByRole('dialog', { name: 'Source: slide 2' }) };
  };

  test('its passage opens with the quote marked, among the other passages of the slide', async () => {
    api.on(calls.listPassages, heartPassages);
    const { user, panel } = await open();
    expect(await within(panel).findByText('Speaker notes')).toBeVisible();
    expect(within(panel).getByRole('blockquote')).toHaveTextContent(/^Heart failure is a clinical syndrome .* It is common\.$/);
    expect(panel.querySelector('mark')).toHaveTextContent(/^Heart failure is a clinical syndrome .* of the body\.$/);
    expect(within(panel).getByText('What heart failure is')).toBeVisible();
    expect(received('/study-materials/m1/passages')).toMatchObject([{ query: { slide: 2 } }]);
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(button('Slide 2')).toHaveFocus();
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the quote is shown at once, and alone when the guide was deleted', async () => {
    api.on(calls.listPassages, answer(404, { msg: 'Study guide not found.', code: 'not_found' }));
    const { panel } = await open();
    expect(within(panel).getByRole('blockquote')).toHaveTextContent(/^Heart failure is a clinical syndrome/);
    expect(await within(panel).findByText('The study guide was deleted. Only this passage of it is left.')).toBeVisible();
  });

  test('the other passages can be loaded again', async () => {
    api.on(calls.listPassages, networkError());
    const { user, panel } = await open();
    expect(await within(panel).findByText('The rest of the slide could not be loaded.')).toBeVisible();
    api.on(calls.listPassages, heartPassages);
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await within(panel).findByText('Speaker notes')).toBeVisible();
  });
});

describe('the options of a question', () => {
  test('edit: text, correct option and explanation change; the selection is kept', async () => {
    const quiz = served();
    api.on(calls.updateQuestion, ({ body }: { body: { question: string; options: { text: string; isCorrect: boolean }[] } }) => ({
      ...quiz,
      questions: quiz.questions.map((question, index) =>
        index === 0
          ? { ...question, ...body, options: body.options.map((option) => ({ ...option, rationale: '' })), edited: true }
          : question,
      ),
    }));
    const user = show();
    await screen.findByText('Question 1 of 3');
    await user.keyboard('b{Enter}');
    await choose(user, 1, 'Edit Question');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Question' }));
    expect(dialog.getByRole('textbox', { name: 'Question' })).toHaveFocus();
    expect(dialog.getByRole('radio', { name: 'Correct: option B' })).toBeChecked();
    await user.clear(dialog.getByRole('textbox', { name: 'Question' }));
    await user.type(dialog.getByRole('textbox', { name: 'Question' }), 'What is it?');
    await user.clear(dialog.getByRole('textbox', { name: 'Option C' }));
    await user.type(dialog.getByRole('textbox', { name: 'Option C' }), 'A blocked artery.');
    await user.click(dialog.getByRole('radio', { name: 'Correct: option A' }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Question updated successfully')).toBeInTheDocument();
    expect(received('/quizzes/z1/questions/h1')[0]?.body).toEqual({
      question: 'What is it?',
      explanation: quiz.questions[0]?.explanation,
      options: quiz.questions[0]?.options.map(({ text }, index) => ({
        text: index === 2 ? 'A blocked artery.' : text,
        isCorrect: index === 0,
      })),
    });
    expect(screen.getByRole('heading', { name: 'What is it?' })).toBeVisible();
    expect(screen.getByText('Edited by you')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Not quite. The answer is A' })).toBeVisible();
    await waitFor(() => {
      expect(button('Options for question 1')).toHaveFocus();
    });
  });

  test('edit: problems are shown at their fields and nothing is sent; the input is kept through a failure, and not discarded without a question', async () => {
    served();
    api.on(calls.updateQuestion, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
    const user = show();
    await choose(user, 1, 'Edit Question');
    const option = () => screen.findByRole('textbox', { name: 'Option A' });
    await user.clear(await option());
    await user.click(button('Save Changes'));
    expect(await option()).toHaveAccessibleDescription('Every option needs a text');
    expect(await option()).toHaveFocus();
    await user.type(await option(), 'A coronary artery is blocked by a clot.');
    await user.click(button('Save Changes'));
    expect(screen.getByRole('alert')).toHaveTextContent('No two options may be the same');
    expect(received('/quizzes/z1/questions/h1')).toEqual([]);
    await user.type(await option(), ' or a thrombus');
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
    const answerWith = async (name: string): Promise<void> => {
      // In the test's page the question stands beside the dialog, which hides what is outside of it.
      const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?', hidden: true });
      fireEvent.click(within(question).getByRole('button', { name, hidden: true }));
    };
    await user.keyboard('{Escape}');
    await answerWith('Keep Editing');
    expect(await option()).toHaveValue('A coronary artery is blocked by a clot. or a thrombus');
    await user.click(button('Cancel'));
    await answerWith('Discard');
    await choose(user, 1, 'Edit Question');
    expect(await option()).toHaveValue('The heart has stopped beating.');
  });

  test('report: sends reason and comment, and the question says so', async () => {
    served();
    api.on(calls.reportQuestion, { message: 'Thank you. Your report has been saved.' });
    const user = show();
    await choose(user, 1, 'Report Question');
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Question' }));
    await user.click(dialog.getByRole('button', { name: 'Send Report' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Please choose a reason');
    await user.click(dialog.getByRole('radio', { name: 'The answer or the explanation is wrong.' }));
    await user.type(dialog.getByRole('textbox', { name: 'Comment' }), ' My lecturer says otherwise. ');
    await user.click(dialog.getByRole('button', { name: 'Send Report' }));
    expect(await screen.findByText('Thank you. Your report has been saved.')).toBeInTheDocument();
    expect(received('/quizzes/z1/questions/h1/report')).toMatchObject([
      { method: 'POST', body: { reason: 'wrong', comment: 'My lecturer says otherwise.' } },
    ]);
    expect(screen.getByText('You reported this question')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('delete: the attempt continues with the next question, also after a reload', async () => {
    served();
    const user = show();
    await screen.findByText('Question 1 of 3');
    await user.keyboard('b{Enter}{Enter}c');
    await choose(user, 2, 'Delete Question');
    const asked = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this question?' }));
    expect(asked.getByText(/^“A patient wakes .*…” is deleted with its review schedule\./)).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Question deleted successfully')).toBeInTheDocument();
    expect(screen.getByText('Question 2 of 2')).toBeVisible();
    const heading = screen.getByRole('heading', { name: /furosemide/ });
    await waitFor(() => {
      expect(heading).toHaveFocus();
    });
    expect(await screen.findByText('Changed')).toBeVisible();
    cleanup();
    show({ isReload: true });
    expect(await screen.findByText('Question 2 of 2')).toBeVisible();
    await user.keyboard('a{Enter}');
    api.on(calls.submitQuiz, { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] });
    await user.keyboard('{Enter}');
    expect(await screen.findByText('2 of 2 correct')).toBeVisible();
    expect(submissions()[0]?.body).toMatchObject({
      answers: ['The heart cannot pump enough blood to meet the needs of the body.', 'Potassium'],
    });
  });

  test('delete: the server’s message goes before the general one, and cancelling deletes nothing', async () => {
    served();
    api.on(calls.deleteQuestion, answer(409, { msg: "This is the quiz's last question. Delete the quiz instead.", code: 'conflict' }));
    const user = show();
    await choose(user, 1, 'Delete Question');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(received('/quizzes/z1/questions/h1')).toEqual([]);
    await choose(user, 1, 'Delete Question');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText("This is the quiz's last question. Delete the quiz instead.")).toBeInTheDocument();
    expect(screen.getByText('Question 1 of 3')).toBeVisible();
  });

  test('when the question was deleted already, the quiz is read again', async () => {
    served();
    api.on(calls.deleteQuestion, answer(404, { msg: 'Question not found.', code: 'not_found' }));
    const user = show();
    await screen.findByText('Question 1 of 3');
    api.on(calls.getQuiz, heartQuiz({ questions: heartQuiz().questions.slice(1) }));
    await choose(user, 1, 'Delete Question');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Question 1 of 2')).toBeVisible();
  });

  test('in the results: the results are kept, and the focus stays on the page', async () => {
    served();
    api.on(calls.submitQuiz, { score: 33, totalQuestions: 3, correctAnswers: 1, weakAreas: [] });
    const user = show();
    await screen.findByText('Question 1 of 3');
    await user.keyboard('b{Enter}{Enter}a{Enter}{Enter}b{Enter}{Enter}');
    await user.click(await screen.findByText(/^2\. A patient wakes/));
    await choose(user, 2, 'Delete Question');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: '1 question to look at again' })).toBeVisible();
    expect(screen.getByText('1 of 3 correct')).toBeVisible();
    await waitFor(() => {
      expect(document.body).not.toHaveFocus();
    });
  });

  test('when the questions were changed elsewhere, the attempt gets the present ones', async () => {
    served();
    api.on(calls.submitQuiz, answer(400, { msg: 'Please answer all questions before submitting', code: 'invalid' }));
    const user = show();
    await screen.findByText('Question 1 of 3');
    await user.keyboard('b{Enter}{Enter}c{Enter}{Enter}a{Enter}');
    api.on(calls.getQuiz, heartQuiz({ questions: heartQuiz().questions.slice(0, 2) }));
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Question 2 of 2')).toBeVisible();
    expect(screen.getByRole('radio', { name: /Paroxysmal/ })).toBeChecked();
  });
});

describe('the engine', () => {
  test.each([
    ['offline', "Made by Lectern's own engine from your material."],
    ['openai:gpt-5-mini', 'Made by gpt-5-mini from your material.'],
  ])('a quiz by %s says so', async (generatedBy, words) => {
    api.on(calls.getQuiz, aQuiz({ generatedBy }));
    show();
    expect(await screen.findByText(words)).toBeVisible();
  });

  test('a question of another engine says so', async () => {
    const [first, second] = aQuiz({}).questions;
    api.on(calls.getQuiz, aQuiz({ generatedBy: 'openai:gpt-5-mini', questions: [{ ...first!, generatedBy: 'offline' }, second!] }));
    const user = show();
    expect(await screen.findByText("Made by Lectern's own engine")).toBeVisible();
    await user.keyboard('a{Enter}{Enter}');
    expect(screen.getByText('Question 2 of 2')).toBeVisible();
    expect(screen.queryByText(/^Replaced/)).not.toBeInTheDocument();
  });
});

describe('the pictures of the slide', () => {
  const picture = (digit: string) => ({
    id: `${digit.repeat(32)}-4`,
    slide: 4,
    alt: `Figure ${digit}`,
    width: 800,
    height: 600,
    url: `http://api/${digit}`,
  });
  const withPictures = (count: number) => {
    const quiz = aQuiz({});
    const pictures = Array.from({ length: count }, (_, index) => picture(String(index)));
    return { ...quiz, questions: quiz.questions.map((question) => ({ ...question, source: { ...question.source, pictures } })) };
  };

  test('are shown with the answer, the first three, and not before it', async () => {
    api.on(calls.getQuiz, withPictures(4));
    const user = show();
    await screen.findByText('Question 1 of 2');
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    await user.keyboard('a{Enter}');
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Figure 0', 'Figure 1', 'Figure 2']);
  });

  test('get a new address when theirs has ended', async () => {
    api.on(calls.getQuiz, withPictures(1));
    api.on(calls.listPictures, [{ ...picture('0'), url: 'http://api/renewed' }]);
    const user = show();
    await screen.findByText('Question 1 of 2');
    await user.keyboard('a{Enter}');
    fireEvent.error(screen.getByRole('img'));
    await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('src', 'http://api/renewed'));
  });

  test('give way to the slide itself, with the cited lines marked', async () => {
    api.on(calls.getQuiz, withPictures(2));
    const { pointer } = aQuiz({}).questions[0]!.source!;
    const slide = pointer.kind === 'slide' ? pointer.slide : 0;
    api.on(calls.listPages, [aSourcePage(slide)]);
    const user = show();
    await screen.findByText('Question 1 of 2');
    await user.keyboard('a{Enter}');
    expect(await screen.findByRole('button', { name: `Enlarge: Slide ${String(slide)}` })).toBeVisible();
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([`The text of slide ${String(slide)}`]);
    expect(api.received.find(({ path }) => path.endsWith('/pages'))?.query).toEqual({ slide });
  });
});
