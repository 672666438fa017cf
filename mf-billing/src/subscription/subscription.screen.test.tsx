import { calls, type SubscriptionStatus } from '@lectern/contracts';
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
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { browser } from '../shared/browser';
import { SubscriptionScreen } from './subscription.screen';

const endDate = '2099-03-20T12:00:00.000Z';
const free: SubscriptionStatus = {
  subscriptionTier: 'free',
  subscriptionStatus: null,
  subscriptionEndDate: null,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  cancelAtPeriodEnd: false,
};
const premium: SubscriptionStatus = {
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  subscriptionEndDate: endDate,
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: 'sub_1',
  cancelAtPeriodEnd: false,
};

let api: FakeApi;
const goTo = jest.spyOn(browser, 'goTo');

beforeEach(() => {
  api = installFakeApi();
  goTo.mockImplementation(() => undefined);
  api.on(calls.getSubscriptionStatus, free);
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  jest.useRealTimers();
  api.restore();
});

const show = (options: RenderOptions = {}): void => {
  renderWithPlatform(<SubscriptionScreen />, { at: '/subscription', user: learner, limits: freeLimits(), ...options });
};

test('a free learner sees plan, usage, features, and the way to pay', async () => {
  api.on(calls.createSubscription, { checkoutUrl: 'https://pay.example/c1' });
  show({ limits: freeLimits({ folders: { current: 1, limit: 2, canCreate: true } }) });
  expect(await screen.findByRole('heading', { name: 'Free Plan' })).toBeVisible();
  expect(screen.getByText('1 of 2')).toBeVisible();
  expect(screen.getAllByText('0 of 5')).toHaveLength(3);
  expect(screen.getByText('$9.99 per month, cancel anytime')).toBeVisible();
  expect(screen.getByText('5 flashcard decks (20 cards each)')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', 'mailto:help@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade to Premium' }));
  expect(await screen.findByText('Redirecting to checkout...')).toBeInTheDocument();
  expect(goTo).toHaveBeenCalledWith('https://pay.example/c1');
});

test('a premium learner manages billing', async () => {
  api.on(calls.getSubscriptionStatus, premium);
  api.on(calls.createPortalSession, { url: 'https://pay.example/p1' });
  show({ limits: premiumLimits() });
  expect(await screen.findByRole('heading', { name: 'Premium', level: 2 })).toBeVisible();
  expect(screen.getByText('Active')).toBeVisible();
  expect(screen.getByText(/Next billing date/)).toHaveTextContent('Next billing date Mar 20, 2099');
  expect(screen.getAllByText('Unlimited')).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Manage Billing' }));
  expect(await screen.findByText('Redirecting to billing portal...')).toBeInTheDocument();
  expect(goTo).toHaveBeenCalledWith('https://pay.example/p1');
});

test('one that is to end reads Canceled, with the end of access', async () => {
  api.on(calls.getSubscriptionStatus, { ...premium, cancelAtPeriodEnd: true });
  show({ limits: premiumLimits() });
  expect(await screen.findByText('Canceled')).toBeVisible();
  expect(screen.getByText(/Access until/)).toHaveTextContent('Access until Mar 20, 2099');
});

test('failures say what the specification says', async () => {
  api.on(calls.getSubscriptionStatus, answer(500, { code: 'internal' }));
  show();
  expect(await screen.findByText('Failed to get subscription status')).toBeVisible();
  api.on(calls.getSubscriptionStatus, premium);
  api.on(calls.createPortalSession, answer(409, { msg: 'There is no customer.', code: 'conflict' }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Billing' }));
  expect(await screen.findByText('There is no customer.')).toBeInTheDocument();
  expect(goTo).not.toHaveBeenCalled();
});

test('success=true reads plan and limits again after 1 s, until premium shows', async () => {
  jest.useFakeTimers();
  show({ at: '/subscription?success=true' });
  await act(() => jest.advanceTimersByTimeAsync(10));
  expect(screen.getByText(/Your payment is being confirmed/)).toBeVisible();
  const statusCalls = () => api.received.filter((call) => call.path === '/subscription/status').length;
  const limitCalls = () => api.received.filter((call) => call.path === '/subscription/limits').length;
  expect([statusCalls(), limitCalls()]).toEqual([1, 0]);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect([statusCalls(), limitCalls()]).toEqual([2, 1]);
  api.on(calls.getSubscriptionStatus, premium);
  api.on(calls.getLimits, premiumLimits());
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('Your plan is Premium now.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Manage Billing' })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/subscription$/);
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(statusCalls()).toBe(3);
});

test('a payment that is not confirmed in time is told plainly', async () => {
  jest.useFakeTimers();
  show({ at: '/subscription?success=true' });
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(screen.getByText(/still being confirmed/)).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/subscription$/);
});

test('canceled=true is a quiet note', async () => {
  show({ at: '/subscription?canceled=true' });
  expect(await screen.findByText('The checkout was canceled. Nothing was charged.')).toBeVisible();
});
