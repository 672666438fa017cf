import { calls } from '@lectern/contracts';
import { freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, within } from '@testing-library/react';
import { StatisticsScreen } from './statistics.screen';
import { aReviewSummary, emptySummary, someSettings } from './testing';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<StatisticsScreen />, { at: '/review/statistics', user: learner, limits: freeLimits() });
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getReviewSettings, someSettings());
  api.on(calls.getReviewSummary, aReviewSummary());
});
afterEach(() => {
  api.restore();
});

test('each figure is in a table', async () => {
  show();
  const forecast = within(await screen.findByRole('table', { name: 'Reviews due on the next 30 days' }));
  expect(forecast.getAllByRole('row')).toHaveLength(31);
  expect(forecast.getByRole('row', { name: 'Mar 7 22' })).toBeInTheDocument();
  const retention = within(await screen.findByRole('table', { name: 'Retention of the last 30 days' }));
  expect(retention.getByRole('row', { name: 'Recalled 91%' })).toBeInTheDocument();
  expect(await retention.findByRole('row', { name: 'Wanted 90%' })).toBeInTheDocument();
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
