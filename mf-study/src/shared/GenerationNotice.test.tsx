import { calls, type Generation } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, aQuiz } from '../testing';
import { GenerationNotice } from './GenerationNotice';

let api: FakeApi;
beforeEach(() => {
  localStorage.clear();
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
});
const show = (item: Parameters<typeof GenerationNotice>[0]['item']) =>
  renderWithPlatform(<GenerationNotice item={item} />, { user: learner, limits: freeLimits() });
const of = (state: Generation['state'], made: number): Generation => ({ state, asked: 10, made });
const shortfall = { asked: 10, made: 2, reason: 'The guide is short.' };
const noAnswer = 'The language model did not answer. Lectern made this without it. Try again later for a fuller version.';

test.each([
  ['running', aQuiz({ generation: of('running', 7) }), '7 of 10 questions were ready in time. The others are being made.'],
  ['running, the first', aDeck({ generation: of('running', 1) }), '1 of 10 cards was ready in time. The others are being made.'],
  ['stopped', aQuiz({ generation: of('stopped', 7) }), '7 of 10 questions were made.'],
  ['stopped with a reason', aQuiz({ generation: of('stopped', 2), shortfall }), '2 of 10 questions were made. The guide is short.'],
  [
    'running with a reason',
    aQuiz({ generation: of('running', 2), shortfall }),
    '2 of 10 questions were ready in time. The others are being made.',
  ],
  ['without the model', aDeck({ notice: noAnswer, limitation: 'Plain cards.' }), `Plain cards. ${noAnswer}`],
])('%s: one notice', (_name, item, words) => {
  const { container } = show(item);
  expect(container.querySelector('[tabindex="-1"] > div')).toHaveTextContent(new RegExp(`^${words}(Pick what to ask|Stop)?$`));
});

test.each([
  ['complete', aQuiz({ generation: of('complete', 10) })],
  ['stopped at its end', aDeck({ generation: of('stopped', 10) })],
])('%s: nothing', (_name, item) => {
  show(item);
  expect(screen.queryByText(/of 10/)).not.toBeInTheDocument();
});

test('the making is stopped once, and cannot be dismissed before', async () => {
  const running = aQuiz({ generation: of('running', 7) });
  api.on(calls.stopQuizGeneration, { ...running, generation: of('stopped', 7) });
  show(running);
  expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(api.received).toMatchObject([{ method: 'DELETE', path: '/quizzes/z1/generation' }]);
});

test('what cannot be stopped says so', async () => {
  api.on(calls.stopDeckGeneration, answer(500, { code: 'internal' }));
  show(aDeck({ generation: of('running', 7) }));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('It could not be stopped. Please try again.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Stop' })).toBeEnabled();
});
