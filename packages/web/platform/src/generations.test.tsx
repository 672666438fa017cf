import { calls } from '@lectern/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { followGenerations, runGeneration } from './generations';
import { answer, installFakeApi, learner, renderWithPlatform } from './testing';

const listed = (_id: string, title: string) => ({ _id, title, createdAt: '2026-03-05T10:00:00.000Z' });
const quiz = (_id: string, title: string) => ({
  ...listed(_id, title),
  description: '',
  questionCount: 3,
  currentScore: 0,
  running_average: 0,
  attempts: 0,
  studyMaterialId: 'g1',
  studyMaterialTitle: 'Heart',
  difficultyLevel: 'medium',
  stylePreference: null,
  generatedBy: 'offline',
});
let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listQuizzes, [quiz('q1', 'Before')]);
});
afterEach(() => {
  jest.useRealTimers();
  api.restore();
});
const show = () => renderWithPlatform(<p>Page</p>, { at: '/quizzes', user: learner });
const isAskedOnUnload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const stored = () => Object.entries(localStorage).find(([name]) => name.endsWith('generations'))?.[1] as string | undefined;

test('while something is made, closing the page and going back ask; afterwards they do not', async () => {
  show();
  const work = Promise.withResolvers<string>();
  const run = runGeneration('quiz', () => work.promise);
  expect(isAskedOnUnload()).toBe(true);
  history.back();
  const dialog = await screen.findByRole('alertdialog', { hidden: true });
  expect(dialog).toHaveTextContent('Your quiz is still being made. Leave anyway? It will be in your list when it is ready.');
  await userEvent.click(screen.getByRole('button', { name: 'Stay', hidden: true }));
  work.resolve('made');
  expect(await run).toEqual({ result: 'made', hasLeft: false });
  expect(isAskedOnUnload()).toBe(false);
  expect(stored()).toBeUndefined();
});

test('a failure is passed on', async () => {
  show();
  await expect(runGeneration('quiz', () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(isAskedOnUnload()).toBe(false);
});

test('a page that is opened after the closed one tells when the thing is ready, once', async () => {
  show();
  void runGeneration('quiz', () => new Promise(() => undefined));
  await waitFor(() => expect(stored()).toBeDefined());
  jest.useFakeTimers();
  const end = followGenerations();
  await pass(3_000);
  expect(screen.queryByText(/is ready/)).not.toBeInTheDocument();
  api.on(calls.listQuizzes, [quiz('q2', 'Cell respiration'), quiz('q1', 'Before')]);
  await pass(3_000);
  expect(screen.getByText('“Cell respiration” is ready.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/quizzes/q2');
  expect(stored()).toBeUndefined();
  end();
});

test('looking fails without a word and is repeated; after ten minutes it ends', async () => {
  show();
  void runGeneration('quiz', () => new Promise(() => undefined));
  await waitFor(() => expect(stored()).toBeDefined());
  jest.useFakeTimers();
  api.on(calls.listQuizzes, answer(503, { msg: 'Down.', code: 'unavailable', requestId: 'r' }));
  const end = followGenerations(() => Date.now());
  await pass(6_000);
  expect(stored()).toBeDefined();
  await pass(10 * 60_000);
  expect(stored()).toBeUndefined();
  end();
});
