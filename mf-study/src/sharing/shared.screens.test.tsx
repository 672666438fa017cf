import { calls } from '@lectern/contracts';
import { answer, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, aQuiz, aSharedDeck, aSharedQuiz } from '../testing';
import { SharedDeckScreen } from './shared-deck.screen';
import { SharedQuizScreen } from './shared-quiz.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.showSharedQuiz, aSharedQuiz());
  api.on(calls.showSharedDeck, aSharedDeck());
});
afterEach(() => {
  api.restore();
});
const showQuiz = (user?: typeof learner) =>
  renderWithPlatform(<SharedQuizScreen />, { at: '/shared/quiz/s1', path: '/shared/quiz/:secret', ...(user && { user }) });
const showDeck = (user?: typeof learner) =>
  renderWithPlatform(<SharedDeckScreen />, { at: '/shared/deck/s1', path: '/shared/deck/:secret', ...(user && { user }) });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a visitor tries the quiz: nothing is sent but the one read', async () => {
  showQuiz();
  expect(await screen.findByText('Shared by Ada')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /q1 wrong/ }));
  await press('Show Answer');
  expect(screen.getByText('q1 explained.')).toBeVisible();
  await press('Next Question');
  expect(screen.getByText('Question 2 of 2')).toBeVisible();
  await userEvent.keyboard('b');
  await press('Show Answer');
  await press('Submit Quiz');
  expect(await screen.findByText('1 of 2 correct')).toBeVisible();
  expect(screen.getByRole('heading', { name: '1 question to look at again' })).toBeVisible();
  expect(screen.getByText('Your answer').nextSibling).toHaveTextContent('q1 wrong');
  expect(screen.getByText('Correct answer').nextSibling).toHaveTextContent('q1 right');
  expect(screen.getByText('q1 explained.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Keep practicing!' })).toHaveFocus();
  expect(api.received).toMatchObject([{ method: 'GET', path: '/quizzes/shared/s1' }]);
  await press('Try again');
  expect(screen.getByText('Question 1 of 2')).toBeVisible();
});

test('a learner copies the quiz, and the copy opens', async () => {
  api.on(calls.copySharedQuiz, answer(201, aQuiz({ _id: 'copy' })));
  showQuiz(learner);
  await press('Copy to my Lectern');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/copy'));
});

test('a visitor flips the cards to the end', async () => {
  const { cards } = aSharedDeck();
  showDeck();
  expect(await screen.findByText(`Card 1 of ${String(cards.length)}`)).toBeVisible();
  for (const [index] of cards.entries()) {
    await press('Flip');
    await press(index === 0 ? 'Got it' : 'Not yet');
  }
  expect(await screen.findByText(`1 of ${String(cards.length)} marked “Got it”`)).toBeVisible();
  expect(api.received).toMatchObject([{ method: 'GET', path: '/flashcards/shared/s1' }]);
  await press('Start again');
  expect(screen.getByText(`Card 1 of ${String(cards.length)}`)).toBeVisible();
});

test('a deck that was only looked at says so at its end', async () => {
  const { cards } = aSharedDeck();
  showDeck();
  for (let index = 1; index < cards.length; index += 1) await press('Next');
  await press('Finish');
  expect(screen.getByRole('heading', { name: 'You have not marked any cards yet' })).toHaveFocus();
});

test('the menu reports the page', async () => {
  api.on(calls.reportShared, { message: 'Thank you. We will look at this page.' });
  showQuiz();
  await userEvent.click(await screen.findByRole('button', { name: /^Options for/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report this page' }));
  await userEvent.type(await screen.findByRole('textbox'), 'My textbook.');
  await press('Send Report');
  expect(await screen.findByText('Thank you. We will look at this page.')).toBeVisible();
});

test('a learner copies the deck, and the copy opens', async () => {
  api.on(calls.copySharedDeck, answer(201, aDeck({ _id: 'copy' })));
  showDeck(learner);
  await press('Copy to my Lectern');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/flashcards/copy'));
});
