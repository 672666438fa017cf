import { freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import { aDeck, aQuiz } from '../testing';
import { CheckOffer } from './CheckOffer';
import { GenerationNotice } from './GenerationNotice';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
});
const now = new Date().toISOString();
const options = { user: learner, limits: freeLimits() };

test('what was just generated can be checked', () => {
  renderWithPlatform(<CheckOffer item={aDeck({ createdAt: now })} kind="card" />, options);
  expect(screen.getByRole('link', { name: 'Check your cards' })).toHaveAttribute('href', '/flashcards/d1/check');
  renderWithPlatform(<CheckOffer item={aQuiz({ createdAt: now })} kind="question" />, options);
  expect(screen.getByRole('link', { name: 'Check your questions' })).toHaveAttribute('href', '/quizzes/z1/check');
});

test('what is in use, or was written by the learner, is not offered', () => {
  renderWithPlatform(<CheckOffer item={aDeck({})} kind="card" />, options);
  renderWithPlatform(<CheckOffer item={aDeck({ createdAt: now, generatedBy: 'learner' })} kind="card" />, options);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('beside a shortfall the learner can pick, unless the cards come from several guides', () => {
  const shortfall = { asked: 20, made: 3, reason: 'The guide is short.' };
  renderWithPlatform(<GenerationNotice item={aDeck({ _id: 'd7', shortfall })} />, options);
  expect(screen.getByRole('link', { name: 'Pick what to ask' })).toHaveAttribute('href', '/pick/m1');
  renderWithPlatform(<GenerationNotice item={aDeck({ _id: 'd8', shortfall, studyMaterialId: null })} />, options);
  expect(screen.getAllByRole('link', { name: 'Pick what to ask' })).toHaveLength(1);
});
