import { freeLimits, installFakeApi, learner, premiumLimits, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UsageMeterSlot } from './usage-meter.slot';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
});

const show = (current: number): void => {
  const limits = freeLimits({ quizzes: { ...freeLimits().quizzes, current } });
  renderWithPlatform(<UsageMeterSlot thing="quizzes" />, { user: learner, limits });
};

test('below 80 percent the figures alone', () => {
  show(3);
  expect(screen.getByText('3 of 5')).toBeVisible();
  expect(screen.queryByText(/limit/)).not.toBeInTheDocument();
});

test('near at 80 percent', () => {
  show(4);
  expect(screen.getByText("You're near your quizzes limit. Consider upgrading.")).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test.each([5, 7])('reached at %i of 5, with a button that opens the upgrade modal', async (current) => {
  show(current);
  expect(screen.getByText(`${String(current)} of 5`)).toBeVisible();
  expect(screen.getByText("You've reached your quizzes limit. Upgrade to continue.")).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade' }));
  expect(screen.getByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
});

test('premium without a cap reads Unlimited', () => {
  renderWithPlatform(<UsageMeterSlot thing="studyMaterials" />, { user: learner, limits: premiumLimits() });
  expect(screen.getByText('Study materials')).toBeVisible();
  expect(screen.getByText('Unlimited')).toBeVisible();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});
