import { calls } from '@lectern/contracts';
import {
  answer,
  findNotice,
  freeLimits,
  installFakeApi,
  learner,
  never,
  premiumLimits,
  renderWithPlatform,
} from '@lectern/platform/testing';
import { fireEvent, act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folder } from '../shared/testing';
import { FolderListScreen } from './folder-list.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});
const show = (limits = freeLimits()) =>
  renderWithPlatform(<FolderListScreen />, { at: '/folders', path: '/folders', user: learner, limits });
const broken = answer(500, { code: 'internal', requestId: 'r1' });
const three = () => [
  folder({ _id: 'f3', name: 'Chemistry', studyMaterialCount: 2, studyMaterials: ['g1', 'g2'] }),
  folder({ _id: 'f2', name: 'Physics', studyMaterialCount: 1, studyMaterials: ['g3'] }),
  folder(),
];
const createButton = () => screen.getAllByRole('button', { name: 'Create Folder' })[0]!;
const openDialog = async () => {
  await userEvent.click(createButton());
  return within(await screen.findByRole('dialog', { name: 'Create Folder' }));
};
const remove = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete Folder' }));
};

/** Ends the pause in which a deletion can be undone, as putting the browser into the background does. */
const leavePage = (): void => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden');
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
};

describe('the list of folders', () => {
  it("§2 Folders list: a card shows name, 'N study guide(s)' and 'Created' plus date; its menu has 'Delete Folder'", async () => {
    api.on(calls.listFolders, three());
    show();
    expect(screen.getByRole('heading', { level: 1, name: 'My Folders' })).toBeVisible();
    const [first, second, third] = await screen.findAllByRole('article');
    expect(within(first!).getByRole('link', { name: 'Chemistry' })).toHaveAttribute('href', '/folders/f3');
    expect(first).toHaveTextContent('2 study guides');
    expect(second).toHaveTextContent('1 study guide');
    expect(third).toHaveTextContent('0 study guides');
    expect(first).toHaveTextContent('Created Mar 5, 2025');
    await userEvent.click(within(first!).getByRole('button', { name: 'Options for Chemistry' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Rename', 'Delete Folder']);
  });

  it('says that it is loading', () => {
    api.on(calls.listFolders, never);
    show();
    expect(screen.getByText('Loading folders')).toBeInTheDocument();
  });

  it("§2 Folders list: the empty states are 'Welcome to Folders!' (none exist) and 'No folders found' (search 'Search folders...')", async () => {
    api.on(calls.listFolders, []);
    show();
    expect(await screen.findByRole('heading', { name: 'Welcome to Folders!' })).toBeVisible();
    await userEvent.type(screen.getByPlaceholderText('Search folders...'), 'bio');
    expect(await screen.findByRole('heading', { name: 'No folders found' })).toBeVisible();
    expect(api.received.at(-1)).toMatchObject({
      method: 'GET',
      path: '/folders',
      query: { q: 'bio' },
      headers: { 'x-auth-token': 'test-token' },
    });
  });

  it("§8 Folders list: 'Error loading folders' with 'Try Again'", async () => {
    api.on(calls.listFolders, broken);
    show();
    expect(await screen.findByText('Error loading folders')).toBeVisible();
    api.on(calls.listFolders, three());
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findAllByRole('article')).toHaveLength(3);
  });

  it('§8 Folders list: an error with upgradeRequired opens the upgrade modal and is not shown in the page', async () => {
    api.on(
      calls.listFolders,
      answer(403, { msg: 'Folders come with premium.', code: 'premium_required', upgradeRequired: true, requestId: 'r' }),
    );
    show();
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.queryByText('Error loading folders')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  });

  it("§2 Folders list: 'Create Folder' opens the create-folder modal with 'Folder Name'; §5: submit is disabled until the trimmed name is not empty", async () => {
    api.on(calls.listFolders, three());
    show();
    const dialog = await openDialog();
    const create = dialog.getByRole('button', { name: 'Create' });
    expect(dialog.getByLabelText('Folder Name')).toHaveFocus();
    expect(create).toBeDisabled();
    await userEvent.type(dialog.getByLabelText('Folder Name'), '   {Enter}');
    expect(create).toBeDisabled();
    expect(api.received.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.type(dialog.getByLabelText('Folder Name'), 'Law');
    expect(create).toBeEnabled();
  });

  it('an invalid folder name shows an error beside the field', async () => {
    api.on(calls.listFolders, three());
    show();
    const dialog = await openDialog();
    for (const [name, problem] of [
      ['\u200b', 'Please fill in this field'],
      ['\u202ewaL', 'Please leave out control characters'],
    ] as const) {
      fireEvent.change(dialog.getByLabelText('Folder Name'), { target: { value: name } });
      expect(dialog.getByLabelText('Folder Name')).toHaveAccessibleDescription(expect.stringContaining(problem));
      expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
    }
  });

  it("§8 Folders list: Enter creates, 'Folder created successfully'; §4: it goes to the front; §7: POST /folders with name; focus returns", async () => {
    const folders = three();
    api.on(calls.listFolders, () => folders);
    api.on(calls.createFolder, () => {
      const made = folder({ _id: 'f4', name: 'Law' });
      folders.unshift(made);
      return answer(201, made);
    });
    show();
    await screen.findAllByRole('article');
    const dialog = await openDialog();
    await userEvent.type(dialog.getByLabelText('Folder Name'), '  Law {Enter}');
    expect(await screen.findByText('Folder created successfully')).toBeInTheDocument();
    expect(api.received.find(({ method }) => method === 'POST')).toMatchObject({ path: '/folders', body: { name: 'Law' } });
    expect(screen.getAllByRole('article')[0]).toHaveTextContent('Law');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(createButton()).toHaveFocus();
    expect((await openDialog()).getByLabelText('Folder Name')).toHaveValue('');
  });

  it('after the first folder the focus goes from the empty list’s button to the page’s button', async () => {
    const folders: ReturnType<typeof folder>[] = [];
    api.on(calls.listFolders, () => [...folders]);
    api.on(calls.createFolder, () => {
      folders.push(folder());
      return answer(201, folder());
    });
    show();
    await screen.findByText('Welcome to Folders!');
    await userEvent.click(screen.getAllByRole('button', { name: 'Create Folder' })[1]!);
    await userEvent.type(await screen.findByLabelText('Folder Name'), 'Biology{Enter}');
    expect(await screen.findByRole('article')).toHaveTextContent('Biology');
    await waitFor(() => expect(createButton()).toHaveFocus());
  });

  it("§8 Folders list: 'Failed to create folder', and the name stays, also when the dialog is closed and opened again", async () => {
    api.on(calls.listFolders, three());
    api.on(calls.createFolder, broken);
    show();
    const dialog = await openDialog();
    await userEvent.type(dialog.getByLabelText('Folder Name'), 'Law{Enter}');
    expect(await findNotice('Failed to create folder')).toBeInTheDocument();
    expect(dialog.getByLabelText('Folder Name')).toHaveValue('Law');
    await userEvent.keyboard('{Escape}');
    expect(createButton()).toHaveFocus();
    const again = await openDialog();
    expect(again.getByLabelText('Folder Name')).toHaveValue('Law');
    await userEvent.click(again.getByRole('button', { name: 'Cancel' }));
    expect((await openDialog()).getByLabelText('Folder Name')).toHaveValue('');
  });

  it('§8 Folders list: upgradeRequired on creating opens the upgrade modal in place of the dialog', async () => {
    api.on(calls.listFolders, three());
    api.on(
      calls.createFolder,
      answer(403, { msg: 'Your plan holds 2 folders.', code: 'limit_reached', upgradeRequired: true, requestId: 'r' }),
    );
    show();
    const dialog = await openDialog();
    await userEvent.type(dialog.getByLabelText('Folder Name'), 'Law{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Create Folder' })).not.toBeInTheDocument();
  });

  it('§5 Folders list: at the free limit of 2 folders the upgrade modal opens instead of the dialog', async () => {
    api.on(calls.listFolders, three().slice(1));
    show(freeLimits({ folders: { current: 2, limit: 2, canCreate: false } }));
    await userEvent.click(createButton());
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Create Folder' })).not.toBeInTheDocument();
  });

  it('§6 Folders list: premium users make as many folders as they like', async () => {
    api.on(calls.listFolders, three());
    show({ ...premiumLimits(), folders: { current: 40, limit: null, canCreate: true } });
    await openDialog();
  });

  it("§8 Folders list: deleting a folder asks first and names it, takes it away with an Undo, and says 'Folder deleted successfully'", async () => {
    api.on(calls.listFolders, three());
    api.on(calls.deleteFolder, { _id: 'f2' });
    show();
    await remove('Physics');
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this folder?' });
    expect(question).toHaveTextContent(/“Physics” is (?:empty|deleted)\./);
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Biology' })).toHaveFocus());
    expect(screen.getByText('Folder deleted successfully')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getAllByRole('article')).toHaveLength(3);
    leavePage();
    expect(api.received.some(({ method }) => method === 'DELETE')).toBe(false);
    await remove('Physics');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Folder deleted successfully');
    leavePage();
    await waitFor(() => expect(api.received.find(({ method }) => method === 'DELETE')?.path).toBe('/folders/f2'));
  });

  it("§8 Folders list: 'Failed to delete folder', and the folder is back where it was", async () => {
    api.on(calls.listFolders, three());
    api.on(calls.deleteFolder, broken);
    show();
    await remove('Physics');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Folder deleted successfully');
    leavePage();
    expect(await screen.findByText('Failed to delete folder')).toBeInTheDocument();
    expect(screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent)).toEqual([
      'Chemistry',
      'Physics',
      'Biology',
    ]);
  });
});
