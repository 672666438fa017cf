import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, networkError, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { heartSuggestions } from '../pick/testing';
import { aDeck, aQuiz } from '../testing';
import { MakeItemSlot } from './make-item.slot';

let api: FakeApi;
const onClose = jest.fn();
const show = (kind: 'card' | 'question', words: string) => {
  renderWithPlatform(<MakeItemSlot kind={kind} studyMaterialId="m1" guideTitle="Heart" words={words} onClose={onClose} />, {
    at: '/study-materials/m1',
    user: learner,
    limits: freeLimits(),
  });
  return userEvent.setup();
};
const sent = (ending: string) => api.received.filter(({ method, path }) => method === 'POST' && path.endsWith(ending));

beforeEach(() => {
  onClose.mockReset();
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.listDecks, []);
  api.on(calls.listQuizzes, []);
  api.on(calls.listSuggestions, heartSuggestions);
  api.on(calls.createOwnQuiz, answer(201, aQuiz({})));
});
afterEach(() => {
  api.restore();
});

test('a card of selected words is made once, also after a lost connection', async () => {
  let isDown = true;
  api.on(calls.createOwnDeck, () => (isDown ? networkError() : answer(201, aDeck({}))));
  const user = show('card', 'The heart pumps blood through the body.');
  await user.type(await screen.findByLabelText('Front'), 'What does the heart do?');
  await user.click(screen.getByRole('button', { name: 'Add Card' }));
  await waitFor(() => expect(sent('/flashcards/own').length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Card' })).toBeEnabled());
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Add Card' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(new Set(sent('/flashcards/own').map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(sent('/flashcards/own').at(-1)?.body).toMatchObject({
    studyMaterialId: 'm1',
    cards: [{ front: 'What does the heart do?', back: 'The heart pumps blood through the body.' }],
  });
});

test('each gap in selected words makes a card', async () => {
  api.on(calls.createOwnDeck, answer(201, aDeck({})));
  api.on(calls.addCard, answer(201, { _id: 'c2', front: '', back: '' }));
  const user = show('card', 'ATP is made in mitochondria.');
  const back = await screen.findByLabelText<HTMLTextAreaElement>('Back');
  back.focus();
  back.setSelectionRange(0, 3);
  await user.click(screen.getAllByRole('button', { name: 'Make a gap' }).at(-1)!);
  expect(back).toHaveValue('{{c1::ATP}} is made in mitochondria.');
  expect(screen.getByRole('region', { name: '1 card from gaps' })).toHaveTextContent('[…] is made in mitochondria');
  back.setSelectionRange(back.value.length - 13, back.value.length - 1);
  await user.keyboard('{Control>}{Shift>}C{/Shift}{/Control}');
  expect(back).toHaveValue('{{c1::ATP}} is made in {{c2::mitochondria}}.');
  await user.click(screen.getByRole('button', { name: 'Make 2 Cards' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent('/flashcards/own')[0]?.body).toMatchObject({ cards: [{ front: '[…] is made in mitochondria.', back: 'ATP' }] });
  expect(sent('/cards')[0]?.body).toEqual({ front: 'ATP is made in […].', back: 'mitochondria' });
});

test('a question of a selected term comes with terms of its kind', async () => {
  const user = show('question', 'preload');
  expect(await screen.findByLabelText('Question')).toHaveValue('_____: the stretch of the ventricle at the end of filling.');
  await user.click(screen.getByRole('button', { name: 'Add Question' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent('/quizzes/own')[0]?.body).toMatchObject({
    question: { options: expect.arrayContaining([{ text: 'Preload', isCorrect: true }]) },
  });
});

test('without such terms, and when they cannot be read, the learner writes the options', async () => {
  api.on(calls.listSuggestions, answer(500, { code: 'internal' }));
  show('question', 'Some other words of the guide.');
  expect(await screen.findByLabelText('Question')).toHaveValue('Some other words of the guide.');
  expect(screen.getByLabelText('Option A')).toHaveValue('');
});
