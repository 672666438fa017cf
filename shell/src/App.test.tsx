import { calls } from '@lectern/contracts';
import { openUpgradeModal, provideSlots, toast, confirm, type SlotResolver } from '@lectern/platform';
import { freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi, type RenderOptions } from '@lectern/platform/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { App } from './App';
import { Overlays } from './overlays/Overlays';
import type { RegisteredRemote } from './PageData';
import type { RemoteLoader } from './remotes/createRemoteLoader';
import { createScreens } from './remotes/screens';

const page =
  (text: string): ComponentType =>
  () => <p>{text}</p>;
const library: RegisteredRemote = {
  id: 'mf-library',
  container: 'mf_library',
  entry: 'http://localhost:3002/v1/remoteEntry.js',
  fallbackEntry: 'http://localhost:3002/v1/remoteEntry.js',
  integrity: 'sha384-abc',
  version: 'v1',
  manifest: {
    id: 'mf-library',
    contract: 1,
    routes: [
      { path: '/dashboard', access: 'signed-in', screen: 'dashboard' },
      { path: '/study-materials/:id', access: 'signed-in', screen: 'guide' },
      { path: '/study-materials/create', access: 'signed-in', screen: 'create' },
    ],
    navigation: [{ label: 'Dashboard', path: '/dashboard', icon: 'dashboard', order: 10 }],
    slots: [],
  },
};
const load = (id: string): ReturnType<RemoteLoader['load']> =>
  Promise.resolve({
    id,
    contract: 1,
    slots: {},
    $$type: 'lectern/remote',
    routes: library.manifest.routes.map(({ path, access }) => ({ path, access, load: () => Promise.resolve(page(`page ${path}`)) })),
  });

let api: FakeApi;
const show = (at: string, options: RenderOptions = {}) => {
  const loader: RemoteLoader = { remotes: [library], load };
  renderWithPlatform(<App screens={createScreens(loader)} loader={loader} />, { at, limits: freeLimits(), ...options });
};
const location = () => screen.getByTestId('location').textContent;

beforeEach(() => {
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  provideSlots(() => undefined);
  api.restore();
});

describe('pages', () => {
  test("a learner gets the remote's page in the frame with the sidebar", async () => {
    show('/dashboard', { user: learner });
    expect(await screen.findByText('page /dashboard')).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
    expect(screen.getByText('Logout')).toBeInTheDocument();
  });

  test('"create" is no id', async () => {
    show('/study-materials/create', { user: learner });
    expect(await screen.findByText('page /study-materials/create')).toBeVisible();
  });

  test('a visitor is sent to the sign-in, whose remote is missing: a card, not "not found"', async () => {
    show('/dashboard');
    expect(await screen.findByText('This part of Lectern did not load')).toBeVisible();
    expect(location()).toBe('/login');
    expect(screen.queryByText('Logout')).not.toBeInTheDocument();
  });

  test('an address that nobody knows', () => {
    show('/nowhere');
    expect(screen.getByText('Page not found')).toBeVisible();
  });
});

describe('the start', () => {
  test('for visitors: four features, and calls to action that lead to the sign-in', () => {
    show('/');
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of ['Start Learning Now', 'Get Started for Free'])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/login');
    for (const name of [/AI-powered learning/i, /smart flashcards/i, /progress tracking/i, /quiz creation/i])
      expect(screen.getByRole('heading', { name })).toBeVisible();
  });

  test('sends learners to their dashboard', async () => {
    show('/', { user: learner });
    expect(await screen.findByText('page /dashboard')).toBeVisible();
    expect(location()).toBe('/dashboard');
  });
});

describe('what lies above the pages', () => {
  const question = 'Are you sure you want to delete this study guide?';

  test('a confirmation: its name, its answers, Escape is a no', async () => {
    renderWithPlatform(<Overlays />);
    const user = userEvent.setup();
    const ask = () => {
      let asked = Promise.resolve(false);
      act(() => {
        asked = confirm({ question, confirmLabel: 'Delete', isDestructive: true });
      });
      return asked;
    };
    // The test's own stand-in draws the question, too; the real one is the one with a heading.
    const dialog = async () => (await screen.findByRole('heading', { name: question })).closest<HTMLElement>('[role=alertdialog]')!;

    const first = ask();
    await user.click(within(await dialog()).getByRole('button', { name: 'Delete' }));
    expect(await first).toBe(true);
    const second = ask();
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(await second).toBe(false);
    const third = ask();
    await dialog();
    await user.keyboard('{Escape}');
    expect(await third).toBe(false);
    await waitFor(() => {
      expect(screen.queryByRole('heading', { name: question })).not.toBeInTheDocument();
    });
  });

  test("the upgrade modal shows billing's part, which closes it when done", async () => {
    const Offer = ({ message, onDone }: { message: string | undefined; onDone: () => void }) => <button onClick={onDone}>{message}</button>;
    provideSlots((() => Promise.resolve(Offer)) as unknown as SlotResolver);
    renderWithPlatform(<Overlays />);
    act(() => {
      openUpgradeModal('Your plan holds 2 folders.');
    });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Your plan holds 2 folders.' }));
    await waitFor(() => {
      expect(screen.queryByRole('heading', { name: 'Upgrade to Premium' })).not.toBeInTheDocument();
    });
  });

  test('without billing the modal says the fact and where to go', async () => {
    renderWithPlatform(<Overlays />);
    act(() => {
      openUpgradeModal();
    });
    expect(await screen.findByText(/You have reached a limit of the free plan.*\$9\.99 per month/)).toBeVisible();
    await userEvent.setup().click(screen.getByRole('link', { name: 'See the plans' }));
    expect(location()).toBe('/subscription');
  });

  test('errors are read out at once', async () => {
    renderWithPlatform(<Overlays />);
    act(() => {
      toast.error('Something went wrong');
    });
    expect(await screen.findAllByText('Something went wrong')).not.toHaveLength(0);
    expect(screen.getAllByRole('alert').some(({ textContent }) => textContent === 'Something went wrong')).toBe(true);
  });
});
