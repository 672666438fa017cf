import { calls, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import { rememberPlace, signIn } from '@lectern/platform';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  networkError,
  never,
  premiumLimits,
  renderWithPlatform,
  stopClock,
  type FakeApi,
  type RenderOptions,
} from '@lectern/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, aGuide, aQuiz, listed, listedDeck } from '../testing';
import { DeckCard } from './ItemCard';
import { ItemsScreen } from './items.screen';

const atLimit = (thing: 'quizzes' | 'flashcards') =>
  thing === 'quizzes'
    ? freeLimits({ quizzes: { ...freeLimits().quizzes, current: 5, canCreate: false } })
    : freeLimits({ flashcards: { ...freeLimits().flashcards, current: 5, canCreate: false } });

let api: FakeApi;
const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<ItemsScreen />, { at: '/quizzes', user: learner, limits: freeLimits(), ...options });
  return userEvent.setup();
};
const search = (): string => screen.getByTestId('location').textContent;
const cardOf = (title: string): HTMLElement => screen.getByRole('heading', { name: title }).closest('article')!;
const openMenu = async (user: ReturnType<typeof userEvent.setup>, title: string, entry: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: `Options for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};
/** The page goes to the background. */
const leavePage = (): void => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden');
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
};
const answerQuestion = async (user: ReturnType<typeof userEvent.setup>, label: string): Promise<void> => {
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: label }));
};
const calledTimes = (method: string, path: string): number =>
  api.received.filter((call) => call.method === method && call.path === path).length;

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listQuizzes, [listed(aQuiz({ _id: 'z2', title: 'Quiz: Lungs', currentScore: 80 })), listed(aQuiz({}))]);
  api.on(calls.listDecks, [listedDeck(aDeck({}))]);
  api.on(calls.listStudyMaterials, [aGuide({}), aGuide({ _id: 'm2', title: 'Lungs' })]);
  api.on(calls.getLimits, freeLimits());
  api.on(calls.getStudyEngine, { generatedBy: 'offline' });
});
afterEach(() => {
  jest.restoreAllMocks();
  api.restore();
});

test("§2 Quizzes and flashcards page: a quiz card has title, cleaned description, 'N questions', created date and 'Take Quiz'", async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Quiz: Lungs', level: 2 })).toBeVisible();
  const card = within(cardOf('Quiz: Lungs'));
  expect(card.getByText('2 questions on Heart')).toBeVisible();
  expect(card.getByText('2 questions')).toBeVisible();
  expect(card.getByText('Mar 5, 2025')).toBeVisible();
  expect(card.getByRole('link', { name: 'Take Quiz' })).toHaveAttribute('href', '/quizzes/z2');
  expect(screen.getByRole('button', { name: 'Create Quiz' })).toBeVisible();
});

test("§2 Quizzes and flashcards page: 'Best: N%' when currentScore is above 0", async () => {
  api.on(
    calls.listQuizzes,
    [1, 0].map((score) => listed(aQuiz({ _id: `z${String(score)}`, title: `At ${String(score)}`, currentScore: score }))),
  );
  show();
  expect(await screen.findByText('Best: 1%')).toBeVisible();
  expect(within(cardOf('At 0')).queryByText(/Best/)).not.toBeInTheDocument();
});

test("§2 Quizzes and flashcards page: a deck card has title, 'N card(s)', created date or 'Recently', and 'Start Learning'", async () => {
  api.on(calls.listDecks, [
    listedDeck(aDeck({ title: 'Three' })),
    listedDeck(aDeck({ _id: 'd2', title: 'One', cards: [{ _id: 'c', front: 'f', back: 'b' }] })),
  ]);
  show({ at: '/quizzes?tab=flashcards' });
  expect(within((await screen.findByRole('heading', { name: 'Three' })).closest('article')!).getByText('3 cards')).toBeVisible();
  expect(within(cardOf('Three')).getByText('Mar 5, 2025')).toBeVisible();
  expect(within(cardOf('Three')).getByRole('link', { name: 'Start Learning' })).toHaveAttribute('href', '/flashcards/d1');
  expect(within(cardOf('One')).getByText('1 card')).toBeVisible();
});

test("§2 Quizzes and flashcards page: a deck without a date was made 'Recently'", () => {
  renderWithPlatform(
    <DeckCard
      item={{ ...listedDeck(aDeck({})), createdAt: '' }}
      actions={{ onRename: jest.fn(), onCopy: jest.fn(), onShare: jest.fn(), onDelete: jest.fn(), onSelect: jest.fn() }}
    />,
  );
  expect(screen.getByText('Recently')).toBeVisible();
});

test("§2 Quizzes and flashcards page: /quizzes with the query tab=flashcards selects the flashcards tab, otherwise quizzes; the button is 'Create Quiz' or 'Create Flashcard Deck'", async () => {
  const user = show({ at: '/quizzes?tab=flashcards' });
  expect(screen.getByRole('tab', { name: 'Flashcards' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByText('3 cards')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create Flashcard Deck' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Quizzes' }));
  expect(search()).toBe('/quizzes');
  expect(await screen.findByRole('button', { name: 'Create Quiz' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Flashcards' }));
  expect(search()).toBe('/quizzes?tab=flashcards');
  cleanup();
  show({ at: '/quizzes?tab=other' });
  expect(await screen.findByRole('tab', { name: 'Quizzes' })).toHaveAttribute('aria-selected', 'true');
});

test('§2 Quizzes and flashcards page: the search goes over title and description by the service, after a pause, and into the address', async () => {
  const user = show({ at: '/quizzes?tab=flashcards' });
  await screen.findByText('3 cards');
  api.on(calls.listDecks, []);
  await user.type(screen.getByRole('searchbox'), 'kidney');
  expect(await screen.findByText('No flashcard decks found matching your search.')).toBeVisible();
  expect(api.received.filter((call) => call.path === '/flashcards').map((call) => call.query['q'])).toEqual([undefined, 'kidney']);
  expect(search()).toBe('/quizzes?tab=flashcards&q=kidney');
});

test('§7 Calls: GET /quizzes and GET /flashcards fill the page, without a payload and with the token', async () => {
  const user = show();
  await screen.findByRole('heading', { name: 'Quiz: Lungs' });
  await user.click(screen.getByRole('tab', { name: 'Flashcards' }));
  await screen.findByText('3 cards');
  const lists = api.received.filter((call) => call.path === '/quizzes' || call.path === '/flashcards');
  expect(lists.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/quizzes', undefined],
    ['GET', '/flashcards', undefined],
  ]);
  for (const { headers } of lists) expect(headers['x-auth-token']).toBe('test-token');
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

describe.each([
  [
    '/quizzes',
    calls.listQuizzes,
    'Failed to load quizzes',
    'No quizzes yet. Create one from a study guide.',
    'No quizzes found matching your search.',
  ],
  [
    '/quizzes?tab=flashcards',
    calls.listDecks,
    'Failed to load flashcards',
    'No flashcard decks yet. Create one from a study guide.',
    'No flashcard decks found matching your search.',
  ],
])('the states of %s', (at, list, failed, empty, nothingFound) => {
  test(`§8 Quizzes and flashcards page: '${failed}', with a way to try again`, async () => {
    api.on(list, answer(500, { code: 'internal' }));
    const user = show({ at });
    expect(await screen.findByText(failed)).toBeVisible();
    api.on(list, []);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(empty)).toBeVisible();
  });

  test(`§2 Quizzes and flashcards page: empty states: '${empty}', and '${nothingFound}'`, async () => {
    api.on(list, []);
    const user = show({ at });
    expect(await screen.findByText(empty)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Create your first/ })).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText(nothingFound)).toBeVisible();
  });
});

describe.each([
  {
    name: 'quiz',
    at: '/quizzes',
    title: 'Quiz: Lungs',
    entry: 'Delete Quiz',
    remove: calls.deleteQuiz,
    path: '/quizzes/z2',
    done: 'Quiz deleted successfully',
    failed: 'Failed to delete quiz',
    question: 'Are you sure you want to delete this quiz?',
    details: '“Lungs” is deleted with its 2 questions, your attempts and the review schedules. What you reviewed stays in your statistics.',
  },
  {
    name: 'deck',
    at: '/quizzes?tab=flashcards',
    title: 'Cards: Heart',
    entry: 'Delete Deck',
    remove: calls.deleteDeck,
    path: '/flashcards/d1',
    done: 'Flashcard deck deleted successfully',
    failed: 'Failed to delete flashcard deck',
    question: 'Are you sure you want to delete this flashcard deck?',
    details: '“Cards: Heart” is deleted with its 3 cards and their review schedules. What you reviewed stays in your statistics.',
  },
])('deleting a $name', ({ at, title, entry, remove, path, done, failed, question, details }) => {
  test(`§8 Quizzes and flashcards page: '${entry}' asks first, says what goes, and does nothing when cancelled`, async () => {
    const user = show({ at });
    await openMenu(user, title, entry);
    expect(within(await screen.findByRole('alertdialog', { name: question })).getByText(details)).toBeVisible();
    await answerQuestion(user, 'Cancel');
    expect(calledTimes('DELETE', path)).toBe(0);
    expect(screen.getByRole('heading', { name: title })).toBeVisible();
  });

  test(`§4 Lists: '${entry}' takes the card away at once, by id, and says '${done}'; the call follows when it can no longer be undone`, async () => {
    api.on(remove, ({ params }: { params: Record<string, string> }) => ({ _id: params['id'] }));
    const user = show({ at });
    await openMenu(user, title, entry);
    await answerQuestion(user, 'Delete');
    expect(await screen.findByText(done)).toBeVisible();
    expect(screen.queryByRole('heading', { name: title })).not.toBeInTheDocument();
    expect(calledTimes('DELETE', path)).toBe(0);
    leavePage();
    await waitFor(() => {
      expect(calledTimes('DELETE', path)).toBe(1);
    });
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: title })).not.toBeInTheDocument();
  });

  test(`'${entry}' is undone: the card stands where it stood, and nothing is sent`, async () => {
    const user = show({ at });
    await screen.findByRole('heading', { name: title });
    const before = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await openMenu(user, title, entry);
    await answerQuestion(user, 'Delete');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(before);
    leavePage();
    expect(calledTimes('DELETE', path)).toBe(0);
  });

  test(`§8 Quizzes and flashcards page: '${failed}', and the card stands where it stood`, async () => {
    api.on(remove, answer(500, { code: 'internal' }));
    const user = show({ at });
    await screen.findByRole('heading', { name: title });
    const before = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await openMenu(user, title, entry);
    await answerQuestion(user, 'Delete');
    await screen.findByText(done);
    leavePage();
    expect(await screen.findByText(failed)).toBeInTheDocument();
    expect(screen.queryByText(done)).not.toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(before);
  });
});

test('at the limit, a deletion that could still be undone makes room for a new quiz', async () => {
  let current = 5;
  api.on(calls.getLimits, () => freeLimits({ quizzes: { ...freeLimits().quizzes, current } }));
  api.on(calls.deleteQuiz, () => {
    current -= 1;
    return { _id: 'z2' };
  });
  const user = show({ limits: atLimit('quizzes') });
  await openMenu(user, 'Quiz: Lungs', 'Delete Quiz');
  await answerQuestion(user, 'Delete');
  await screen.findByText('Quiz deleted successfully');
  await user.click(screen.getByRole('button', { name: 'Create Quiz' }));
  expect(await screen.findByRole('dialog', { name: 'Generate Quiz' })).toBeInTheDocument();
  expect(calledTimes('DELETE', '/quizzes/z2')).toBe(1);
});

test('§7 Calls: DELETE /quizzes/:id and DELETE /flashcards/:id carry no payload', async () => {
  api.on(calls.deleteQuiz, { _id: 'z2' });
  api.on(calls.deleteDeck, { _id: 'd1' });
  const user = show();
  await openMenu(user, 'Quiz: Lungs', 'Delete Quiz');
  await answerQuestion(user, 'Delete');
  await screen.findByText('Quiz deleted successfully');
  await user.click(screen.getByRole('tab', { name: 'Flashcards' }));
  await openMenu(user, 'Cards: Heart', 'Delete Deck');
  await answerQuestion(user, 'Delete');
  await screen.findByText('Flashcard deck deleted successfully');
  leavePage();
  await waitFor(() => {
    expect(calledTimes('DELETE', '/flashcards/d1')).toBe(1);
  });
  expect(api.received.filter(({ method }) => method === 'DELETE').map(({ path, body }) => [path, body])).toEqual([
    ['/quizzes/z2', undefined],
    ['/flashcards/d1', undefined],
  ]);
});

test('after a deletion the focus goes to the card that moved up, or to the panel when none is left', async () => {
  api.on(calls.deleteQuiz, ({ params }: { params: Record<string, string> }) => ({ _id: params['id'] }));
  const user = show();
  await openMenu(user, 'Quiz: Lungs', 'Delete Quiz');
  await answerQuestion(user, 'Delete');
  await waitFor(() => {
    expect(within(cardOf('Quiz: Heart')).getByRole('link', { name: 'Take Quiz' })).toHaveFocus();
  });
  await openMenu(user, 'Quiz: Heart', 'Delete Quiz');
  await answerQuestion(user, 'Delete');
  await waitFor(() => {
    expect(screen.getByRole('tabpanel')).toHaveFocus();
  });
});

describe.each([
  ['quizzes', '/quizzes', 'Create Quiz', 'Generate Quiz'],
  ['flashcards', '/quizzes?tab=flashcards', 'Create Flashcard Deck', 'Create Flashcard Deck'],
] as const)('the limit of %s', (thing, at, button, title) => {
  test(`§5 Limits: at the free limit of ${thing} the upgrade modal opens instead of '${title}'`, async () => {
    const user = show({ at, limits: atLimit(thing) });
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog', { name: title })).not.toBeInTheDocument();
  });

  test(`premium has no limit of ${thing}`, async () => {
    const user = show({ at, limits: premiumLimits() });
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
  });

  test(`§5 Quizzes and flashcards page: '${title}' without a guide: 'Please select a study material'`, async () => {
    const user = show({ at });
    await user.click(screen.getByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await user.click(await dialog.findByRole('button', { name: thing === 'quizzes' ? 'Generate Quiz' : 'Create Deck' }));
    expect(await dialog.findByText('Please select a study material')).toBeVisible();
    expect(dialog.getByLabelText('Study material')).toHaveFocus();
    expect(api.received.some(({ method }) => method === 'POST')).toBe(false);
  });
});

describe('generating', () => {
  const openQuizDialog = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Create Quiz' }));
    await screen.findByLabelText('Study material');
  };

  test("§2 Quizzes and flashcards page: the 'Generate Quiz' modal selects a study material, with an optional 'Quiz Style Preference' (NCLEX-style)", async () => {
    const user = show();
    await openQuizDialog(user);
    const dialog = within(screen.getByRole('dialog', { name: 'Generate Quiz' }));
    expect(
      within(dialog.getByLabelText('Study material'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Select a study material', 'Heart', 'Lungs']);
    expect(dialog.getByLabelText('Quiz Style Preference')).toHaveAccessibleDescription('Optional. For example: NCLEX-style');
  });

  test("§2 Quizzes and flashcards page: the 'Create Flashcard Deck' modal selects a study material, with an optional style preference", async () => {
    const user = show({ at: '/quizzes?tab=flashcards' });
    await user.click(screen.getByRole('button', { name: 'Create Flashcard Deck' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Flashcard Deck' }));
    expect(await dialog.findByLabelText('Study material')).toBeVisible();
    expect(dialog.getByLabelText('Style Preference')).toHaveAccessibleDescription(/^Optional\./);
  });

  test.each([
    ['/quizzes', 'Create Quiz', 'Quiz Style Preference', 'Your quiz will have plain questions.'],
    ['/quizzes?tab=flashcards', 'Create Flashcard Deck', 'Style Preference', 'Your deck will have plain cards.'],
  ])('at %s a style that cannot be followed is named before the generation', async (at, open, field, outcome) => {
    const user = show({ at });
    await user.click(screen.getByRole('button', { name: open }));
    await user.type(await screen.findByLabelText(field), 'NCLEX-style');
    expect(await screen.findByText(/^“NCLEX-style” cannot be followed: .* cannot make up cases\./)).toHaveTextContent(outcome);
    await user.clear(screen.getByLabelText(field));
    expect(screen.queryByText(/cannot be followed/)).not.toBeInTheDocument();
  });

  test('with a language model every style is followed', async () => {
    api.on(calls.getStudyEngine, { generatedBy: 'openai:gpt-5-mini' });
    const user = show();
    await openQuizDialog(user);
    await user.type(screen.getByLabelText('Quiz Style Preference'), 'NCLEX-style');
    await waitFor(() => {
      expect(calledTimes('GET', '/quizzes/generate/engine')).toBe(1);
    });
    expect(screen.queryByText(/cannot be followed/)).not.toBeInTheDocument();
  });

  test("§4 Quizzes and flashcards page: a blocking overlay until the quiz is there, which goes to the front of the list: 'Quiz created successfully'", async () => {
    let finish: (quiz: Quiz) => void = () => undefined;
    api.on(calls.generateQuiz, () => new Promise<unknown>((resolve) => (finish = (quiz) => resolve(answer(201, quiz)))));
    const user = show();
    await screen.findByRole('heading', { name: 'Quiz: Heart' });
    await openQuizDialog(user);
    await user.selectOptions(screen.getByLabelText('Study material'), 'Lungs');
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    expect(await screen.findByRole('dialog', { name: 'Creating Your Quiz' })).toBeVisible();
    finish(aQuiz({ _id: 'z9', title: 'Quiz: New', shortfall: { asked: 10, made: 2, reason: 'The guide is short.' } }));
    expect(await screen.findByText('Quiz created successfully')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Quiz: New',
      'Quiz: Lungs',
      'Quiz: Heart',
    ]);
    const information = screen.getByText('2 of 10 questions were made. The guide is short.');
    expect(information).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(information).not.toBeInTheDocument();
  });

  test.each([
    ['quiz', 32, '/quizzes', 'Create Quiz', 'Generate Quiz', 'Creating Your Quiz'],
    ['flashcards', 30, '/quizzes?tab=flashcards', 'Create Flashcard Deck', 'Create Deck', 'Creating Your Flashcards'],
  ] as const)(
    '§9 Progress overlays: %s %s s in four stages, with a percentage and the seconds remaining, blocking',
    async (_name, seconds, at, open, submit, title) => {
      api.on(calls.generateQuiz, never);
      api.on(calls.createDeck, never);
      stopClock();
      const user = show({ at });
      await user.click(screen.getByRole('button', { name: open }));
      await user.selectOptions(await screen.findByLabelText('Study material'), 'Lungs');
      await user.click(screen.getByRole('button', { name: submit }));
      const overlay = within(await screen.findByRole('dialog', { name: title }));
      expect(overlay.getAllByRole('listitem')).toHaveLength(4);
      expect(overlay.getByText('0%')).toBeVisible();
      expect(overlay.getByText(`${String(seconds)} seconds remaining`)).toBeVisible();
      await user.keyboard('{Escape}');
      expect(screen.getByRole('dialog', { name: title })).toBeVisible();
    },
  );

  test('§7 Calls: POST /quizzes/generate carries studyMaterialId and stylePreference, null when empty', async () => {
    api.on(calls.generateQuiz, answer(201, aQuiz({ _id: 'z9', title: 'Quiz: New' })));
    const user = show();
    await openQuizDialog(user);
    await user.selectOptions(screen.getByLabelText('Study material'), 'Lungs');
    await user.type(screen.getByLabelText('Quiz Style Preference'), '   ');
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    await screen.findByText('Quiz created successfully');
    const sent = api.received.find((call) => call.path === '/quizzes/generate');
    expect(sent).toMatchObject({ method: 'POST', body: { studyMaterialId: 'm2', stylePreference: null } });
    expect(sent?.headers['idempotency-key']).toBeTruthy();
    expect(sent?.headers['x-auth-token']).toBe('test-token');
  });

  test("§7 Calls: POST /flashcards carries studyMaterialId and stylePreference, trimmed; then 'Flashcard deck created successfully'", async () => {
    api.on(calls.createDeck, answer(201, aDeck({ _id: 'd9', title: 'Cards: New' }) satisfies FlashcardDeck));
    const user = show({ at: '/quizzes?tab=flashcards' });
    await screen.findByText('3 cards');
    await user.click(screen.getByRole('button', { name: 'Create Flashcard Deck' }));
    await user.selectOptions(await screen.findByLabelText('Study material'), 'Heart');
    await user.type(screen.getByLabelText('Style Preference'), '  short  ');
    await user.click(screen.getByRole('button', { name: 'Create Deck' }));
    expect(await screen.findByText('Flashcard deck created successfully')).toBeInTheDocument();
    expect(api.received.find((call) => call.method === 'POST')).toMatchObject({
      path: '/flashcards',
      body: { studyMaterialId: 'm1', stylePreference: 'short' },
    });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['Cards: New', 'Cards: Heart']);
  });

  test("§8 Quizzes and flashcards page: a failure shows the server's sentence or 'Something went wrong', and keeps what was chosen", async () => {
    api.on(calls.generateQuiz, answer(422, { msg: 'This study guide has too little material for a quiz.', code: 'too_little_material' }));
    const user = show();
    await openQuizDialog(user);
    await user.selectOptions(screen.getByLabelText('Study material'), 'Heart');
    await user.type(screen.getByLabelText('Quiz Style Preference'), 'NCLEX-style');
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    // A toast, and above the buttons until the next attempt.
    expect(await screen.findAllByText('This study guide has too little material for a quiz.')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Pick what to ask' })).toHaveAttribute('href', '/pick/m1');
    api.on(calls.generateQuiz, networkError());
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    expect(await screen.findByText('Something went wrong')).toBeInTheDocument();
    expect(screen.getByText(/^Lectern cannot be reached\. Check your connection/)).toBeVisible();
    expect(screen.getByLabelText('Study material')).toHaveValue('m1');
    expect(screen.getByLabelText('Quiz Style Preference')).toHaveValue('NCLEX-style');
    const keys = api.received.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  test('§8 Upgrade modal: an error with upgradeRequired opens it, with the message of the server', async () => {
    api.on(calls.generateQuiz, answer(403, { msg: 'Five quizzes are made.', code: 'limit_reached', upgradeRequired: true }));
    const user = show();
    await openQuizDialog(user);
    await user.selectOptions(screen.getByLabelText('Study material'), 'Heart');
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    await waitFor(() => {
      expect(document.querySelector('[aria-label="Upgrade to Premium"]')).toHaveTextContent('Five quizzes are made.');
    });
  });

  test('the input is kept when the dialog closes or the session ends, and deleted after success', async () => {
    const user = show();
    await openQuizDialog(user);
    await user.selectOptions(screen.getByLabelText('Study material'), 'Lungs');
    expect(screen.getByLabelText('Study material')).toHaveFocus();
    await user.type(screen.getByLabelText('Quiz Style Preference'), 'NCLEX-style');
    await user.keyboard('{Escape}');
    await openQuizDialog(user);
    expect(screen.getByLabelText('Study material')).toHaveValue('m2');
    expect(screen.getByLabelText('Quiz Style Preference')).toHaveValue('NCLEX-style');
    expect(screen.getByLabelText('Quiz Style Preference')).toHaveFocus();

    api.on(calls.generateQuiz, answer(401, { msg: 'Please sign in again.', code: 'session_ended' }));
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    await waitFor(() => {
      expect(localStorage.getItem('token')).toBeNull();
    });
    expect(sessionStorage.getItem('lectern.draft.create-quiz.style')).toBe('NCLEX-style');

    act(() => {
      signIn('next-token', learner);
    });
    api.on(calls.generateQuiz, answer(201, aQuiz({ _id: 'z9', title: 'Quiz: New' })));
    await user.click(await screen.findByRole('button', { name: 'Generate Quiz' }));
    await screen.findByText('Quiz created successfully');
    await openQuizDialog(user);
    expect(screen.getByLabelText('Study material')).toHaveValue('');
    expect(screen.getByLabelText('Quiz Style Preference')).toHaveValue('');
  });

  test('guides of all pages can be selected', async () => {
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

  test('a guide’s link opens the dialog once, with the guide selected', async () => {
    const user = show({ at: '/quizzes?material=m2' });
    expect(await screen.findByLabelText('Study material')).toHaveValue('m2');
    expect(search()).toBe('/quizzes');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('without guides the dialog links to the form for one; when guides cannot be loaded it shows "Try again"', async () => {
    api.on(calls.listStudyMaterials, answer(500, { code: 'internal' }));
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Create Quiz' }));
    expect(await screen.findByText('Error loading study guides. Please try again.')).toBeVisible();
    api.on(calls.listStudyMaterials, []);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Create Study Material' })).toHaveAttribute('href', '/study-materials/create');
  });
});

describe("the learner's own way", () => {
  test('a quiz and a deck that were left show where', async () => {
    show();
    await screen.findByRole('heading', { name: 'Quiz: Heart' });
    rememberPlace({ kind: 'quiz', id: 'z1', title: 'Heart', position: 'Question 3 of 10' });
    rememberPlace({ kind: 'deck', id: 'd1', title: 'Heart', position: 'Card 2 of 3' });
    cleanup();
    const user = show({ isReload: true });
    await screen.findByRole('heading', { name: 'Quiz: Heart' });
    expect(within(cardOf('Quiz: Heart')).getByText('Question 3 of 10')).toBeVisible();
    expect(within(cardOf('Quiz: Lungs')).queryByText(/^Question/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Flashcards' }));
    expect(await screen.findByText('Card 2 of 3')).toBeVisible();
  });

  test('a quiz is renamed; an empty title is refused', async () => {
    api.on(calls.updateQuiz, aQuiz({ title: 'My heart quiz' }));
    const user = show();
    await openMenu(user, 'Quiz: Heart', 'Rename');
    const title = await screen.findByRole('textbox', { name: 'Title' });
    expect(title).toHaveValue('Quiz: Heart');
    await user.clear(title);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(title).toHaveAccessibleDescription('Please enter a title');
    await user.type(title, ' My heart quiz ');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByRole('heading', { name: 'My heart quiz' })).toBeVisible();
    expect(api.received.find(({ method }) => method === 'PUT')).toMatchObject({ path: '/quizzes/z1', body: { title: 'My heart quiz' } });
  });

  test('a deck leads to the review of its cards', async () => {
    const user = show({ at: '/quizzes?tab=flashcards' });
    await openMenu(user, 'Cards: Heart', 'Review');
    expect(search()).toBe('/review?deckId=d1');
  });

  test('a deck is duplicated; the copy goes to the front of the list', async () => {
    api.on(calls.copyDeck, answer(201, aDeck({ _id: 'd9', title: 'Cards: Heart 2' })));
    const user = show({ at: '/quizzes?tab=flashcards' });
    await openMenu(user, 'Cards: Heart', 'Duplicate');
    expect(await screen.findByRole('heading', { name: 'Cards: Heart 2' })).toBeVisible();
    expect(calledTimes('POST', '/flashcards/d1/copy')).toBe(1);
    expect(api.received.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toEqual(expect.any(String));
  });

  test('several quizzes are deleted at once; those that fail stay', async () => {
    api.on(calls.deleteQuizzes, { done: ['z1'], failed: [{ _id: 'z2', msg: 'Please try again.' }] });
    const user = show();
    await openMenu(user, 'Quiz: Heart', 'Select');
    await user.click(screen.getByRole('checkbox', { name: 'Select Quiz: Lungs' }));
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(
      within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete 2 quizzes?' })).getByText(
        '“Heart” and “Lungs” are deleted with their questions, attempts and review schedules. What you reviewed stays in your statistics.',
      ),
    ).toBeVisible();
    await answerQuestion(user, 'Cancel');
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await answerQuestion(user, 'Delete');
    expect(await screen.findByText('2 quizzes deleted.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Quiz: Heart' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Quiz: Lungs' })).not.toBeInTheDocument();
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
    expect(api.received.some(({ path }) => path === '/quizzes/delete')).toBe(false);
    leavePage();
    expect(await screen.findByText('1 quiz could not be deleted.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Quiz: Lungs' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Quiz: Heart' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(api.received.find(({ path }) => path === '/quizzes/delete')?.body).toEqual({ ids: ['z1', 'z2'] });
  });

  test('deleting several is undone: they stand where they stood, and nothing is sent', async () => {
    const user = show();
    await openMenu(user, 'Quiz: Heart', 'Select');
    await user.click(screen.getByRole('checkbox', { name: 'Select Quiz: Lungs' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await answerQuestion(user, 'Delete');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: 'Quiz: Heart' })).toBeVisible();
    leavePage();
    expect(api.received.some(({ path }) => path === '/quizzes/delete')).toBe(false);
  });

  test.each([
    ['/quizzes', 'Quiz: Heart', 'Moodle (GIFT)', '/quizzes/z1/export', 'gift'],
    ['/quizzes?tab=flashcards', 'Cards: Heart', 'Anki', '/flashcards/d1/export', 'apkg'],
  ])('at %s "%s" is saved as a file: %s', async (at, title, entry, path, format) => {
    const file = answer(200, new Blob(['x']), { 'content-disposition': "attachment; filename*=UTF-8''Heart.txt" });
    api.on(calls.exportQuiz, file);
    api.on(calls.exportDeck, file);
    URL.createObjectURL = () => 'blob:1';
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = show({ at });
    await openMenu(user, title, 'Export');
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: entry })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Saved Heart.txt')).toBeInTheDocument();
    expect(api.received.find((call) => call.path === path)?.query).toEqual({ format });
  });

  test('a deck whose pictures are away says so', async () => {
    const sentence = 'The pictures of this deck are away for the moment. Try again in a minute, or choose a table or text.';
    api.on(calls.exportDeck, answer(503, { code: 'unavailable', msg: sentence }));
    const user = show({ at: '/quizzes?tab=flashcards' });
    await openMenu(user, 'Cards: Heart', 'Export');
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Anki' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  test('the lists are sorted; the order stands in the address, and every page is read for it', async () => {
    api.on(calls.listQuizzes, [
      listed(aQuiz({ _id: 'z1', title: 'Quiz: Veins', currentScore: 0 })),
      listed(aQuiz({ _id: 'z2', title: 'Quiz: Lungs', currentScore: 80 })),
      listed(aQuiz({ _id: 'z3', title: 'Quiz: Heart', currentScore: 40 })),
    ]);
    const user = show();
    await screen.findByRole('heading', { name: 'Quiz: Veins' });
    const titles = (): (string | null)[] => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title');
    await waitFor(() => expect(titles()).toEqual(['Quiz: Heart', 'Quiz: Lungs', 'Quiz: Veins']));
    expect(search()).toContain('sort=title');
    expect(api.received.at(-1)?.query).toEqual({ limit: 100 });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Lowest score');
    await waitFor(() => expect(titles()).toEqual(['Quiz: Heart', 'Quiz: Lungs', 'Quiz: Veins']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Newest first');
    await waitFor(() => expect(titles()).toEqual(['Quiz: Veins', 'Quiz: Lungs', 'Quiz: Heart']));
    expect(search()).not.toContain('sort');
  });

  test('number, difficulty and further guides of a quiz', async () => {
    api.on(calls.generateQuiz, answer(201, aQuiz({ _id: 'z9', title: 'Quiz: Both' })));
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Create Quiz' }));
    await user.selectOptions(await screen.findByLabelText('Study material'), 'Lungs');
    await user.click(screen.getByText('More options'));
    expect(screen.queryByRole('checkbox', { name: 'Lungs' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Heart' }));
    expect(
      within(screen.getByLabelText('Questions'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['10 (maximum)', '5']);
    await user.selectOptions(screen.getByLabelText('Questions'), '5');
    await user.selectOptions(screen.getByLabelText('Difficulty'), 'Hard');
    await user.click(screen.getByRole('button', { name: 'Generate Quiz' }));
    await screen.findByText('Quiz created successfully');
    expect(api.received.find(({ path }) => path === '/quizzes/generate')?.body).toEqual({
      studyMaterialIds: ['m2', 'm1'],
      stylePreference: null,
      questionCount: 5,
      difficultyLevel: 'hard',
    });
  });

  test('number and difficulty of a deck', async () => {
    api.on(calls.createDeck, answer(201, aDeck({ _id: 'd9' })));
    const user = show({ at: '/quizzes?tab=flashcards' });
    await user.click(await screen.findByRole('button', { name: 'Create Flashcard Deck' }));
    await user.selectOptions(await screen.findByLabelText('Study material'), 'Lungs');
    await user.click(screen.getByText('More options'));
    await user.selectOptions(screen.getByLabelText('Cards'), '5');
    await user.selectOptions(screen.getByLabelText('Difficulty'), 'Easy');
    await user.click(screen.getByRole('button', { name: 'Create Deck' }));
    await screen.findByText('Flashcard deck created successfully');
    expect(api.received.find(({ method, path }) => method === 'POST' && path === '/flashcards')?.body).toEqual({
      studyMaterialId: 'm2',
      stylePreference: null,
      cardCount: 5,
      difficultyLevel: 'easy',
    });
  });

  test('a deck of own cards opens when it is made; at the limit the upgrade modal does', async () => {
    api.on(calls.createOwnDeck, answer(201, aDeck({ _id: 'd9', title: 'My words', studyMaterialId: null, cards: [] })));
    const user = show({ at: '/quizzes?tab=flashcards' });
    await user.click(await screen.findByRole('button', { name: 'Write Your Own' }));
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'My words');
    await user.click(screen.getByRole('button', { name: 'Create Deck' }));
    await waitFor(() => {
      expect(search()).toBe('/flashcards/d9');
    });
    expect(api.received.find(({ path }) => path === '/flashcards/own')?.body).toEqual({ title: 'My words' });
    cleanup();
    show({ at: '/quizzes?tab=flashcards', limits: atLimit('flashcards') });
    await userEvent.click(await screen.findByRole('button', { name: 'Write Your Own' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
  });
});
