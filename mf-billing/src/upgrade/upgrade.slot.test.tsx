import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { browser } from '../shared/browser';
import { UpgradeSlot } from './upgrade.slot';

let api: FakeApi;
const goTo = jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
const onDone = jest.fn();

beforeEach(() => {
  api = installFakeApi();
  goTo.mockImplementation(() => undefined);
  renderWithPlatform(<UpgradeSlot message="You've reached your limit of 5 quizzes." onDone={onDone} />, {
    user: learner,
    limits: freeLimits(),
  });
});
afterEach(() => {
  api.restore();
});

const press = () => userEvent.click(screen.getByRole('button', { name: 'Upgrade to Premium' }));

test('§2 Upgrade modal: says why it opened, what premium gives and what it costs: $9.99 per month, cancel anytime (§9)', () => {
  expect(screen.getByText("You've reached your limit of 5 quizzes.")).toBeVisible();
  expect(screen.getByText('$9.99').parentElement).toHaveTextContent('$9.99 per month, cancel anytime');
  expect(screen.getByText('Progress tracking for each guide')).toBeVisible();
});

test('§2 Upgrade modal: closes after a successful upgrade whose returned status is active', async () => {
  api.on(calls.upgradeSubscription, { status: 'active' });
  await press();
  await waitFor(() => {
    expect(onDone).toHaveBeenCalledTimes(1);
  });
  expect(goTo).not.toHaveBeenCalled();
});

test("§4 Premium: an upgrade redirects the browser to a checkout address ('Redirecting to checkout...')", async () => {
  api.on(calls.upgradeSubscription, { status: 'requires_payment', checkoutUrl: 'https://pay.example/c1' });
  await press();
  expect(await screen.findByText('Redirecting to checkout...')).toBeInTheDocument();
  expect(goTo).toHaveBeenCalledWith('https://pay.example/c1');
  expect(onDone).not.toHaveBeenCalled();
});

test.each([
  ['a failed call', answer(500, { code: 'internal' })],
  ['no address to pay at', { status: 'requires_payment' }],
  ['an address that is none of the web', { status: 'requires_payment', checkoutUrl: 'javascript:alert(1)' }],
])("§8 Subscription: 'Failed to create subscription' after %s; the button stays", async (_name, given) => {
  api.on(calls.upgradeSubscription, given);
  await press();
  expect(await screen.findByText('Failed to create subscription')).toBeInTheDocument();
  expect(goTo).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Upgrade to Premium' })).toBeEnabled();
});
