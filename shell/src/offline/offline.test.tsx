import { learnerStorage, leave, provideSlots, signIn, signOut } from '@lectern/platform';
import { learner, renderWithPlatform, resetPlatform } from '@lectern/platform/testing';
import { act, screen } from '@testing-library/react';
import contract from '../contract.json';
import type { PageData } from '../PageData';
import { Offline } from './Offline';
import { startOffline } from './startOffline';
import { startWorker } from './startWorker';

const data = (hasWorker: boolean): PageData => ({
  apiUrl: 'http://api.test',
  supportEmail: '',
  registry: [{ entry: 'http://localhost:3001/v1/remoteEntry.js' } as PageData['registry'][0]],
  isSplit: false,
  contract,
  hasWorker,
});

const worker = { postMessage: jest.fn() };
const removed = jest.fn();
const unregister = jest.fn(() => Promise.resolve(true));
const register = jest.fn(() => Promise.resolve());
const serviceWorker = Object.assign(new EventTarget(), {
  controller: worker as typeof worker | null,
  ready: Promise.resolve({ active: worker }),
  register,
  getRegistrations: () => Promise.resolve([{ unregister }]),
});
const cacheStorage = {
  keys: () => Promise.resolve(['lectern-files', 'other']),
  delete: (name: string) => Promise.resolve(removed(name)),
};
Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker });
Object.defineProperty(globalThis, 'caches', { value: cacheStorage });

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));
const refreshes = () => worker.postMessage.mock.calls.filter(([{ type }]) => type === 'refresh');
const goes = (event: 'online' | 'offline') => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(event === 'online');
  act(() => void window.dispatchEvent(new Event(event)));
};

beforeEach(() => {
  resetPlatform();
  serviceWorker.controller = worker;
});
afterEach(() => {
  goes('online');
  jest.restoreAllMocks();
});

/** jsdom has no resource timing. */
Object.assign(performance, {
  getEntriesByType: () => [{ name: 'http://localhost:3001/v1/page.js?retry=1' }, { name: 'http://localhost:8080/folders' }],
});
const inUse = ['http://localhost:3001/v1/page.js', 'http://localhost:3001/v1/remoteEntry.js'];

describe('the service worker', () => {
  test('is for learners: a visitor gets it when they sign in, and it fetches the registry then and whenever the network returns', async () => {
    startWorker(data(true));
    await settled();
    expect(register).not.toHaveBeenCalled();
    act(() => {
      signIn('t1', learner);
    });
    await settled();
    expect(register).toHaveBeenCalledWith('/service-worker.js');
    expect(refreshes()).toEqual([[{ type: 'refresh', inUse, token: 't1' }]]);
    goes('online');
    expect(refreshes()).toHaveLength(2);
    // A tab that is shown again soon knows the registry already.
    document.dispatchEvent(new Event('visibilitychange'));
    expect(refreshes()).toHaveLength(2);
  });

  test('is removed with its caches when the registry turns it off', async () => {
    startWorker(data(false));
    await settled();
    expect(unregister).toHaveBeenCalled();
    expect(removed.mock.calls).toContainEqual(['lectern-files']);
    expect(removed.mock.calls).not.toContainEqual(['other']);
  });

  test.each([
    ['logs out', () => leave()],
    ['loses the session', () => signOut()],
    ['is followed by another one', () => signIn('t2', { ...learner, _id: 'u2', email: 'grace@example.org' })],
  ])('forgets a learner who %s', async (_, end) => {
    signIn('t1', learner);
    startWorker(data(true));
    await settled();
    removed.mockClear();
    act(end);
    expect(worker.postMessage).toHaveBeenLastCalledWith({ type: 'forget' });
    expect(removed.mock.calls).toEqual(expect.arrayContaining([['lectern-answers'], ['lectern-pictures']]));
  });

  test('forgets whoever left while no page was open', () => {
    startWorker(data(true));
    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'forget' });
  });

  test('costs a visitor nothing, not even its code', async () => {
    serviceWorker.controller = null;
    startOffline(data(true));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(worker.postMessage).not.toHaveBeenCalled();
  });
});

describe('the line', () => {
  const open = () => renderWithPlatform(<Offline isShown />, { user: learner });
  const line = () => screen.queryByText(/Ratings are sent/)?.textContent;

  test('says that the device is offline', () => {
    open();
    expect(line()).toBeUndefined();
    goes('offline');
    expect(line()).toBe('You are offline. Ratings are sent when you are back.');
    goes('online');
    expect(line()).toBeUndefined();
  });

  test('says that the site does not answer, once the worker has noticed', () => {
    open();
    const tell = (isReachable: boolean) =>
      act(() => void serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'network', isReachable } })));
    tell(false);
    expect(line()).toBe('Lectern cannot be reached. Ratings are sent when it is back.');
    tell(true);
    expect(line()).toBeUndefined();
  });

  test('asks whether the site is back, so that it goes without an action of the learner', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve()];
    const fetched = jest.fn((_address: string) => answers.shift());
    globalThis.fetch = fetched as unknown as typeof fetch;
    open();
    act(() => void serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'network', isReachable: false } })));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['http://api.test/health/live']);
    expect(line()).toBe('Lectern cannot be reached. Ratings are sent when it is back.');
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(line()).toBeUndefined();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(fetched).toHaveBeenCalledTimes(2);
    jest.useRealTimers();
  });
});

test('what waits on the device is sent at any page once the network is there', async () => {
  provideSlots((name) => Promise.resolve(() => <p>{name}</p>));
  const { rerender } = renderWithPlatform(<Offline isShown={false} />, { user: learner });
  expect(screen.queryByText('study/unsent/v1')).toBeNull();
  goes('offline');
  learnerStorage.writeJson(`unsent.${learner._id}.review-outbox`, [1]);
  rerender(<Offline isShown={false} />);
  expect(screen.queryByText('study/unsent/v1')).toBeNull();
  goes('online');
  expect(await screen.findByText('study/unsent/v1')).toBeVisible();
});
