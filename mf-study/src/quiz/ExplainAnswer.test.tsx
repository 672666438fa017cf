import { calls, type OptionExplanation } from '@lectern/contracts';
import { answer, installFakeApi, learner, premiumLimits, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aQuiz } from '../testing';
import { QuizScreen } from './quiz.screen';

let api: FakeApi;
const source = (slide: number, quote: string) => ({
  pointer: { kind: 'slide' as const, slide, part: 'body' as const, paragraph: 1 },
  quote,
});
const explained: OptionExplanation = {
  text: 'This is what your material says of your answer and of the right one.',
  answeredBy: 'passages',
  passages: [
    { ...source(7, 'q1 wrong belongs here'), about: 'chosen' },
    { ...source(4, 'q1 right belongs here'), about: 'right' },
  ],
};

beforeEach(() => {
  localStorage.clear();
  api = installFakeApi();
  api.on(calls.getQuiz, aQuiz({}));
  api.on(calls.getLimits, premiumLimits());
  api.on(calls.listAskedQuestions, []);
});
afterEach(() => {
  api.restore();
});

/** The quiz with this option chosen and the answer shown. */
const answerWith = async (key: string) => {
  renderWithPlatform(<QuizScreen />, { at: '/quizzes/z1', path: '/quizzes/:id', user: learner, limits: premiumLimits() });
  const user = userEvent.setup();
  await screen.findByText('Question 1 of 2');
  await user.keyboard(`${key}{Enter}`);
  return user;
};

test('explains a wrong answer with the passages of both options side by side', async () => {
  api.on(calls.explainOption, explained);
  const user = await answerWith('b');
  await user.click(screen.getByRole('button', { name: 'Explain' }));
  const result = await screen.findByRole('region', { name: 'Explanation of your answer' });
  expect(api.received.find(({ path }) => path === '/quizzes/z1/questions/q1/explain')?.body).toEqual({ option: 'q1 wrong' });
  await waitFor(() => expect(result).toHaveFocus());
  expect(screen.getByRole('heading', { name: 'Your answer' }).parentElement).toHaveTextContent('q1 wrong belongs here');
  expect(screen.getByRole('heading', { name: 'The right answer' }).parentElement).toHaveTextContent('q1 right belongs here');
});

test('offers no explanation of a right answer; says what failed in one sentence', async () => {
  const user = await answerWith('a');
  expect(screen.queryByRole('button', { name: 'Explain' })).not.toBeInTheDocument();
  await user.keyboard('{Enter}a{Enter}');
  api.on(calls.explainOption, answer(409, { code: 'conflict', msg: 'The study guide of this quiz was deleted.' }));
  await user.click(screen.getByRole('button', { name: 'Explain' }));
  expect((await screen.findAllByText('The study guide of this quiz was deleted.')).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Explain' })).toBeEnabled();
});

test('asks the guide about a question, with its id; keys that are typed choose nothing', async () => {
  api.on(calls.listAskedQuestions, [
    { _id: 'a0', question: 'Of another item?', answer: 'No.', answeredBy: 'nothing', passages: [], itemId: 'q2' },
  ]);
  api.on(calls.askGuide, {
    _id: 'a1',
    question: 'sea',
    answer: 'So.',
    answeredBy: 'passages',
    passages: [source(7, 'So it is.')],
    itemId: 'q1',
  });
  const user = await answerWith('b');
  await user.click(screen.getByText('Ask about this'));
  await user.type(await screen.findByLabelText('Your question'), 'sea{Enter}');
  expect(await screen.findByText(/So it is\./)).toBeVisible();
  expect(api.received.find(({ path, method }) => method === 'POST' && path === '/study-materials/m1/ask')?.body).toEqual({
    question: 'sea',
    itemId: 'q1',
  });
  expect(screen.queryByText('Of another item?')).not.toBeInTheDocument();
  expect(screen.getByText('Question 1 of 2')).toBeVisible();
});
