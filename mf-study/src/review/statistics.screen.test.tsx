import { calls } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  renderWithPlatform,
  type FakeApi,
  type ReceivedCall,
} from '@lectern/platform/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StatisticsScreen } from './statistics.screen';
import { aListedCard, aListedQuestion, aReviewItem, aReviewSummary, aReviewYear, emptySummary, someSettings } from './testing';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<StatisticsScreen />, { at: '/review/statistics', user: learner, limits: freeLimits() });
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getReviewSettings, someSettings());
  api.on(calls.getReviewSummary, aReviewSummary());
  api.on(calls.getReviewYear, aReviewYear());
  api.on(calls.listReviewItems, ({ query }: ReceivedCall) =>
    query['list'] === 'hardest'
      ? [aListedCard('k1'), aListedCard('k2', { lapses: 2, source: undefined }), aListedQuestion('h1')]
      : [aListedQuestion('h2'), aListedCard('k3')],
  );
});
afterEach(() => {
  api.restore();
});

test('each figure is in a table', async () => {
  show();
  const forecast = within(await screen.findByRole('table', { name: 'Reviews due on the next 30 days' }));
  expect(forecast.getAllByRole('row')).toHaveLength(31);
  expect(forecast.getByRole('row', { name: 'Mar 7 22' })).toBeInTheDocument();
  const retention = within(await screen.findByRole('table', { name: 'Retention over the last 30 days' }));
  expect(retention.getByRole('row', { name: 'Recalled 91%' })).toBeInTheDocument();
  expect(await retention.findByRole('row', { name: 'Target 90%' })).toBeInTheDocument();
});

test('the deck that is known least comes first and leads to its reviews', async () => {
  show();
  const table = within(await screen.findByRole('table', { name: '' }));
  const decks = table.getAllByRole('link');
  expect(decks.map(({ textContent }) => textContent)).toEqual([
    'Flashcards: Cell respiration',
    'Flashcards: Heart Failure: Nursing Care of Adults',
  ]);
  expect(decks[0]).toHaveAttribute('href', '/review?deckId=d2');
});

test('without cards there are no figures but how to make cards', async () => {
  api.on(calls.getReviewSummary, emptySummary());
  show();
  expect(await screen.findByRole('link', { name: 'Make Cards' })).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

const sent = () => api.received.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));
const option = async (of: string, name: string) => {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: `Options for ${of}` }));
  return user.click(await screen.findByRole('menuitem', { name }));
};

test('the reviews of each day of a year are in a table', async () => {
  show();
  const table = within(await screen.findByRole('table', { name: 'Reviews on each day of the last year' }));
  // 365 days are part of 53 weeks.
  expect(table.getAllByRole('row')).toHaveLength(54);
  expect(table.getByRole('row', { name: 'Mar 2, 2026 20' })).toBeInTheDocument();
  expect(screen.getByText(/^[\d,]+ reviews on 318 days\. Busiest day: /)).toBeInTheDocument();
});

test('a hard card is asked differently, and the lists are read again', async () => {
  api.on(calls.askDifferently, { _id: 'k9', front: 'f', back: 'b' });
  show();
  await option('hard card 1', 'Ask Differently');
  expect(await screen.findByText('A new card asks this differently. The old one is suspended.')).toBeInTheDocument();
  expect(sent()).toEqual([{ method: 'POST', path: '/flashcards/d1/cards/k1/ask-differently', body: undefined }]);
  await waitFor(() => {
    expect(api.received.filter(({ path }) => path === '/reviews/items')).toHaveLength(4);
  });
});

test('a passage that gives no other card is said, and nothing changes', async () => {
  api.on(
    calls.askDifferently,
    answer(422, { code: 'too_little_material', msg: 'No other card can be made from its passage. Edit this one instead.' }),
  );
  show();
  await option('hard card 1', 'Ask Differently');
  expect(await screen.findByText('No other card can be made from its passage. Edit this one instead.')).toBeInTheDocument();
});

test('cards without a source and questions are edited or suspended', async () => {
  api.on(calls.updateReviewItem, aReviewItem());
  show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Options for hard card 2' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Edit Card', 'Suspend']);
  await user.keyboard('{Escape}');
  await option('hard question 3', 'Suspend');
  expect(await screen.findByText('Suspended', { selector: '[role="status"], [role="status"] *' })).toBeInTheDocument();
  expect(sent()).toEqual([{ method: 'PUT', path: '/reviews/items/question/h1', body: { suspended: true } }]);
});

test('a suspended question is resumed', async () => {
  api.on(calls.updateReviewItem, aReviewItem());
  show();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Resume What is h2?' }));
  expect(await screen.findByText('Resumed')).toBeInTheDocument();
  expect(sent()).toEqual([{ method: 'PUT', path: '/reviews/items/question/h2', body: { suspended: false } }]);
});

test('each part that cannot be loaded says so and can be tried again', async () => {
  api.on(calls.getReviewYear, answer(500, { code: 'internal' }));
  api.on(calls.listReviewItems, answer(500, { code: 'internal' }));
  show();
  expect(await screen.findByText('Your reviews of the last year could not be loaded.', undefined, { timeout: 5_000 })).toBeVisible();
  expect(await screen.findAllByText('This list could not be loaded.', undefined, { timeout: 5_000 })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3);
});
