import { calls, type Flashcard } from '@lectern/contracts';
import { answer, installFakeApi, learner, premiumLimits, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aQuestion, aQuiz, heartDeck } from '../testing';
import { CheckCardsScreen } from './check-cards.screen';
import { CheckQuestionsScreen } from './check-questions.screen';

let api: FakeApi;
const showCards = () => {
  renderWithPlatform(<CheckCardsScreen />, {
    at: '/flashcards/d1/check',
    path: '/flashcards/:id/check',
    user: learner,
    limits: premiumLimits(),
  });
  return userEvent.setup();
};
const sent = (method: string): string[] => api.received.filter((call) => call.method === method).map(({ path }) => path);
const own: Flashcard = { _id: 'own', front: 'Mine', back: 'Own' };

beforeEach(() => {
  api = installFakeApi();
  const deck = heartDeck();
  api.on(calls.getDeck, { ...deck, cards: [...deck.cards, own] });
  api.on(calls.getQuiz, aQuiz({}));
  api.on(calls.deleteCard, { _id: 'k1' });
  api.on(calls.restoreCard, heartDeck().cards[0]);
  api.on(calls.deleteQuestion, { _id: 'q1' });
});
afterEach(() => {
  api.restore();
});

test('K keeps, D drops and U undoes, one generated card at a time; the end counts', async () => {
  const user = showCards();
  expect(await screen.findByText('What is preload?')).toBeVisible();
  expect(screen.getByText('The stretch of the ventricle at the end of filling.')).toBeVisible();
  await user.keyboard('dd');
  expect(screen.getByText('What is the ejection fraction?')).toBeVisible();
  await user.keyboard('u');
  expect(screen.getByText('What is afterload?')).toBeVisible();
  await waitFor(() => expect(sent('POST')).toEqual(['/flashcards/d1/cards/k2/restore']));
  expect(sent('DELETE')).toEqual(['/flashcards/d1/cards/k1', '/flashcards/d1/cards/k2']);
  expect(api.received.find(({ method }) => method === 'DELETE')?.query).toEqual({ reason: 'dropped' });
  await user.keyboard('kkk');
  expect(screen.getByRole('heading', { name: '3 cards kept' })).toHaveFocus();
  expect(screen.getByText('1 card dropped. It is not made again for this guide.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Study the cards' })).toHaveAttribute('href', '/flashcards/d1');
});

test('E edits the card at hand', async () => {
  const deck = heartDeck();
  api.on(calls.updateCard, { ...deck, cards: deck.cards.map((card) => (card._id === 'k1' ? { ...card, front: 'Preload?' } : card)) });
  const user = showCards();
  await screen.findByText('What is preload?');
  await user.keyboard('e');
  const front = await screen.findByLabelText('Front');
  await user.clear(front);
  await user.type(front, 'Preload?');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Preload?')).toBeVisible();
});

test('a card that cannot be dropped is said once, and can be kept', async () => {
  api.on(calls.deleteCard, answer(409, { msg: "This is the deck's last card. Delete the deck instead.", code: 'conflict' }));
  const user = showCards();
  await user.click(await screen.findByRole('button', { name: 'Drop' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("This is the deck's last card.");
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('questions are shown with the right option and the explanation', async () => {
  api.on(calls.getQuiz, aQuiz({ questions: [aQuestion('q1'), aQuestion('q2')] }));
  renderWithPlatform(<CheckQuestionsScreen />, {
    at: '/quizzes/z1/check',
    path: '/quizzes/:id/check',
    user: learner,
    limits: premiumLimits(),
  });
  expect(await screen.findByText('What is q1?')).toBeVisible();
  expect(screen.getByText('q1 right').closest('li')).toHaveTextContent('q1 right (correct)');
  expect(screen.getByText('q1 explained.')).toBeVisible();
  await userEvent.keyboard('d');
  expect(screen.getByText('What is q2?')).toBeVisible();
  await waitFor(() => expect(sent('DELETE')).toEqual(['/quizzes/z1/questions/q1']));
});
