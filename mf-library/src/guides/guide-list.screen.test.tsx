import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folder, listedGuide } from '../shared/testing';
import { GuideListScreen } from './guide-list.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listFolders, []);
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});
const show = (limits = freeLimits()) =>
  renderWithPlatform(<GuideListScreen />, { at: '/study-materials', path: '/study-materials', user: learner, limits });

describe('the list of study guides', () => {
  it('shows title, preview, date and hint of each guide, and opens it', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    show();
    const card = await screen.findByRole('article');
    expect(within(card).getByRole('link', { name: 'Cell respiration' })).toHaveAttribute('href', '/study-materials/g1');
    expect(card).toHaveTextContent('Cells release energy from glucose...');
    expect(card).toHaveTextContent('Mar 5, 2025');
    expect(card).toHaveTextContent('View Guide');
  });

  it('says so when there is none, and when none is found', async () => {
    api.on(calls.listStudyMaterials, []);
    show();
    expect(await screen.findByText('No study guides created yet. Create your first one!')).toBeVisible();
    await userEvent.type(screen.getByPlaceholderText('Search study guides...'), 'osmosis');
    expect(await screen.findByText('No study guides found matching your search.')).toBeVisible();
    expect(screen.getByTestId('location')).toHaveTextContent('/study-materials?q=osmosis');
  });

  it('offers another try when loading fails', async () => {
    api.on(calls.listStudyMaterials, answer(500, { msg: 'Broken.', code: 'internal', requestId: 'r1' }));
    show();
    expect(await screen.findByText('Error loading study guides. Please try again.')).toBeVisible();
    api.on(calls.listStudyMaterials, [listedGuide()]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article')).toBeVisible();
  });

  it('asks before it deletes, then takes the guide out of the list', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    api.on(calls.deleteStudyMaterial, { _id: 'g1' });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Cell respiration' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this study guide?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Study guide deleted successfully')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  });

  it('adds a guide to a folder from its menu, and takes it out of one by the folder’s name', async () => {
    api.on(calls.listStudyMaterials, [listedGuide({ folderId: 'f1' })]);
    api.on(calls.listFolders, [folder()]);
    api.on(calls.removeFromFolder, folder());
    show();
    await screen.findByRole('article');
    await waitFor(() => expect(api.received.some((call) => call.path === '/folders')).toBe(true));
    await userEvent.click(screen.getByRole('button', { name: 'Options for Cell respiration' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from Biology' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to remove this study material from the folder?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Removed from folder successfully')).toBeInTheDocument();
  });

  it('opens the upgrade modal instead of the form at the free limit', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    show(freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Guide' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(screen.getByTestId('location')).toHaveTextContent('/study-materials');
  });
});
