import { createRemote, type RemoteManifest, type ShellContract } from '@lectern/platform';
import type { RegisteredRemote } from '../PageData';
import { ShellPartError } from './createLazyFederation';
import type { RemoteLoader } from './createRemoteLoader';
import { createScreens, IncompatibleRemoteError } from './screens';

const Page = () => null;
const registered = (id: string, change: Partial<RemoteManifest>): RegisteredRemote => ({
  id,
  container: id.replace('-', '_'),
  entry: `http://${id}.test/remoteEntry.js`,
  integrity: 'sha384-abc',
  version: '1',
  manifest: { id, contract: 1, routes: [], navigation: [], slots: [], ...change },
  isSplit: false,
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
const renew = jest.fn(() => Promise.resolve(false));
const told = jest.fn();
const loader: RemoteLoader = {
  remotes: [library, billing],
  load: (id) => Promise.resolve(remotes[id]!),
  prepare: () => undefined,
  renew,
  reporter: (id) => (outcome) => {
    told(id, outcome);
  },
};
const contract: ShellContract = { oldest: 1, newest: 2, capabilities: ['toasts/1'] };

test('finds the page of a path, a fixed segment before a parameter', () => {
  const screens = createScreens(loader, contract);
  expect(screens.at('/study-materials/create')?.path).toBe('/study-materials/create');
  expect(screens.at('/study-materials/abc')).toMatchObject({ path: '/study-materials/:id', remoteId: 'mf-library' });
  expect(screens.at('/nowhere')).toBeUndefined();
});

test('a loaded page is available at once the next time', async () => {
  const screens = createScreens(loader, contract);
  const folders = screens.at('/folders')!;
  expect(screens.peek(folders)).toBeUndefined();
  expect(await screens.load(folders)).toBe(Page);
  expect(screens.peek(folders)).toBe(Page);
});

test('a page that the remote does not have, and one that fails, which can be loaded again', async () => {
  const screens = createScreens(loader, contract);
  await expect(screens.load(screens.at('/study-materials/abc')!)).rejects.toThrow('mf-library has no /study-materials/:id.');
  loadPage.mockRejectedValueOnce(new Error('chunk'));
  const folders = screens.at('/folders')!;
  await expect(screens.load(folders)).rejects.toThrow('chunk');
  expect(screens.peek(folders)).toBeUndefined();
  expect(await screens.load(folders)).toBe(Page);
});

describe('code that does not load', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const silent = () => new Promise<never>(() => undefined);
  /** The outcome of a promise so far. */
  const follow = (work: Promise<unknown> | undefined) => {
    const seen = { outcome: 'waiting' };
    work?.then(
      () => (seen.outcome = 'loaded'),
      (error: unknown) => (seen.outcome = (error as Error).message),
    );
    return seen;
  };

  test('§9 Time-outs: lazy-loaded screen code has a 120-second load time-out', async () => {
    const screens = createScreens({ ...loader, load: silent }, contract);
    const folders = screens.at('/folders')!;
    follow(screens.load(folders));
    const seen = follow(screens.late(folders));
    await jest.advanceTimersByTimeAsync(119_999);
    expect(seen.outcome).toBe('waiting');
    await jest.advanceTimersByTimeAsync(1);
    expect(seen.outcome).toBe('/folders did not load within 120 s.');
    expect(screens.late(folders)).toBeUndefined();
  });

  test('the wait ends after 5 s of the load, and the page is available nevertheless when it loads later', async () => {
    let arrive: () => void = () => undefined;
    loadPage.mockReturnValueOnce(new Promise((resolve) => (arrive = () => resolve(Page))));
    const screens = createScreens(loader, contract);
    const folders = screens.at('/folders')!;
    const first = follow(screens.load(folders));
    await jest.advanceTimersByTimeAsync(1_200);
    // The page starts the load, and its area waits for it when it is rendered.
    const second = follow(screens.load(folders));
    await jest.advanceTimersByTimeAsync(3_799);
    expect([first.outcome, second.outcome]).toEqual(['waiting', 'waiting']);
    await jest.advanceTimersByTimeAsync(1);
    expect([first.outcome, second.outcome]).toEqual(['/folders did not load within 5 s.', '/folders did not load within 4 s.']);
    const late = follow(screens.late(folders));
    arrive();
    await jest.advanceTimersByTimeAsync(0);
    expect(late.outcome).toBe('loaded');
    expect(screens.peek(folders)).toBe(Page);
  });

  test('the visitor’s own try notifies running loads, looks for another version, and waits 5 s again', async () => {
    const told = jest.fn();
    addEventListener('lectern:retry', told);
    const load = jest.fn(silent);
    const screens = createScreens({ ...loader, load }, contract);
    const folders = screens.at('/folders')!;
    follow(screens.load(folders));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(told).not.toHaveBeenCalled();
    const again = follow(screens.load(folders, true));
    expect(told).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(again.outcome).toBe('waiting');
    await jest.advanceTimersByTimeAsync(1);
    expect(again.outcome).toBe('/folders did not load within 5 s.');
    expect(renew).toHaveBeenCalledWith('mf-library');
    expect(load).toHaveBeenCalledTimes(1);
    renew.mockResolvedValueOnce(true);
    follow(screens.load(folders, true));
    await jest.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledTimes(2);
    removeEventListener('lectern:retry', told);
  });

  test('a slot is not waited for longer than 5 s', async () => {
    const seen = follow(createScreens({ ...loader, load: silent }, contract).slot('billing/usage-meter/v1'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(seen.outcome).toBe('billing/usage-meter/v1 did not load within 5 s.');
  });
});

describe('reports to the page server', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('a page that could not be loaded, and nothing of one that was', async () => {
    const screens = createScreens(loader, contract);
    await screens.load(screens.at('/folders')!);
    expect(told).not.toHaveBeenCalled();
    await expect(screens.load(screens.at('/study-materials/abc')!)).rejects.toThrow();
    expect(told.mock.calls).toEqual([['mf-library', 'failed']]);
  });

  test('nothing of a remote when a part of the shell could not be loaded', async () => {
    const error = new ShellPartError('The runtime could not be loaded.');
    const screens = createScreens({ ...loader, load: () => Promise.reject(error) }, contract);
    await expect(screens.load(screens.at('/folders')!)).rejects.toBe(error);
    await jest.advanceTimersByTimeAsync(0);
    expect(told).not.toHaveBeenCalled();
  });

  test('a slow page has not failed, one that has not loaded after 30 s has', async () => {
    let arrive: (remote: (typeof remotes)[string]) => void = () => undefined;
    const screens = createScreens({ ...loader, load: () => new Promise((resolve) => (arrive = resolve)) }, contract);
    screens.load(screens.at('/folders')!).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(29_999);
    expect(told).not.toHaveBeenCalled();
    arrive(remotes['mf-library']!);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(told).not.toHaveBeenCalled();

    screens.slot('billing/usage-meter/v1')?.catch(() => undefined);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(told).toHaveBeenLastCalledWith('mf-billing', 'failed');
  });
});

test('a remote that is incompatible with the shell is not loaded', async () => {
  const load = jest.fn(loader.load);
  const newer = { ...library, manifest: { ...library.manifest, contract: 3 } };
  const needy = { ...billing, manifest: { ...billing.manifest, needs: ['undo/1'] } };
  const screens = createScreens({ ...loader, remotes: [newer, needy], load }, contract);
  await expect(screens.load(screens.at('/folders')!)).rejects.toThrow(IncompatibleRemoteError);
  await expect(screens.slot('billing/usage-meter/v1')).rejects.toThrow('mf-billing needs undo/1, which this shell does not have.');
  expect(load).not.toHaveBeenCalled();
  expect(told.mock.calls).toEqual([
    ['mf-library', 'incompatible'],
    ['mf-billing', 'incompatible'],
  ]);
});

test('slots are loaded from the remote whose manifest has them', async () => {
  const { slot } = createScreens(loader, contract);
  expect(await slot('billing/usage-meter/v1')).toBe(Page);
  await expect(slot('billing/upgrade/v1')).rejects.toThrow('mf-billing does not offer billing/upgrade/v1.');
  expect(createScreens({ ...loader, remotes: [library] }, contract).slot('billing/upgrade/v1')).toBeUndefined();
});
