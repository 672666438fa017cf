import { calls } from '@lectern/contracts';
import { intendedPath, keepIntention, signIn } from '@lectern/platform';
import { answer, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folderOf, guide, listedGuides, sharedFolder, sharedGuide } from '../shared/testing';
import { SharedFolderGuideScreen } from './shared-folder-guide.screen';
import { SharedFolderScreen } from './shared-folder.screen';
import { SharedGuideScreen } from './shared-guide.screen';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.showSharedGuide, sharedGuide());
  api.on(calls.copySharedGuide, answer(201, guide({ _id: 'copy' })));
  api.on(calls.showSharedFolder, sharedFolder());
  api.on(calls.copySharedFolder, answer(201, { ...folderOf(listedGuides(2), { _id: 'copied' }), skipped: [] }));
});
afterEach(() => {
  api.restore();
});
const path = '/shared/guide/s1';
const showGuide = (user?: typeof learner) =>
  renderWithPlatform(<SharedGuideScreen />, { at: path, path: '/shared/guide/:secret', ...(user && { user }) });
const copyButton = () => screen.findByRole('button', { name: 'Copy to my Lectern' });
const sent = (method: string) => api.received.filter((call) => call.method === method);

test('a visitor reads the guide, and its call has no session', async () => {
  showGuide();
  expect(await screen.findByRole('heading', { level: 1, name: 'Cell respiration' })).toBeVisible();
  expect(screen.getByText('Study guide shared by Ada')).toBeVisible();
  expect(sent('GET')).toMatchObject([{ path: '/study-materials/shared/s1' }]);
  expect(sent('GET')[0]?.headers).not.toHaveProperty('x-auth-token');
});

test('a reference opens what the guide quotes from its slide', async () => {
  showGuide();
  await userEvent.click((await screen.findAllByTitle('From slide 2'))[0]!);
  expect(await screen.findByText('Glycolysis splits glucose.')).toBeVisible();
});

test('a visitor who copies registers first; the intention is kept', async () => {
  showGuide();
  await userEvent.click(await copyButton());
  expect(screen.getByTestId('location')).toHaveTextContent('/register');
  expect(intendedPath()).toBe(path);
  expect(sent('POST')).toEqual([]);
});

test('a learner copies at once, and the copy opens', async () => {
  showGuide(learner);
  await userEvent.click(await copyButton());
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/study-materials/copy'));
  expect(sent('POST')).toMatchObject([{ path: '/study-materials/shared/s1/copy' }]);
});

test('a learner who comes back after the registration gets the copy without another click, once', async () => {
  showGuide();
  await copyButton();
  act(() => {
    keepIntention(path);
    signIn('t', learner);
  });
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/study-materials/copy'));
  expect(sent('POST')).toHaveLength(1);
  expect(intendedPath()).toBeUndefined();
});

test('at the limit the page stays, and says why', async () => {
  api.on(calls.copySharedGuide, answer(403, { msg: 'You have reached your limit.', code: 'limit_reached', upgradeRequired: true }));
  showGuide(learner);
  await userEvent.click(await copyButton());
  expect((await screen.findAllByText('You have reached your limit.'))[0]).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent(path);
});

test('a link that ended says so', async () => {
  api.on(calls.showSharedGuide, answer(404, { msg: 'Page not found.', code: 'not_found' }));
  showGuide();
  expect(await screen.findByText('This link does not work.')).toBeVisible();
});

test('a report goes to the operator', async () => {
  api.on(calls.reportShared, { message: 'Thank you. We will look at this page.' });
  showGuide();
  await userEvent.click(await screen.findByRole('button', { name: 'Report this page' }));
  await userEvent.type(await screen.findByRole('textbox'), ' My textbook. ');
  await userEvent.click(screen.getByRole('button', { name: 'Send Report' }));
  expect(await screen.findByText('Thank you. We will look at this page.')).toBeVisible();
  expect(sent('POST')).toMatchObject([{ path: '/auth/shared-reports', body: { kind: 'guide', secret: 's1', reason: 'My textbook.' } }]);
});

test('a folder lists its guides, each with a page of its own', async () => {
  renderWithPlatform(<SharedFolderScreen />, { at: '/shared/folder/s1', path: '/shared/folder/:secret' });
  expect(await screen.findByText('Folder shared by Ada · 3 study guides')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Heart failure 3' })).toHaveAttribute('href', '/shared/folder/s1/g3');
});

test('a guide of a folder leads back to it, and copies the whole folder', async () => {
  api.on(calls.showSharedFolderGuide, sharedGuide());
  const skipped = [{ reason: 'You are at your limit.', count: 2 }];
  api.on(calls.copySharedFolder, answer(201, { ...folderOf(listedGuides(1), { _id: 'copied' }), skipped }));
  const at = { at: '/shared/folder/s1/g1', path: '/shared/folder/:secret/:materialId' };
  renderWithPlatform(<SharedFolderGuideScreen />, { ...at, user: learner });
  expect(await screen.findByRole('link', { name: 'Biology' })).toHaveAttribute('href', '/shared/folder/s1');
  await userEvent.click(screen.getByRole('button', { name: 'Copy the Folder' }));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/folders/copied'));
  expect(screen.getByText('2 guides were not copied. You are at your limit.')).toBeInTheDocument();
});
