import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anExam } from '../exams/testing';
import { DueTodaySlot } from './due-today.slot';
import { aReviewSummary, emptySummary } from './testing';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<DueTodaySlot />, { at: '/dashboard', user: learner, limits: freeLimits() });
  return userEvent.setup();
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getReviewSummary, aReviewSummary());
  api.on(calls.listExams, [anExam()]);
});
afterEach(() => {
  api.restore();
});

test('how much is due, how long it takes, and the next exam', async () => {
  show();
  expect(await screen.findByRole('heading', { name: '22 due, about 4 minutes' })).toBeVisible();
  expect(screen.getByText('8 new cards included')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Review' })).toHaveAttribute('href', '/review');
  expect(await screen.findByRole('link', { name: 'Nursing final: in 12 days, 71% ready' })).toHaveAttribute('href', '/review/exams');
});

test('an exam that is over asks what becomes of its cards', async () => {
  api.on(calls.listExams, [anExam({ _id: 'e2', name: 'Next' }), anExam({ isOver: true })]);
  show();
  expect(await screen.findByRole('link', { name: 'Nursing final: over. Keep reviewing or pause?' })).toBeVisible();
});

test('nothing is due: when the next reviews come', async () => {
  api.on(calls.getReviewSummary, aReviewSummary({ due: 0, new: 0 }));
  show();
  expect(await screen.findByRole('heading', { name: 'Nothing is due' })).toBeVisible();
  expect(screen.getByText('Next: 9 tomorrow.')).toBeVisible();
});

test('without cards there is no row of zeros', async () => {
  api.on(calls.getReviewSummary, emptySummary());
  show();
  expect(await screen.findByRole('link', { name: 'Make Cards' })).toBeVisible();
  expect(screen.queryByText(/\b0\b/)).not.toBeInTheDocument();
});

test('it can be read again after a failure', async () => {
  api.on(calls.getReviewSummary, answer(500, { code: 'internal' }));
  const user = show();
  await screen.findByText('What is due could not be loaded.');
  api.on(calls.getReviewSummary, aReviewSummary());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: '22 due, about 4 minutes' })).toBeVisible();
});
