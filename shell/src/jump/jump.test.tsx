import { calls } from '@lectern/contracts';
import { answer, installFakeApi, learner, networkError, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { navigationOf } from '../knownAreas';
import { aDeck, aFolder, aGuide, aQuiz } from '../testing';
import { JumpBox } from './JumpBox';

let api: FakeApi;
const asked = () => api.received.map(({ path, query }) => [path, query]);
const searches = (q: string) => ['/study-materials', '/folders', '/quizzes', '/flashcards'].map((path) => [path, { q, limit: 5 }]);
const field = () => screen.getByRole('combobox', { name: 'Jump to' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const current = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent);
const location = () => screen.getByTestId('location').textContent;

const show = () => {
  renderWithPlatform(
    <>
      <JumpBox navigation={navigationOf([])} />
      <input aria-label="a field" />
    </>,
    { at: '/dashboard', user: learner },
  );
  return userEvent.setup();
};
const open = async () => {
  const user = show();
  await user.keyboard('/');
  expect(await screen.findByRole('dialog', { name: 'Jump to' })).toBeVisible();
  return user;
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listStudyMaterials, [aGuide({ _id: 'm1', title: 'Cell respiration' }), aGuide({ _id: 'm2', title: 'Cells' })]);
  api.on(calls.listFolders, [aFolder({ _id: 'f1', name: 'Cell biology', studyMaterialCount: 3 })]);
  api.on(calls.listQuizzes, []);
  api.on(calls.listDecks, [aDeck({ _id: 'd1', title: 'Cell cards', cardCount: 20 })]);
});
afterEach(() => {
  jest.useRealTimers();
  api.restore();
});

describe('opening', () => {
  test('by "/" and by its button; Escape closes it and the focus returns', async () => {
    const user = show();
    const button = screen.getByRole('button', { name: 'Jump to a guide, quiz or deck' });
    await user.click(button);
    expect(await screen.findByRole('combobox', { name: 'Jump to' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => {
      expect(button).toHaveFocus();
    });
    await user.keyboard('/');
    await waitFor(() => {
      expect(field()).toHaveFocus();
    });
    expect(field()).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('"/" is typed in text fields, and does nothing while a dialog is open or with Ctrl', async () => {
    const user = show();
    await user.click(screen.getByLabelText('a field'));
    await user.keyboard('1/2');
    expect(screen.getByLabelText('a field')).toHaveValue('1/2');
    await user.click(document.body);
    await user.keyboard('{Control>}/{/Control}');
    const other = document.body.appendChild(document.createElement('div'));
    other.setAttribute('role', 'alertdialog');
    await user.keyboard('/');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    other.remove();
    await user.keyboard('/');
    await user.type(await screen.findByRole('combobox'), 'a/b');
    expect(field()).toHaveValue('a/b');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });
});

test('without a text it offers the pages of the site and makes no call', async () => {
  const user = await open();
  expect(screen.getByRole('group', { name: 'Places' })).toBeVisible();
  expect(options()).toEqual([
    'Dashboard',
    'Study Materials',
    'My Folders',
    'Quizzes',
    'Review',
    'Progress',
    'Settings',
    'Create a guide',
    'Subscription',
  ]);
  await user.keyboard('{Enter}');
  expect(location()).toBe('/dashboard');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.received).toHaveLength(0);
});

describe('searching', () => {
  test('searches for five of each kind after a pause of 200 ms, and shows the results by kind', async () => {
    jest.useFakeTimers();
    renderWithPlatform(<JumpBox navigation={navigationOf([])} />, { at: '/dashboard', user: learner });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.keyboard('/');
    await user.type(await screen.findByRole('combobox'), ' cel');
    await act(() => jest.advanceTimersByTimeAsync(190));
    await user.type(field(), 'l');
    expect(api.received).toHaveLength(0);
    expect(screen.getByRole('status')).toHaveTextContent('Searching...');
    await act(() => jest.advanceTimersByTimeAsync(199));
    expect(api.received).toHaveLength(0);
    await act(() => jest.advanceTimersByTimeAsync(50));
    expect(asked()).toEqual(searches('cell'));
    expect(await screen.findByText('4 found')).toBeInTheDocument();
    expect(
      screen.getAllByRole('group').map((group) =>
        within(group)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([['Cell respiration', 'Cells'], ['Cell biology3 guides'], ['Cell cards20 cards']]);
    expect(screen.getByRole('group', { name: 'Decks' })).toBeVisible();
  });

  test('arrow keys select and wrap around, Enter opens', async () => {
    const user = await open();
    await user.type(field(), 'cell');
    expect(await screen.findByRole('option', { name: /Cell cards/ })).toBeVisible();
    expect(current()).toEqual(['Cell respiration']);
    await user.keyboard('{ArrowUp}');
    expect(current()).toEqual(['Cell cards20 cards']);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(current()).toEqual(['Cell biology3 guides']);
    expect(field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
    expect(field()).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(location()).toBe('/folders/f1');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test.each([
    ['Cells', '/study-materials/m2'],
    ['Cell biology', '/folders/f1'],
    ['Heart quiz', '/quizzes/z1'],
    ['Cell cards', '/flashcards/d1'],
  ])('a click on "%s" opens %s', async (name, path) => {
    api.on(calls.listQuizzes, [aQuiz({ _id: 'z1', title: 'Heart quiz', questionCount: 1 })]);
    const user = await open();
    await user.type(field(), 'x');
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
    expect(location()).toBe(path);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('pages of the site are found as well', async () => {
    const user = await open();
    await user.type(field(), 'PROG');
    await waitFor(() => {
      expect(options()).toContain('Progress');
    });
    expect(options()).not.toContain('Settings');
  });

  test('says that nothing was found', async () => {
    for (const call of [calls.listStudyMaterials, calls.listFolders, calls.listDecks]) api.on(call, []);
    const user = await open();
    await user.type(field(), 'zzz');
    await waitFor(() => {
      expect(screen.getByRole('status')).toHaveTextContent('Nothing found for "zzz".');
    });
    expect(options()).toEqual([]);
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(location()).toBe('/dashboard');
  });

  test('each kind fails on its own, is named, and can be tried again', async () => {
    api.on(calls.listQuizzes, networkError());
    api.on(calls.listDecks, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
    const user = await open();
    await user.type(field(), 'cell');
    expect(await screen.findByText('Quizzes and decks could not be searched.')).toBeVisible();
    expect(options()).toEqual(['Cell respiration', 'Cells', 'Cell biology3 guides']);
    api.on(calls.listQuizzes, [aQuiz({ title: 'Cell quiz', questionCount: 10 })]);
    api.on(calls.listDecks, []);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: /^Cell quiz/ })).toBeVisible();
    expect(screen.queryByText(/could not be searched/)).not.toBeInTheDocument();
  });
});
