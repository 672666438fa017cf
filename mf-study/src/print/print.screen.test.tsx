import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, aQuestion, aQuiz } from '../testing';
import { PrintDeckScreen } from './print-deck.screen';
import { PrintQuizScreen } from './print-quiz.screen';

let api: FakeApi;
const showQuiz = () =>
  renderWithPlatform(<PrintQuizScreen />, { at: '/quizzes/z1/print', path: '/quizzes/:id/print', user: learner, limits: freeLimits() });
const showDeck = () =>
  renderWithPlatform(<PrintDeckScreen />, {
    at: '/flashcards/d1/print',
    path: '/flashcards/:id/print',
    user: learner,
    limits: freeLimits(),
  });
const printed = jest.fn();

beforeEach(() => {
  api = installFakeApi();
  globalThis.print = printed;
});
afterEach(() => {
  api.restore();
});

test('a quiz: questions with lettered options, then the answers with explanation and place, which can be left out', async () => {
  api.on(calls.getQuiz, aQuiz({ questions: [aQuestion('q1'), aQuestion('q2', 1)] }));
  showQuiz();
  const questions = within(await screen.findByRole('region', { name: 'Quiz: Heart' }));
  expect(questions.getByText(/What is q2/)).toHaveTextContent('What is q2?A.q2 wrongB.q2 right');
  expect(questions.queryByText('q1 explained.')).not.toBeInTheDocument();
  const answers = within(screen.getByRole('region', { name: 'Answers' }));
  expect(answers.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A. q1 rightq1 explained.Slide 4, notes',
    'B. q2 rightq2 explained.Slide 4, notes',
  ]);
  const user = userEvent.setup();
  await user.click(screen.getByRole('radio', { name: 'Questions only' }));
  expect(screen.queryByRole('region', { name: 'Answers' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(printed).toHaveBeenCalledTimes(1);
});

test('a deck: front and back of each card side by side, in two sizes', async () => {
  const deck = aDeck({});
  api.on(calls.getDeck, deck);
  showDeck();
  const list = await screen.findByRole('list', { name: 'Cards to print' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(deck.cards.map(({ front, back }) => front + back));
  await userEvent.click(screen.getByRole('radio', { name: 'Small, 10 per page' }));
  expect(screen.getByRole('radio', { name: 'Small, 10 per page' })).toBeChecked();
  expect(within(list).getAllByRole('listitem')).toHaveLength(deck.cards.length);
});

test.each([
  ['quiz', calls.getQuiz, showQuiz, 'Quiz Not Found'],
  ['deck', calls.getDeck, showDeck, 'Deck Not Found'],
] as const)('a %s that is not there says so', async (_kind, call, show, title) => {
  api.on(call, answer(404, { code: 'not_found', msg: 'Not found.' }));
  show();
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});
