import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, never, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, aQuiz } from '../testing';
import { NewItemScreen } from './new-item.screen';

let api: FakeApi;
const show = (at: string) => renderWithPlatform(<NewItemScreen />, { at, user: learner, limits: freeLimits() });
const location = (): string => screen.getByTestId('location').textContent;

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});

test('a quiz is made once and opened', async () => {
  api.on(calls.generateQuiz, answer(201, aQuiz({ _id: 'z9' })));
  show('/quizzes/new?material=m1');
  expect(screen.getByText('Creating Your Quiz')).toBeVisible();
  await waitFor(() => {
    expect(location()).toBe('/quizzes/z9');
  });
  expect(api.received.filter(({ method }) => method === 'POST')).toMatchObject([
    { path: '/quizzes/generate', body: { studyMaterialId: 'm1', stylePreference: null } },
  ]);
});

test('a deck is made and opened', async () => {
  api.on(calls.createDeck, answer(201, aDeck({ _id: 'd9' })));
  show('/quizzes/new?kind=deck&material=m1');
  await waitFor(() => {
    expect(location()).toBe('/flashcards/d9');
  });
});

test('a failure says why and can be tried again, under the same key', async () => {
  api.on(calls.generateQuiz, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
  show('/quizzes/new?material=m1');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('Please try again in a moment.')).not.toHaveLength(0);
  expect(screen.getByRole('link', { name: 'Back to the guide' })).toHaveAttribute('href', '/study-materials/m1');
  expect(screen.getByRole('link', { name: 'Your quizzes' })).toHaveAttribute('href', '/quizzes');
  api.on(calls.generateQuiz, never);
  await userEvent.click(again);
  const keys = api.received.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a quiz of several guides, at most 20', async () => {
  api.on(calls.generateQuiz, answer(201, aQuiz({ _id: 'z9' })));
  const ids = Array.from({ length: 22 }, (_, index) => `m${String(index)}`);
  show(`/quizzes/new?${ids.map((id) => `material=${id}`).join('&')}`);
  await waitFor(() => {
    expect(location()).toBe('/quizzes/z9');
  });
  expect(api.received.find(({ method }) => method === 'POST')?.body).toEqual({
    studyMaterialIds: ids.slice(0, 20),
    stylePreference: null,
  });
});

test('without a guide it leads to the list', async () => {
  show('/quizzes/new');
  await waitFor(() => {
    expect(location()).toBe('/quizzes');
  });
});

test('a guide with too little for a quiz leads to "Pick what to ask" instead of another try', async () => {
  api.on(calls.generateQuiz, answer(422, { msg: 'This guide holds too few clear facts for a quiz.', code: 'too_little_material' }));
  show('/quizzes/new?material=m1');
  expect(await screen.findByRole('link', { name: 'Pick what to ask' })).toHaveAttribute('href', '/pick/m1');
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
