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
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, aQuiz, listed, listedDeck } from '../testing';
import { ProgressScreen } from './progress.screen';

let api: FakeApi;
const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<ProgressScreen />, { at: '/progress', user: learner, limits: premiumLimits(), ...options });
  return userEvent.setup();
};

const scores: Record<string, number[]> = { z4: [92, 98], z3: [80, 90, 100], z1: [50] };
const one = (id: string, change: Parameters<typeof aQuiz>[0]) => listed(aQuiz({ _id: id, recentScores: scores[id] ?? [], ...change }));
const cardOf = (title: string): HTMLElement => screen.getByRole('heading', { name: title }).closest('article')!;

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listQuizzes, ({ query }: { query: Record<string, unknown> }) =>
    query['after'] === 'z3'
      ? answer(200, [one('z1', { running_average: 50, attempts: 1 })])
      : answer(
          200,
          [
            one('z4', { running_average: 95, attempts: 2, studyMaterialId: 'm2', studyMaterialTitle: 'Lungs' }),
            one('z3', { running_average: 90, attempts: 3 }),
          ],
          { 'x-next': 'z3' },
        ),
  );
  api.on(calls.listDecks, []);
  api.on(calls.listMastery, []);
  api.on(calls.getLimits, premiumLimits());
});
afterEach(() => {
  api.restore();
});

test('§2 Progress overview: /progress shows one card per study material that has a quiz: title, level badge, progress bar', async () => {
  show();
  const heart = within((await screen.findByRole('heading', { name: 'Heart', level: 2 })).closest('article')!);
  expect(heart.getByText('Strong Understanding')).toBeVisible();
  expect(heart.getByText('80%')).toBeVisible();
  expect(heart.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '80');
  expect(heart.getByText('2 quizzes, 4 attempts')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(screen.getByText('Mastery')).toBeVisible();
  expect(heart.getByRole('link', { name: 'Heart' })).toHaveAttribute('href', '/quizzes/z1');
});

test.each([
  [90, 'Mastery'],
  [89.9, 'Strong Understanding'],
  [75, 'Strong Understanding'],
  [74.9, 'Needs Practice'],
])("§9 Progress overview: at %d percent the badge says '%s' (90+ Mastery, 75+ Strong Understanding)", async (average, level) => {
  api.on(calls.listQuizzes, [one('z1', { running_average: average, attempts: 1 })]);
  show();
  expect(await screen.findByText(level)).toBeVisible();
  expect(screen.getByText(`${String(Math.floor(average))}%`)).toBeVisible();
});

test('draws a chart for each guide with at least two attempts', async () => {
  api.on(calls.listQuizzes, [one('z4', { studyMaterialId: 'm2', studyMaterialTitle: 'Lungs', attempts: 2 }), one('z1', { attempts: 1 })]);
  show();
  await screen.findByRole('heading', { name: 'Heart' });
  expect(within(cardOf('Lungs')).getByRole('img', { name: 'Scores of the last 2 attempts: 92, 98 percent' })).toBeVisible();
  expect(within(cardOf('Heart')).queryByRole('img')).not.toBeInTheDocument();
});

test("§2 Progress overview: the search box filters; 'No quizzes found matching your search.' when nothing fits", async () => {
  const user = show();
  await screen.findByRole('heading', { name: 'Heart' });
  await user.type(screen.getByRole('searchbox'), 'LUNG');
  expect(screen.queryByRole('heading', { name: 'Heart' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Lungs' })).toBeVisible();
  await waitFor(() => {
    expect(screen.getByTestId('location')).toHaveTextContent('/progress?q=LUNG');
  });
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('No quizzes found matching your search.')).toBeVisible();
});

test('reads the search from the address', async () => {
  show({ at: '/progress?q=heart' });
  expect(await screen.findByRole('heading', { name: 'Heart' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Lungs' })).not.toBeInTheDocument();
});

test("§2 Progress overview: empty text 'No quizzes available yet.'", async () => {
  api.on(calls.listQuizzes, []);
  show();
  expect(await screen.findByText('No quizzes available yet.')).toBeVisible();
});

test("quizzes or limits that do not load: a sentence and 'Try again'", async () => {
  api.on(calls.listQuizzes, answer(500, { code: 'internal' }));
  api.on(calls.getLimits, answer(503, { code: 'unavailable' }));
  const user = userEvent.setup();
  renderWithPlatform(<ProgressScreen />, { at: '/progress', user: learner });
  expect(await screen.findByText('Failed to get user limits')).toBeVisible();
  api.on(calls.getLimits, premiumLimits());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Failed to load quizzes')).toBeVisible();
  api.on(calls.listQuizzes, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No quizzes available yet.')).toBeVisible();
});

test("§2 Progress overview: for non-premium users the page is blurred under a 'Premium Feature' overlay with an upgrade button", async () => {
  const user = show({ limits: freeLimits() });
  expect(await screen.findByRole('heading', { name: 'Premium Feature' })).toBeVisible();
  const blurred = screen.getByTestId('locked-progress');
  expect(blurred).toHaveStyle({ filter: 'blur(7px)' });
  expect(await within(blurred).findByText('Lungs')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Upgrade to Premium' }));
  expect(screen.getByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
});

test('§6 Progress overview: blurred and blocked for free learners: nothing below the overlay is reached by keyboard or screen reader', async () => {
  show({ limits: freeLimits() });
  const blurred = screen.getByTestId('locked-progress');
  await within(blurred).findByText('Lungs');
  expect(blurred).toHaveAttribute('aria-hidden', 'true');
  expect(blurred).toHaveAttribute('inert');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test("a guide whose quizzes were not tried has no level: 'Not yet tried', with what to do next", async () => {
  api.on(calls.listQuizzes, [one('z1', { running_average: 0, attempts: 0 })]);
  show();
  const heart = within((await screen.findByRole('heading', { name: 'Heart' })).closest('article')!);
  expect(heart.getByText('Not yet tried')).toBeVisible();
  expect(heart.getByText('Take the quiz')).toBeVisible();
  expect(heart.queryByText('0%')).not.toBeInTheDocument();
  expect(heart.queryByRole('button', { name: 'By topic' })).not.toBeInTheDocument();
});

test('by topic: the newest attempts at the quizzes of a guide, summed up, the weakest first', async () => {
  api.on(calls.listAttempts, ({ path }: { path: string }) => [
    {
      _id: `a-${path.split('/')[2] ?? ''}`,
      finishedAt: '2026-03-05T10:00:00.000Z',
      score: 50,
      correctAnswers: 1,
      totalQuestions: 2,
      mode: 'practice',
    },
  ]);
  const [question] = aQuiz({}).questions;
  const asked = (id: string, topic: string, answer: string) => ({
    ...question!,
    _id: id,
    topic,
    answer,
    correctAnswer: 'right',
  });
  api.on(calls.getAttempt, ({ path }: { path: string }) => ({
    _id: path.split('/').at(-1),
    finishedAt: '2026-03-05T10:00:00.000Z',
    score: 50,
    correctAnswers: 1,
    totalQuestions: 2,
    mode: 'practice',
    questions: [asked('n1', 'Valves', 'right'), asked('n2', 'Preload', path.includes('z3') ? 'wrong' : 'right')],
  }));
  const user = show();
  await screen.findByRole('heading', { name: 'Heart' });
  await user.click(within(cardOf('Heart')).getByRole('button', { name: 'By topic' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Topics of Heart' }));
  expect(await panel.findByRole('progressbar', { name: 'Preload: 1 of 2' })).toBeVisible();
  expect(panel.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'))).toEqual(['Preload: 1 of 2', 'Valves: 2 of 2']);
});

test('topics that cannot be read: a sentence and another try', async () => {
  api.on(calls.listAttempts, answer(400, { code: 'invalid' }));
  const user = show();
  await screen.findByRole('heading', { name: 'Heart' });
  await user.click(within(cardOf('Heart')).getByRole('button', { name: 'By topic' }));
  expect(await screen.findByText('The topics could not be loaded.')).toBeVisible();
});

test('mastery stands beside the level of the quizzes, and a guide with cards alone has its own card', async () => {
  const known = { items: 20, seen: 15, due: 3 };
  api.on(calls.listDecks, [listedDeck(aDeck({ studyMaterialId: 'm3', studyMaterialTitle: 'Liver' }))]);
  api.on(calls.listMastery, [
    { studyMaterialId: 'm1', mastery: 0.625, ...known },
    { studyMaterialId: 'm3', mastery: 0.92, ...known },
  ]);
  const user = show();
  await screen.findByRole('heading', { name: 'Heart' });
  const heart = within(cardOf('Heart'));
  expect(await heart.findByText('Mastery 62%')).toBeVisible();
  expect(heart.getByText('Strong Understanding')).toBeVisible();
  expect(heart.getByText('Needs Practice')).toBeVisible();
  await user.click(heart.getByText('Mastery 62%'));
  expect(heart.getByText(/You have answered 15 of 20; the other 5 count as 0%/)).toBeVisible();
  const liver = within(cardOf('Liver'));
  expect(liver.getByText('Mastery 92%')).toBeVisible();
  expect(liver.getByRole('progressbar', { name: 'Liver: mastery 92%' })).toBeVisible();
  expect(liver.getByText('1 deck')).toBeVisible();
  expect(liver.getByRole('link', { name: 'Liver' })).toHaveAttribute('href', '/review?studyMaterialId=m3&minutes=10');
  expect(within(cardOf('Lungs')).queryByText(/^Mastery \d/)).not.toBeInTheDocument();
});

test('decks that do not load: a sentence and another try', async () => {
  api.on(calls.listDecks, answer(500, { code: 'internal' }));
  const user = show();
  expect(await screen.findByText('Failed to load decks')).toBeVisible();
  api.on(calls.listDecks, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Heart' })).toBeVisible();
});
