import { calls, type FlashcardDeck, type Generation, type Quiz } from '@lectern/contracts';
import { answer, installFakeApi, learner, premiumLimits, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FlashcardsScreen } from '../flashcards/flashcards.screen';
import { ItemsScreen } from '../items/items.screen';
import { NewItemScreen } from '../new-item/new-item.screen';
import { QuizScreen } from '../quiz/quiz.screen';
import { aDeck, aGuide, aQuestion, aQuiz, listed, listedDeck } from '../testing';

let api: FakeApi;
beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
  api = installFakeApi();
  api.on(calls.getLimits, premiumLimits());
  api.on(calls.getStudyEngine, { generatedBy: 'openai:gpt-5-mini' });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  api.restore();
});
const options = { user: learner, limits: premiumLimits() };
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const times = (method: string, path: string) => api.received.filter((call) => call.method === method && call.path === path).length;

const asked = 4;
const generation = (made: number): Generation => ({ state: made < asked ? 'running' : 'complete', asked, made });
const growingQuiz = (made: number, change: Partial<Quiz> = {}): Quiz =>
  aQuiz({
    generatedBy: 'openai:gpt-5-mini',
    generation: generation(made),
    questions: Array.from({ length: made }, (_, index) => ({
      ...aQuestion(`q${String(index + 1)}`),
      generatedBy: 'openai:gpt-5-mini',
    })),
    ...change,
  });
const growingDeck = (made: number): FlashcardDeck =>
  aDeck({
    generation: generation(made),
    cards: Array.from({ length: made }, (_, index) => ({ _id: `c${String(index)}`, front: `front ${String(index)}`, back: 'back' })),
  });

describe('a quiz that is still being made', () => {
  const show = () => renderWithPlatform(<QuizScreen />, { at: '/quizzes/z1', path: '/quizzes/:id', ...options });
  const ready = (made: number) => screen.findByText(`${String(made)} of 4 questions were ready in time. The others are being made.`);
  beforeEach(() => {
    api.on(calls.getQuiz, growingQuiz(2));
    api.on(calls.submitQuiz, { score: 100, totalQuestions: 2, correctAnswers: 2, weakAreas: [] });
  });

  test('grows until it is complete', async () => {
    show();
    expect(await ready(2)).toBeVisible();
    expect(screen.getByText('Question 1 of 2')).toBeVisible();
    api.on(calls.getQuiz, growingQuiz(3));
    await pass(4_000);
    expect(await ready(3)).toBeVisible();
    expect(screen.getByText('Question 1 of 3')).toBeVisible();
    api.on(calls.getQuiz, growingQuiz(4));
    await pass(4_000);
    expect(await screen.findByText('Question 1 of 4')).toBeVisible();
    expect(screen.queryByText(/ready in time/)).not.toBeInTheDocument();
    const before = times('GET', '/quizzes/z1');
    await pass(20_000);
    expect(times('GET', '/quizzes/z1')).toBe(before);
  });

  test('a begun attempt keeps its questions; the new ones wait for the next', async () => {
    show();
    await ready(2);
    await user().keyboard('a{Enter}{Enter}');
    api.on(calls.getQuiz, growingQuiz(4));
    await pass(4_000);
    expect(screen.getByText('Question 2 of 2')).toBeVisible();
    await user().keyboard('a{Enter}{Enter}');
    expect(await screen.findByText('2 more questions are ready, for your next attempt.')).toBeVisible();
    // The service scores as many questions as were answered, and counts the attempt.
    const { body } = api.received.find(({ path }) => path === '/quizzes/z1/submit') ?? {};
    expect(body).toMatchObject({ answers: ['q1 right', 'q2 right'] });
    expect(body).not.toHaveProperty('questionIds');
    await user().click(screen.getByRole('button', { name: 'Try again from the start' }));
    expect(screen.getByText('Question 1 of 4')).toBeVisible();
  });

  test('is deleted elsewhere: it is not asked for any more', async () => {
    show();
    await ready(2);
    api.on(calls.getQuiz, answer(404, { code: 'not_found' }));
    await pass(4_000);
    const before = times('GET', '/quizzes/z1');
    await pass(20_000);
    expect(times('GET', '/quizzes/z1')).toBe(before);
  });

  test('stops', async () => {
    api.on(calls.stopQuizGeneration, growingQuiz(2, { generation: { state: 'stopped', asked, made: 2 } }));
    show();
    await ready(2);
    await user().click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('2 of 4 questions were made.')).toBeVisible();
  });
});

test('a deck that is still being made gets its cards at the end; the one on screen stays as it is', async () => {
  api.on(calls.getDeck, growingDeck(2));
  renderWithPlatform(<FlashcardsScreen />, { at: '/flashcards/d1', path: '/flashcards/:id', ...options });
  expect(await screen.findByText('2 of 4 cards were ready in time. The others are being made.')).toBeVisible();
  await user().keyboard('{ArrowRight} ');
  expect(screen.getByText('Card 2 of 2')).toBeVisible();
  api.on(calls.getDeck, growingDeck(4));
  await pass(4_000);
  expect(await screen.findByText('Card 2 of 4')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Got it' })).toBeVisible();
});

test('their cards in the lists grow', async () => {
  api.on(calls.listQuizzes, [listed(growingQuiz(2))]);
  api.on(calls.getQuiz, growingQuiz(2));
  renderWithPlatform(<ItemsScreen />, { at: '/quizzes', ...options });
  expect(await screen.findByText('2 of 4 made')).toBeVisible();
  api.on(calls.getQuiz, growingQuiz(3));
  await pass(4_000);
  expect(await screen.findByText('3 questions')).toBeVisible();
  expect(screen.getByText('3 of 4 made')).toBeVisible();
  api.on(calls.getQuiz, growingQuiz(4));
  await pass(4_000);
  expect(await screen.findByText('4 questions')).toBeVisible();
  expect(screen.queryByText(/made$/)).not.toBeInTheDocument();
});

test('the notice of a deck that was just made follows it', async () => {
  api.on(calls.listQuizzes, []);
  api.on(calls.listDecks, [listedDeck(aDeck({}))]);
  api.on(calls.listStudyMaterials, [aGuide({})]);
  api.on(calls.createDeck, answer(201, growingDeck(2)));
  renderWithPlatform(<ItemsScreen />, { at: '/quizzes?tab=flashcards&material=m1', ...options });
  await user().click(await screen.findByRole('button', { name: 'Create Deck' }));
  expect(await screen.findByText(/^2 of 4 cards were ready in time/)).toBeVisible();
  api.on(calls.getDeck, growingDeck(4));
  await pass(4_000);
  await waitFor(() => expect(screen.queryByText(/ready in time/)).not.toBeInTheDocument());
});

describe('the overlay', () => {
  const show = () => renderWithPlatform(<NewItemScreen />, { at: '/quizzes/new?material=m1', ...options });
  const asking = () => api.received.filter(({ path }) => path.startsWith('/quizzes/progress/'));
  beforeEach(() => {
    api.on(calls.generateQuiz, () => new Promise(() => undefined));
    api.on(calls.getQuizProgress, { state: 'running', made: 6, asked: 10 });
  });

  test('says how many questions there are, by the key of the call', async () => {
    show();
    await pass(100);
    await pass(4_000);
    expect(await screen.findByText('6 questions so far', { selector: 'p' })).toBeVisible();
    const key = api.received.find(({ method }) => method === 'POST')?.headers['idempotency-key'];
    expect(asking()[0]?.path).toBe(`/quizzes/progress/${key ?? ''}`);
  });

  test('has its usual words when that cannot be told', async () => {
    api.on(calls.getQuizProgress, answer(404, { code: 'not_found' }));
    show();
    await pass(100);
    await pass(6_000);
    expect(screen.queryByText(/so far/)).not.toBeInTheDocument();
    expect(screen.queryByText('Something went wrong')).not.toBeInTheDocument();
  });

  test('does not ask while Lectern’s own engine makes it', async () => {
    api.on(calls.getStudyEngine, { generatedBy: 'offline' });
    show();
    await pass(100);
    await pass(6_000);
    expect(asking()).toHaveLength(0);
  });
});
