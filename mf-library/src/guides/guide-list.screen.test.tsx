import { calls } from '@lectern/contracts';
import { signOut } from '@lectern/platform';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  never,
  networkError,
  premiumLimits,
  renderWithPlatform,
} from '@lectern/platform/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folder, listedGuide, listedGuides } from '../shared/testing';
import { GuideCard } from './GuideCard';
import { GuideListScreen } from './guide-list.screen';

// The real card, counting how often it is rendered.
jest.mock('./GuideCard', () => {
  const actual = jest.requireActual<typeof import('./GuideCard')>('./GuideCard');
  return { ...actual, GuideCard: jest.fn(actual.GuideCard) };
});

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listFolders, []);
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});
const show = (limits = freeLimits(), at = '/study-materials') =>
  renderWithPlatform(<GuideListScreen />, { at, path: '/study-materials', user: learner, limits });
const broken = answer(500, { code: 'internal', requestId: 'r1' });
const search = () => screen.getByPlaceholderText('Search study guides...');
const openMenu = async (title = 'Cell respiration') => userEvent.click(await screen.findByRole('button', { name: `Options for ${title}` }));
/** Ends the pause in which a deletion can be undone, as putting the browser into the background does. */
const leavePage = (): void => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden');
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
};
const confirmed = async (question: string, verb: string) => {
  const dialog = await screen.findByRole('alertdialog', { name: question });
  await userEvent.click(within(dialog).getByRole('button', { name: verb }));
};
const deletion = 'Are you sure you want to delete this study guide?';
const removal = 'Are you sure you want to remove this study material from the folder?';
/** A handler that answers when `resolve` is called. */
const later = () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return { handler: () => promise, resolve };
};
const chooseFolder = async (name: string) => {
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  expect(await screen.findByRole('menuitem', { name })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('menuitem', { name })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
};

describe('the list of study guides', () => {
  it("§2 Study guide list: heading 'Study Guides', and 'Create New Guide' goes to /study-materials/create", async () => {
    api.on(calls.listStudyMaterials, []);
    show();
    expect(screen.getByRole('heading', { level: 1, name: 'Study Guides' })).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'Create New Guide' })[0]!);
    expect(screen.getByTestId('location')).toHaveTextContent('/study-materials/create');
  });

  it("§2 Study guide list: each card links to /study-materials/:id, shows title, 'View Guide', the date like 'Mar 5, 2025' and the preview", async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    show();
    const card = await screen.findByRole('article');
    expect(within(card).getByRole('link', { name: 'Cell respiration' })).toHaveAttribute('href', '/study-materials/g1');
    expect(within(card).getByRole('heading', { level: 2, name: 'Cell respiration' })).toBeVisible();
    expect(card).toHaveTextContent('Cells release energy from glucose...');
    expect(card).toHaveTextContent('Mar 5, 2025');
    expect(card).toHaveTextContent('View Guide');
    expect(api.received.find(({ path }) => path === '/study-materials')).toMatchObject({
      method: 'GET',
      headers: { 'x-auth-token': 'test-token' },
    });
  });

  it.each([
    [{ preview: '' }, 'How cells release energy.'],
    [{ preview: '', processedContent: { overview: '' } }, 'No description available'],
  ])("§2 Study guide list: without markdown the overview is shown, else 'No description available' %#", async (change, words) => {
    api.on(calls.listStudyMaterials, [listedGuide(change)]);
    show();
    expect(await screen.findByRole('article')).toHaveTextContent(words);
  });

  it('§2 Study guide list: a spinner (a skeleton that says so) while loading', () => {
    api.on(calls.listStudyMaterials, never);
    show();
    expect(screen.getByText('Loading study guides')).toBeInTheDocument();
  });

  it("§2 Study guide list: the empty states are 'No study guides created yet. Create your first one!' and, when searching, 'No study guides found matching your search.'", async () => {
    api.on(calls.listStudyMaterials, []);
    show();
    expect(await screen.findByText('No study guides created yet. Create your first one!')).toBeVisible();
    await userEvent.type(search(), 'osmosis');
    expect(await screen.findByText('No study guides found matching your search.')).toBeVisible();
    expect(screen.getByTestId('location')).toHaveTextContent('/study-materials?q=osmosis');
  });

  it("§2 Study guide list: the search (placeholder 'Search study guides...') filters by the service, over title, overview and markdown", async () => {
    api.on(calls.listStudyMaterials, ({ query }: { query: { q?: string } }) => (query.q ? [listedGuide()] : listedGuides(4)));
    show();
    expect(await screen.findAllByRole('article')).toHaveLength(4);
    await userEvent.type(search(), 'CELL');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    // A pause while typing may search for a part of the text first.
    await waitFor(() => expect(api.received.filter(({ path }) => path === '/study-materials').at(-1)?.query).toEqual({ q: 'CELL' }));
  });

  it('shows the former result until the search is answered', async () => {
    const answered = later();
    api.on(calls.listStudyMaterials, ({ query }: { query: { q?: string } }) => (query.q ? answered.handler() : [listedGuide()]));
    show();
    await screen.findByRole('article');
    await userEvent.type(search(), 'x');
    await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('q=x'));
    expect(screen.getByRole('article')).toBeVisible();
    await act(async () => {
      answered.resolve([]);
      await Promise.resolve();
    });
    expect(await screen.findByText('No study guides found matching your search.')).toBeVisible();
  });

  it("§2 Study guide list: the load error is 'Error loading study guides. Please try again.', with another try", async () => {
    api.on(calls.listStudyMaterials, broken);
    show();
    expect(await screen.findByText('Error loading study guides. Please try again.')).toBeVisible();
    api.on(calls.listStudyMaterials, [listedGuide()]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article')).toBeVisible();
  });

  it("§8 Study guide list: an error with upgradeRequired is not shown in the page; the upgrade modal opens and a toast shows msg or 'Upgrade required'", async () => {
    api.on(calls.listStudyMaterials, answer(403, { code: 'premium_required', upgradeRequired: true, requestId: 'r' }));
    show();
    expect(await screen.findByText('Upgrade required')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.queryByText('Error loading study guides. Please try again.')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'See Premium' })).toBeVisible();
  });

  it("§2 Study guide list: the options menu opens on click, closes on an outside click, and offers 'Add to Folder' and a delete action", async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    show();
    await openMenu();
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Add to Folder',
      'Rename',
      'Export',
      'Select',
      'Delete',
    ]);
    await userEvent.click(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it("§8 Study guide list: asks 'Are you sure you want to delete this study guide?', names it, takes it away with an Undo, and says 'Study guide deleted successfully'", async () => {
    api.on(calls.listStudyMaterials, listedGuides(3));
    api.on(calls.deleteStudyMaterial, { _id: 'g2' });
    show();
    await openMenu('Contract formation 2');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByRole('alertdialog', { name: deletion })).toHaveTextContent(
      '“Contract formation 2” is deleted with its pictures, highlights and notes. Its quizzes and decks stay.',
    );
    await confirmed(deletion, 'Delete');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(screen.getByText('Study guide deleted successfully')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
    // The focus goes to the card that took its place.
    await waitFor(() => expect(screen.getByRole('link', { name: 'Heart failure 3' })).toHaveFocus());
    leavePage();
    await waitFor(() => expect(api.received.find(({ method }) => method === 'DELETE')?.path).toBe('/study-materials/g2'));
  });

  it('deletes nothing when the question is answered with no', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    show();
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await confirmed(deletion, 'Cancel');
    expect(screen.getByRole('article')).toBeVisible();
    expect(api.received.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it.each([
    ['no msg', broken, 'Failed to delete study guide'],
    ['a msg', answer(503, { msg: 'Please try again in a moment.', code: 'unavailable', requestId: 'r' }), 'Please try again in a moment.'],
    ['no connection', networkError(), 'Failed to delete study guide'],
  ])(
    "§8 Study guide list: 'Failed to delete study guide' or the server's msg, and the guide is back where it was: %s",
    async (_name, failure, words) => {
      api.on(calls.listStudyMaterials, listedGuides(3));
      api.on(calls.deleteStudyMaterial, failure);
      show();
      await openMenu('Contract formation 2');
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
      await confirmed(deletion, 'Delete');
      await screen.findByRole('button', { name: 'Undo' });
      leavePage();
      expect(await screen.findByText(words)).toBeInTheDocument();
      expect(screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent)).toEqual([
        'Cell respiration 1',
        'Contract formation 2',
        'Heart failure 3',
      ]);
    },
  );

  it("§2 Study guide list: 'Add to Folder' opens a list of folders; §8: 'Added to folder successfully', and it can be undone", async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    api.on(calls.listFolders, [folder(), folder({ _id: 'f2', name: 'Physics' })]);
    api.on(calls.addToFolder, folder({ studyMaterials: ['g1'], studyMaterialCount: 1 }));
    api.on(calls.removeFromFolder, folder());
    show();
    await openMenu();
    await chooseFolder('Biology');
    expect(await screen.findByText('Added to folder successfully')).toBeInTheDocument();
    expect(api.received.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/folders/f1/materials',
      body: { materialId: 'g1' },
      headers: { 'x-auth-token': 'test-token' },
    });
    expect(screen.getByText('“Cell respiration” is in “Biology” now.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone. Everything is as it was.')).toBeVisible();
    expect(api.received.find(({ method }) => method === 'DELETE')?.path).toBe('/folders/f1/materials/g1');
    await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Add to Folder' })).toBeVisible();
  });

  it("§2 Study guide list: in a folder the menu offers 'Remove from' plus the folder name; §8: it asks, says 'Removed from folder successfully', and can be undone", async () => {
    api.on(calls.listStudyMaterials, [listedGuide({ folderId: 'f1' })]);
    api.on(calls.listFolders, [folder({ studyMaterials: ['g1'], studyMaterialCount: 1 })]);
    api.on(calls.removeFromFolder, folder());
    api.on(calls.addToFolder, folder({ studyMaterials: ['g1'], studyMaterialCount: 1 }));
    show();
    await screen.findByRole('article');
    await waitFor(() => expect(api.received.some((call) => call.path === '/folders')).toBe(true));
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from Biology' }));
    await confirmed(removal, 'Remove');
    expect(await screen.findByText('Removed from folder successfully')).toBeInTheDocument();
    expect(api.received.find(({ method }) => method === 'DELETE')?.path).toBe('/folders/f1/materials/g1');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Added to folder successfully')).toBeInTheDocument();
    await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Remove from Biology' })).toBeVisible();
  });

  it("§8 Study guide list: 'Failed to add to folder', and the guide is in no folder, as before", async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    api.on(calls.listFolders, [folder()]);
    api.on(calls.addToFolder, broken);
    show();
    await openMenu();
    await chooseFolder('Biology');
    expect(await screen.findByText('Failed to add to folder')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Add to Folder' })).toBeVisible();
  });

  it("§8 Study guide list: 'Failed to remove from folder', and the guide is in its folder, as before", async () => {
    api.on(calls.listStudyMaterials, [listedGuide({ folderId: 'f1' })]);
    api.on(calls.listFolders, [folder({ studyMaterials: ['g1'], studyMaterialCount: 1 })]);
    api.on(calls.removeFromFolder, broken);
    show();
    await screen.findByRole('article');
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from Biology' }));
    await confirmed(removal, 'Remove');
    expect(await screen.findByText('Failed to remove from folder')).toBeInTheDocument();
    await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Remove from Biology' })).toBeVisible();
  });

  it("§6 Study guide list: adding to a folder without a session fails client-side with 'No authentication token found'", async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    api.on(calls.listFolders, [folder()]);
    show();
    await openMenu();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Biology' })).toHaveFocus());
    localStorage.clear();
    act(signOut);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('No authentication token found')).toBeInTheDocument();
    expect(api.received.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('§2 Study guide list: at the free limit an upgrade dialog opens instead of the form', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    show(freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Guide' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/study-materials$/);
  });

  it('§6 Study guide list: premium users make as many as they like', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    const limits = premiumLimits();
    show({ ...limits, studyMaterials: { ...limits.studyMaterials, current: 200 } });
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Guide' }));
    expect(screen.getByTestId('location')).toHaveTextContent('/study-materials/create');
  });

  it('the next page is read by the cursor of the last one; typing renders no card', async () => {
    const drawn = jest.mocked(GuideCard);
    api.on(calls.listStudyMaterials, ({ query }: { query: { after?: string } }) =>
      query.after === 'g12' ? listedGuides(15).slice(12) : answer(200, listedGuides(12), { 'x-next': 'g12' }),
    );
    show();
    await screen.findAllByRole('article');
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(15));
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    const before = drawn.mock.calls.length;
    await userEvent.type(search(), 'c');
    expect(search()).toHaveValue('c');
    expect(drawn.mock.calls.length).toBe(before);
  });
});

describe('several guides at once', () => {
  const [first, second, third] = listedGuides(3);
  const sentTo = (path: string) => api.received.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => body);
  const choose = async (): Promise<void> => {
    api.on(calls.listStudyMaterials, [first, { ...second, folderId: 'f1' }, third]);
    api.on(calls.listFolders, [folder({ studyMaterials: ['g2'], studyMaterialCount: 1 }), folder({ _id: 'f2', name: 'Physics' })]);
    show();
    await openMenu(first!.title);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Select' }));
    await userEvent.click(screen.getByRole('checkbox', { name: `Select ${second!.title}` }));
    expect(screen.getByText('2 selected')).toBeVisible();
  };

  it('are deleted after a pause; those that fail stay', async () => {
    api.on(calls.deleteStudyMaterials, { done: ['g1'], failed: [{ _id: 'g2', msg: 'Please try again.' }] });
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await confirmed('Are you sure you want to delete 2 study guides?', 'Delete');
    expect(await screen.findByText('2 study guides deleted.')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(sentTo('/study-materials/delete')).toEqual([]);
    leavePage();
    expect(await screen.findByText('1 study guide could not be deleted.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(sentTo('/study-materials/delete')).toEqual([{ ids: ['g1', 'g2'] }]);
  });

  it('come back with "Undo", and nothing is deleted', async () => {
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await confirmed('Are you sure you want to delete 2 study guides?', 'Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(screen.getAllByRole('article')).toHaveLength(3);
    leavePage();
    expect(sentTo('/study-materials/delete')).toEqual([]);
  });

  it('are moved to a folder; "Undo" puts each back where it was', async () => {
    api.on(calls.addToFolder, ({ path, body }: { path: string; body: { studyMaterialIds: string[] } }) => ({
      ...folder(path.includes('f2') ? { _id: 'f2', name: 'Physics' } : {}),
      done: body.studyMaterialIds,
      failed: [],
    }));
    api.on(calls.removeFromFolder, folder({ _id: 'f2', name: 'Physics' }));
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Add to Folder' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Physics' }));
    expect(await screen.findByText('2 study guides moved to “Physics”.')).toBeVisible();
    expect(sentTo('/folders/f2/materials')).toEqual([{ studyMaterialIds: ['g1', 'g2'] }]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone. Everything is as it was.')).toBeVisible();
    expect(sentTo('/folders/f1/materials')).toEqual([{ studyMaterialIds: ['g2'] }]);
    expect(api.received.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/folders/f2/materials/g1']);
  });
});

it('the list is sorted by title, over all pages', async () => {
  api.on(calls.listStudyMaterials, listedGuides(3));
  show();
  await screen.findAllByRole('article');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title');
  await waitFor(() =>
    expect(screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Cell respiration 1',
      'Contract formation 2',
      'Heart failure 3',
    ]),
  );
  expect(screen.getByTestId('location')).toHaveTextContent('sort=title');
});
