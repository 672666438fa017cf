import { calls, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  premiumLimits,
  renderWithPlatform,
  type FakeApi,
  type RenderOptions,
} from '@lectern/platform/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, aGuide, aQuiz, listed, listedDeck } from '../testing';
import { ItemsScreen } from './items.screen';

let api: FakeApi;
const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<ItemsScreen />, { at: '/quizzes', user: learner, limits: freeLimits(), ...options });
  return userEvent.setup();
};
const search = (): string => screen.getByTestId('location').textContent;
const cardOf = (title: string): HTMLElement => screen.getByRole('heading', { name: title }).closest('article')!;
const calledTimes = (method: string, path: string): number =>
  api.received.filter((call) => call.method === method && call.path === path).length;

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listQuizzes, [listed(aQuiz({ _id: 'z2', title: 'Quiz: Lungs', currentScore: 80 })), listed(aQuiz({}))]);
  api.on(calls.listDecks, [listedDeck(aDeck({}))]);
  api.on(calls.listStudyMaterials, [aGuide({}), aGuide({ _id: 'm2', title: 'Lungs' })]);
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});

test('a quiz card shows what the specification lists', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Quiz: Lungs' })).toBeVisible();
  const best = within(cardOf('Quiz: Lungs'));
  expect(best.getByText('2 questions')).toBeVisible();
  expect(best.getByText('Best: 80%')).toBeVisible();
  expect(best.getByText('Mar 5, 2025')).toBeVisible();
  expect(best.getByText('2 questions on Heart')).toBeVisible();
  expect(best.getByRole('link', { name: 'Take Quiz' })).toHaveAttribute('href', '/quizzes/z2');
  expect(within(cardOf('Quiz: Heart')).queryByText(/Best/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Create Quiz' })).toBeVisible();
});

test('the tab lives in the address', async () => {
  const user = show();
  await user.click(screen.getByRole('tab', { name: 'Flashcards' }));
  expect(search()).toBe('/quizzes?tab=flashcards');
  expect(await screen.findByText('3 cards')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start Learning' })).toHaveAttribute('href', '/flashcards/d1');
  expect(screen.getByRole('button', { name: 'Create Flashcard Deck' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Quizzes' }));
  expect(search()).toBe('/quizzes');
});

test('the search goes to the service after a pause, and into the address', async () => {
  const user = show({ at: '/quizzes?tab=flashcards' });
  await screen.findByText('3 cards');
  api.on(calls.listDecks, []);
  await user.type(screen.getByRole('searchbox'), 'kidney');
  expect(await screen.findByText('No flashcard decks found matching your search.')).toBeVisible();
  expect(api.received.filter((call) => call.path === '/flashcards').map((call) => call.query['q'])).toEqual([undefined, 'kidney']);
  expect(search()).toBe('/quizzes?tab=flashcards&q=kidney');
});

test('further pages come with "Load more"', async () => {
  api.on(calls.listQuizzes, ({ query }: { query: Record<string, unknown> }) =>
    query['after'] === 'z2'
      ? answer(200, [listed(aQuiz({ _id: 'z1', title: 'Quiz: Older' }))])
      : answer(200, [listed(aQuiz({ _id: 'z2' }))], { 'x-next': 'z2' }),
  );
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('heading', { name: 'Quiz: Older' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

test('empty, and failed with a way to try again', async () => {
  api.on(calls.listQuizzes, answer(500, { msg: 'No.', code: 'internal' }));
  const user = show();
  expect(await screen.findByText('Failed to load quizzes')).toBeVisible();
  api.on(calls.listQuizzes, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No quizzes yet. Create one from a study guide.')).toBeVisible();
});

test('deleting asks first, then takes the card away and says so', async () => {
  api.on(calls.deleteQuiz, ({ params }: { params: Record<string, string> }) => ({ _id: params['id'] }));
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Options for Quiz: Lungs' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Quiz' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(calledTimes('DELETE', '/quizzes/z2')).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Options for Quiz: Lungs' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Quiz' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Quiz deleted successfully')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Quiz: Lungs' })).not.toBeInTheDocument();
});

test('a failed deletion keeps the deck', async () => {
  api.on(calls.deleteDeck, answer(500, { code: 'internal' }));
  const user = show({ at: '/quizzes?tab=flashcards' });
  await user.click(await screen.findByRole('button', { name: 'Options for Cards: Heart' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Deck' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete flashcard deck')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Cards: Heart' })).toBeVisible();
});

test('at the free limit the upgrade modal opens instead', async () => {
  const user = show({ limits: freeLimits({ quizzes: { ...freeLimits().quizzes, current: 5, canCreate: false } }) });
  await user.click(screen.getByRole('button', { name: 'Create Quiz' }));
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Generate Quiz' })).not.toBeInTheDocument();
});

describe('generating', () => {
  test('needs a study material', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Create Quiz' }));
    const dialog = await screen.findByRole('dialog', { name: 'Generate Quiz' });
    await user.click(await within(dialog).findByRole('button', { name: 'Generate Quiz' }));
    expect(await within(dialog).findByText('Please select a study material')).toBeVisible();
    expect(calledTimes('POST', '/quizzes/generate')).toBe(0);
  });

  test('a quiz covers the page until it is there, then stands in front', async () => {
    let finish: (quiz: Quiz) => void = () => undefined;
    api.on(calls.generateQuiz, () => new Promise<unknown>((resolve) => (finish = (quiz) => resolve(answer(201, quiz)))));
    const user = show();
    await screen.findByRole('heading', { name: 'Quiz: Heart' });
    await user.click(screen.getByRole('button', { name: 'Create Quiz' }));
    await user.selectOptions(await screen.findByLabelText('Study material'), 'Lungs');
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    expect(await screen.findByRole('dialog', { name: 'Creating Your Quiz' })).toBeVisible();
    expect(screen.getByText('32 seconds remaining')).toBeVisible();
    finish(aQuiz({ _id: 'z9', title: 'Quiz: New', shortfall: { asked: 10, made: 7, reason: 'The guide is short.' } }));
    expect(await screen.findByText('Quiz created successfully')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Quiz: New',
      'Quiz: Lungs',
      'Quiz: Heart',
    ]);
    expect(screen.getByText('7 of 10 questions were made. The guide is short.')).toBeVisible();
    const sent = api.received.find((call) => call.path === '/quizzes/generate');
    expect(sent?.body).toEqual({ studyMaterialId: 'm2', stylePreference: null });
    expect(sent?.headers['idempotency-key']).toBeTruthy();
  });

  test('a deck takes a style, trimmed', async () => {
    api.on(calls.createDeck, answer(201, aDeck({ _id: 'd9', title: 'Cards: New' }) satisfies FlashcardDeck));
    const user = show({ at: '/quizzes?tab=flashcards' });
    await user.click(screen.getByRole('button', { name: 'Create Flashcard Deck' }));
    await user.selectOptions(await screen.findByLabelText('Study material'), 'Heart');
    await user.type(screen.getByLabelText('Style Preference'), '  short  ');
    await user.click(screen.getByRole('button', { name: 'Create Deck' }));
    expect(await screen.findByText('Flashcard deck created successfully')).toBeInTheDocument();
    expect(api.received.find((call) => call.method === 'POST')?.body).toEqual({ studyMaterialId: 'm1', stylePreference: 'short' });
  });

  test('a failure keeps what was typed; one with upgradeRequired opens the upgrade modal', async () => {
    api.on(calls.generateQuiz, answer(422, { msg: 'This study guide has too little material for a quiz.', code: 'too_little_material' }));
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Create Quiz' }));
    await user.selectOptions(await screen.findByLabelText('Study material'), 'Heart');
    await user.type(screen.getByLabelText('Quiz Style Preference'), 'NCLEX-style');
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    expect(await screen.findByText('This study guide has too little material for a quiz.')).toBeInTheDocument();
    expect(screen.getByLabelText('Quiz Style Preference')).toHaveValue('NCLEX-style');
    api.on(calls.generateQuiz, answer(403, { msg: 'Five quizzes are made.', code: 'limit_reached', upgradeRequired: true }));
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    await waitFor(() => {
      expect(document.querySelector('[aria-label="Upgrade to Premium"]')).toHaveTextContent('Five quizzes are made.');
    });
  });

  test('every page of guides can be chosen from', async () => {
    api.on(calls.listStudyMaterials, ({ query }: { query: Record<string, unknown> }) =>
      query['after'] === 'm2' ? answer(200, [aGuide({})]) : answer(200, [aGuide({ _id: 'm2', title: 'Lungs' })], { 'x-next': 'm2' }),
    );
    const user = show({ limits: premiumLimits() });
    await user.click(screen.getByRole('button', { name: 'Create Quiz' }));
    const select = await screen.findByLabelText('Study material');
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Select a study material', 'Lungs', 'Heart']);
  });

  test('a guide’s link opens the dialog with the guide chosen, once', async () => {
    const user = show({ at: '/quizzes?material=m2' });
    expect(await screen.findByLabelText('Study material')).toHaveValue('m2');
    expect(search()).toBe('/quizzes');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
