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
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aQuiz, listed } from '../testing';
import { ProgressScreen } from './progress.screen';

let api: FakeApi;
const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<ProgressScreen />, { at: '/progress', user: learner, limits: premiumLimits(), ...options });
  return userEvent.setup();
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listQuizzes, ({ query }: { query: Record<string, unknown> }) =>
    query['after'] === 'z3'
      ? answer(200, [listed(aQuiz({ _id: 'z1', running_average: 50, attempts: 1 }))])
      : answer(
          200,
          [
            listed(aQuiz({ _id: 'z4', running_average: 95, attempts: 2, studyMaterialId: 'm2', studyMaterialTitle: 'Lungs' })),
            listed(aQuiz({ _id: 'z3', running_average: 90, attempts: 3 })),
          ],
          { 'x-next': 'z3' },
        ),
  );
});
afterEach(() => {
  api.restore();
});

test('a card for each guide, from all pages of quizzes', async () => {
  const user = show();
  const heart = within((await screen.findByRole('heading', { name: 'Heart' })).closest('article')!);
  expect(heart.getByText('Strong Understanding')).toBeVisible();
  expect(heart.getByText('80%')).toBeVisible();
  expect(heart.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '80');
  expect(heart.getByText('2 quizzes')).toBeVisible();
  expect(screen.getByText('Mastery')).toBeVisible();
  await user.type(screen.getByRole('searchbox'), 'LUNG');
  expect(screen.queryByRole('heading', { name: 'Heart' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('No quizzes found matching your search.')).toBeVisible();
});

test('without quizzes, and when they do not load', async () => {
  api.on(calls.listQuizzes, answer(500, { code: 'internal' }));
  const user = show();
  expect(await screen.findByText('Failed to load quizzes')).toBeVisible();
  api.on(calls.listQuizzes, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No quizzes available yet.')).toBeVisible();
});

test('a free learner sees it blurred, out of reach, under the offer', async () => {
  const user = show({ limits: freeLimits() });
  expect(await screen.findByRole('heading', { name: 'Premium Feature' })).toBeVisible();
  const blurred = screen.getByTestId('locked-progress');
  expect(blurred).toHaveAttribute('aria-hidden', 'true');
  expect(blurred).toHaveAttribute('inert');
  expect(await within(blurred).findByText('Lungs')).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Upgrade to Premium' }));
  expect(screen.getByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
});
