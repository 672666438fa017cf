import { createRemote, type RemoteManifest } from '@lectern/platform';
import type { RegisteredRemote } from '../PageData';
import type { RemoteLoader } from './createRemoteLoader';
import { createScreens } from './screens';

const Page = () => null;
const registered = (id: string, change: Partial<RemoteManifest>): RegisteredRemote => ({
  id,
  container: id.replace('-', '_'),
  entry: `http://${id}.test/remoteEntry.js`,
  fallbackEntry: `http://${id}.test/remoteEntry.js`,
  integrity: 'sha384-abc',
  version: '1',
  manifest: { id, contract: 1, routes: [], navigation: [], slots: [], ...change },
});
const signedIn = { access: 'signed-in', screen: 'x' } as const;
const library = registered('mf-library', {
  routes: [
    { path: '/study-materials/:id', ...signedIn },
    { path: '/study-materials/create', ...signedIn },
    { path: '/folders', ...signedIn },
  ],
});
const billing = registered('mf-billing', { slots: ['billing/usage-meter/v1', 'billing/upgrade/v1'] });
const loadPage = jest.fn(() => Promise.resolve(Page));
const remotes: Record<string, ReturnType<typeof createRemote>> = {
  'mf-library': createRemote({ id: 'mf-library', contract: 1, routes: [{ path: '/folders', access: 'signed-in', load: loadPage }] }),
  'mf-billing': createRemote({
    id: 'mf-billing',
    contract: 1,
    routes: [],
    slots: { 'billing/usage-meter/v1': () => Promise.resolve(Page) },
  }),
};
const loader: RemoteLoader = { remotes: [library, billing], load: (id) => Promise.resolve(remotes[id]!) };

test('an address finds its page, a fixed part before a parameter', () => {
  const screens = createScreens(loader);
  expect(screens.at('/study-materials/create')?.path).toBe('/study-materials/create');
  expect(screens.at('/study-materials/abc')).toMatchObject({ path: '/study-materials/:id', remoteId: 'mf-library' });
  expect(screens.at('/nowhere')).toBeUndefined();
});

test('a loaded page is there at once the next time', async () => {
  const screens = createScreens(loader);
  const folders = screens.at('/folders')!;
  expect(screens.peek(folders)).toBeUndefined();
  expect(await screens.load(folders)).toBe(Page);
  expect(screens.peek(folders)).toBe(Page);
});

test('a page that the remote has not, and one that fails, which may be asked for again', async () => {
  const screens = createScreens(loader);
  await expect(screens.load(screens.at('/study-materials/abc')!)).rejects.toThrow('mf-library has no /study-materials/:id.');
  loadPage.mockRejectedValueOnce(new Error('chunk'));
  const folders = screens.at('/folders')!;
  await expect(screens.load(folders)).rejects.toThrow('chunk');
  expect(screens.peek(folders)).toBeUndefined();
  expect(await screens.load(folders)).toBe(Page);
});

test('§9 Time-outs: lazy-loaded screen code has a 120-second load time-out', async () => {
  jest.useFakeTimers();
  const screens = createScreens({ ...loader, load: () => new Promise(() => undefined) });
  const caught = jest.fn();
  screens.load(screens.at('/folders')!).catch(caught);
  await jest.advanceTimersByTimeAsync(119_999);
  expect(caught).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(caught).toHaveBeenCalledWith(new Error('/folders did not load within 120 s.'));
  jest.useRealTimers();
});

test('slots come from the remote that announces them', async () => {
  const { slot } = createScreens(loader);
  expect(await slot('billing/usage-meter/v1')).toBe(Page);
  await expect(slot('billing/upgrade/v1')).rejects.toThrow('mf-billing does not offer billing/upgrade/v1.');
  expect(createScreens({ ...loader, remotes: [library] }).slot('billing/upgrade/v1')).toBeUndefined();
});
