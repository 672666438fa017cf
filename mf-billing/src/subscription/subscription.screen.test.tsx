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
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { browser } from '../shared/browser';
import { freeSubscription as free, premiumSubscription as premium } from '../testing';
import { SubscriptionScreen } from './subscription.screen';

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

test("§2 Subscription page: a free learner sees the plan card, usage per resource, the feature list, 'Contact Support', and 'Upgrade to Premium' leads to checkout ('Redirecting to checkout...')", async () => {
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

test("§2 Subscription page: a premium learner sees status badge, next billing date, and 'Manage Billing' ('Redirecting to billing portal...')", async () => {
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

test("§2 Subscription page: 'Access until' the end date when canceled", async () => {
  api.on(calls.getSubscriptionStatus, { ...premium, cancelAtPeriodEnd: true });
  show({ limits: premiumLimits() });
  expect(await screen.findByText('Canceled')).toBeVisible();
  expect(screen.getByText(/Access until/)).toHaveTextContent('Access until Mar 20, 2099');
});

test("§8 Subscription: 'Failed to get subscription status' with 'Try again'; the server message of a failed portal call", async () => {
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

test('§2 Subscription page: success=true triggers a refresh of subscription and limits after 1 second (§9), and again until premium shows', async () => {
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
  expect(screen.getByText('You now have Premium.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Manage Billing' })).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/subscription$/);
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(statusCalls()).toBe(3);
});

test.each([
  ['Failed to create subscription', 'POST /subscription/create', free, 'Upgrade to Premium', calls.createSubscription],
  ['Failed to create portal session', 'POST /subscription/portal', premium, 'Manage Billing', calls.createPortalSession],
] as const)(
  "§8 Subscription: '%s' when %s with an empty object fails; the button works again",
  async (text, sent, status, name, definition) => {
    api.on(calls.getSubscriptionStatus, status);
    api.on(definition, answer(500, { code: 'internal' }));
    show();
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    const received = api.received.find(({ method }) => method === 'POST')!;
    expect(`${received.method} ${received.path}`).toBe(sent);
    expect(received.body).toEqual({});
    expect(await screen.findByRole('button', { name })).toBeEnabled();
    expect(goTo).not.toHaveBeenCalled();
  },
);

test("§8 Subscription: 'Failed to get user limits', in place of the usage alone, with 'Try again'", async () => {
  api.on(calls.getLimits, answer(500, { code: 'internal' }));
  renderWithPlatform(<SubscriptionScreen />, { at: '/subscription', user: learner });
  expect(await screen.findByText('Failed to get user limits')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Free Plan' })).toBeVisible();
  api.on(calls.getLimits, freeLimits());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByText('0 of 5')).toHaveLength(3);
});

test.each([
  ['never subscribed', free, 'Free', 'Free Plan', 'Upgrade to Premium'],
  ['active', premium, 'Active', 'Premium', 'Manage Billing'],
  ['canceled', { ...premium, subscriptionTier: 'free', subscriptionStatus: 'canceled' }, 'Canceled', 'Free Plan', 'Upgrade to Premium'],
  ['past_due', { ...premium, subscriptionStatus: 'past_due' }, 'Past due', 'Free Plan', 'Manage Billing'],
  ['paused', { ...premium, subscriptionTier: 'free', subscriptionStatus: 'paused' }, 'Paused', 'Free Plan', 'Upgrade to Premium'],
] as const)('§2 Subscription page: plan card, status badge and action for the status %s', async (_name, status, badge, plan, action) => {
  api.on(calls.getSubscriptionStatus, status);
  show();
  expect(await screen.findByRole('heading', { name: plan, level: 2 })).toBeVisible();
  expect(screen.getAllByText(badge).some((element) => element.tagName === 'SPAN')).toBe(true);
  expect(screen.getByRole('button', { name: action })).toBeVisible();
});

test("§2 Subscription page: 'Contact Support' is a mailto link, with the address beside it", async () => {
  show();
  const link = await screen.findByRole('link', { name: 'Contact Support' });
  expect(link).toHaveAttribute('href', 'mailto:help@example.org');
  expect(link.parentElement).toHaveTextContent('Contact Support (help@example.org)');
});

test('§9 Subscription page: the free plan is 5 study guides, 5 decks of 20 cards, 5 quizzes of 10 questions, 2 folders; premium $9.99 per month, cancel anytime', async () => {
  show();
  await screen.findByRole('heading', { name: 'Free Plan' });
  for (const text of ['5 study guides', '5 flashcard decks (20 cards each)', '5 quizzes (10 questions each)', '2 folders'])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText('$9.99 per month, cancel anytime')).toBeVisible();
  // Only differences are listed. Custom styles are none: free learners have them, too.
  expect(screen.getByText('Unlimited quizzes (20 questions per new quiz)')).toBeVisible();
  expect(screen.getByText('Unlimited flashcard decks (30 cards per new deck)')).toBeVisible();
  expect(screen.queryByText('Custom styles')).not.toBeInTheDocument();
});

test('says that a payment was not confirmed in time', async () => {
  jest.useFakeTimers();
  show({ at: '/subscription?success=true' });
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(screen.getByText(/still being confirmed/)).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/subscription$/);
});

test('canceled=true shows a neutral notice', async () => {
  show({ at: '/subscription?canceled=true' });
  expect(await screen.findByText('The checkout was canceled. Nothing was charged.')).toBeVisible();
});
