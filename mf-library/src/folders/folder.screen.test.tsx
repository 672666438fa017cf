import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, never, renderWithPlatform } from '@lectern/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folder, folderOf, listedGuide } from '../shared/testing';
import { FolderScreen } from './folder.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});
const show = (at = '/folders/f1') => renderWithPlatform(<FolderScreen />, { at, path: '/folders/:id', user: learner });
const broken = answer(500, { code: 'internal', requestId: 'r1' });
const guides = () => [
  listedGuide({
    _id: 'g2',
    title: 'Osmosis',
    processedContent: { overview: 'Water through a MEMBRANE.' },
    createdAt: '2025-03-06T12:00:00.000Z',
  }),
  listedGuide(),
];
const search = () => screen.getByPlaceholderText('Search study guides in this folder...');
const names = () => screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent);
const remove = async (title: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from Folder' }));
  const question = await screen.findByRole('alertdialog', { name: 'Are you sure you want to remove this study material from the folder?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
};

describe('a folder', () => {
  it('§2 Folder detail: back arrow, name and guide count; §7: GET /folders/:id', async () => {
    api.on(calls.getFolder, folderOf(guides()));
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Biology' })).toBeVisible();
    expect(screen.getByText('2 study guides')).toBeVisible();
    expect(api.received[0]).toMatchObject({ method: 'GET', path: '/folders/f1' });
    await userEvent.click(screen.getByRole('button', { name: 'Back to folders' }));
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/folders$/);
  });

  it('one quiz is made of all its guides; an empty folder offers none', async () => {
    api.on(calls.getFolder, folderOf(guides()));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Quiz me' }));
    expect(screen.getByTestId('location')).toHaveTextContent('/quizzes/new?material=g2&material=g1');
    cleanup();
    api.on(calls.getFolder, folderOf([]));
    show();
    await screen.findByText('This folder is empty');
    expect(screen.queryByRole('button', { name: 'Quiz me' })).not.toBeInTheDocument();
  });

  it("§2 Folder detail: guide cards have title, overview, created date, 'View Guide' and a menu 'Remove from Folder'", async () => {
    api.on(calls.getFolder, folderOf(guides()));
    show();
    const [card] = await screen.findAllByRole('article');
    expect(within(card!).getByRole('link', { name: 'Osmosis' })).toHaveAttribute('href', '/study-materials/g2?folder=f1');
    expect(card).toHaveTextContent('Water through a MEMBRANE.');
    expect(card).toHaveTextContent('Mar 6, 2025');
    expect(card).toHaveTextContent('View Guide');
    await userEvent.click(screen.getByRole('button', { name: 'Options for Osmosis' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Remove from Folder']);
  });

  it('§9 Folder detail: the overview is trimmed to 150 characters', async () => {
    api.on(calls.getFolder, folderOf([listedGuide({ processedContent: { overview: 'x'.repeat(151) } })]));
    show();
    expect(await screen.findByText(`${'x'.repeat(150)}...`)).toBeVisible();
  });

  it("§2 Folder detail: search 'Search study guides in this folder...' matches title or overview, whatever the case; else 'No study guides found'", async () => {
    api.on(calls.getFolder, folderOf(guides()));
    show();
    await screen.findAllByRole('article');
    await userEvent.type(search(), 'CELL resp');
    await waitFor(() => expect(names()).toEqual(['Cell respiration']));
    await userEvent.clear(search());
    await userEvent.type(search(), 'membrane');
    await waitFor(() => expect(names()).toEqual(['Osmosis']));
    await userEvent.type(search(), 'x');
    expect(await screen.findByRole('heading', { name: 'No study guides found' })).toBeVisible();
  });

  it("§2 Folder detail: 'This folder is empty'", async () => {
    api.on(calls.getFolder, folderOf([]));
    show();
    expect(await screen.findByRole('heading', { name: 'This folder is empty' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add guides' })).toBeVisible();
  });

  it('guides that are elsewhere are added from within the folder', async () => {
    api.on(calls.getFolder, folderOf([]));
    api.on(calls.listStudyMaterials, [listedGuide({ folderId: 'f1' }), listedGuide({ _id: 'g2', title: 'Osmosis', folderId: null })]);
    api.on(calls.listFolders, []);
    api.on(calls.addToFolder, { ...folderOf([]), studyMaterials: ['g2'], studyMaterialCount: 1, done: ['g2'], failed: [] });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Add guides' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add guides to Biology' }));
    expect((await dialog.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)).toEqual(['Osmosis']);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Osmosis' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add 1 study guide' }));
    expect(await screen.findByText('Added to folder successfully')).toBeInTheDocument();
    expect(api.received.find(({ method }) => method === 'POST')?.body).toEqual({ studyMaterialIds: ['g2'] });
  });

  it('is renamed', async () => {
    api.on(calls.getFolder, folderOf([]));
    api.on(calls.renameFolder, { ...folderOf([]), name: 'Physiology' });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Rename' }));
    const field = await screen.findByLabelText('Folder Name');
    expect(field).toHaveValue('Biology');
    await userEvent.clear(field);
    await userEvent.type(field, 'Physiology{Enter}');
    expect(await screen.findByText('Renamed successfully')).toBeInTheDocument();
    expect(api.received.find(({ method }) => method === 'PUT')).toMatchObject({ path: '/folders/f1', body: { name: 'Physiology' } });
  });

  it("§2 Folder detail: 'Folder not found' with a link back", async () => {
    api.on(calls.getFolder, answer(404, { msg: 'Folder not found.', code: 'not_found', requestId: 'r' }));
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Folder not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to folders' })).toHaveAttribute('href', '/folders');
  });

  it("§8 Folder detail: 'Error loading folder' with 'Try Again'", async () => {
    api.on(calls.getFolder, broken);
    show();
    expect(await screen.findByText('Error loading folder')).toBeVisible();
    api.on(calls.getFolder, folderOf(guides()));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findAllByRole('article')).toHaveLength(2);
  });

  it('§8 Folder detail: an error with upgradeRequired opens the upgrade modal and is not shown in the page', async () => {
    api.on(calls.getFolder, answer(403, { msg: 'Not on this plan.', code: 'premium_required', upgradeRequired: true, requestId: 'r' }));
    show();
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.queryByText('Error loading folder')).not.toBeInTheDocument();
  });

  it('says that it is loading', () => {
    api.on(calls.getFolder, never);
    show();
    expect(screen.getByText('Loading folder')).toBeInTheDocument();
  });

  it("§8 Folder detail: removing asks 'Are you sure you want to remove this study material from the folder?', shows at once, and says 'Study guide removed from folder'; §4: list and count follow", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    let inFolder = guides();
    api.on(calls.getFolder, () => folderOf(inFolder));
    api.on(calls.removeFromFolder, () => promise);
    show();
    await remove('Osmosis');
    await waitFor(() => expect(names()).toEqual(['Cell respiration']));
    expect(screen.getByText('1 study guide')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('link', { name: 'Cell respiration' })).toHaveFocus());
    inFolder = inFolder.slice(1);
    await act(async () => {
      resolve(folder({ studyMaterials: ['g1'], studyMaterialCount: 1 }));
      await Promise.resolve();
    });
    expect(await screen.findByText('Study guide removed from folder')).toBeInTheDocument();
    expect(api.received.find(({ method }) => method === 'DELETE')?.path).toBe('/folders/f1/materials/g2');
  });

  it('a removal can be undone', async () => {
    let inFolder = guides();
    api.on(calls.getFolder, () => folderOf(inFolder));
    api.on(calls.removeFromFolder, () => {
      inFolder = inFolder.slice(1);
      return folder({ studyMaterials: ['g1'], studyMaterialCount: 1 });
    });
    api.on(calls.addToFolder, () => {
      inFolder = guides();
      return folder({ studyMaterials: ['g2', 'g1'], studyMaterialCount: 2 });
    });
    show();
    await remove('Osmosis');
    expect(await screen.findByText('“Osmosis” is no longer in “Biology”.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone. Everything is as it was.')).toBeVisible();
    await waitFor(() => expect(names()).toEqual(['Osmosis', 'Cell respiration']));
    expect(api.received.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/folders/f1/materials',
      body: { materialId: 'g2' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Undone. Everything is as it was.')).not.toBeInTheDocument();
  });

  it("§8 Folder detail: 'Failed to remove study guide', and the guide is back where it was", async () => {
    api.on(calls.getFolder, folderOf(guides()));
    api.on(calls.removeFromFolder, broken);
    show();
    await remove('Osmosis');
    expect(await screen.findByText('Failed to remove study guide')).toBeInTheDocument();
    expect(names()).toEqual(['Osmosis', 'Cell respiration']);
    expect(screen.getByText('2 study guides')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});
