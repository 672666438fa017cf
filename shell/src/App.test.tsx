import { calls } from '@lectern/contracts';
import { openUpgradeModal, provideSlots, toast, confirm, type RemoteManifest, type SlotResolver } from '@lectern/platform';
import { freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi, type RenderOptions } from '@lectern/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentType } from 'react';
import { App } from './App';
import contract from './contract.json';
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
  integrity: 'sha384-abc',
  version: 'v1',
  manifest: {
    id: 'mf-library',
    contract: 1,
    routes: [
      { path: '/dashboard', access: 'signed-in', screen: 'dashboard' },
      { path: '/study-materials/:id', access: 'signed-in', screen: 'guide' },
      { path: '/study-materials/create', access: 'signed-in', screen: 'create' },
      { path: '/shared/quiz/:secret', access: 'signed-out', isPublic: true, isFocused: true, screen: 'shared-quiz' },
    ],
    navigation: [{ label: 'Dashboard', path: '/dashboard', icon: 'dashboard', order: 10 }],
    slots: [],
  },
  isSplit: false,
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
  const loader: RemoteLoader = {
    remotes: [library],
    prepare: () => undefined,
    load,
    renew: () => Promise.resolve(false),
    reporter: () => () => undefined,
  };
  renderWithPlatform(<App screens={createScreens(loader, contract)} loader={loader} />, { at, limits: freeLimits(), ...options });
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

  test('a visitor gets a focused public page without the header', async () => {
    show('/shared/quiz/s1');
    expect(await screen.findByText('page /shared/quiz/:secret')).toBeVisible();
    expect(screen.queryByRole('banner')).toBeNull();
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

  test('an unknown address', () => {
    show('/nowhere');
    expect(screen.getByText('Page not found')).toBeVisible();
  });
});

// The remotes' own manifests, as the registry hands them to the shell.
const manifests = ['mf-auth', 'mf-library', 'mf-study', 'mf-billing'].map(
  (id) => JSON.parse(readFileSync(join(__dirname, '../..', id, 'src/manifest.json'), 'utf8')) as RemoteManifest,
);
const loaderOfAll: RemoteLoader = {
  reporter: () => () => undefined,
  prepare: () => undefined,
  renew: () => Promise.resolve(false),
  remotes: manifests.map((manifest) => ({ ...library, id: manifest.id, manifest })),
  load: (id) =>
    Promise.resolve({
      id,
      contract: 1,
      slots: {},
      $$type: 'lectern/remote',
      routes: (manifests.find((manifest) => manifest.id === id)?.routes ?? []).map(({ path, access }) => ({
        path,
        access,
        load: () => Promise.resolve(page(`page ${path}`)),
      })),
    }),
};

describe('route table', () => {
  const visit = (at: string, options: RenderOptions = {}) => {
    renderWithPlatform(<App screens={createScreens(loaderOfAll, contract)} loader={loaderOfAll} overlays={<Overlays />} />, {
      at,
      limits: freeLimits(),
      ...options,
    });
  };
  const exampleOf = (route: string) => route.replace(':token', 'abc').replace(':id', 'x1');
  const signedOutRoutes = ['/login', '/register', '/forgot-password', '/reset-password/:token', '/verify', '/verify-email/:token'];
  const signedInRoutes = [
    '/dashboard',
    '/study-materials',
    '/study-materials/create',
    '/study-materials/:id',
    '/folders',
    '/folders/:id',
    '/quizzes',
    '/quizzes/:id',
    '/flashcards/:id',
    '/progress',
    '/settings',
    '/subscription',
  ];
  /** Pages that came after the 19 of the first table. */
  const furtherRoutes = [
    '/quizzes/new',
    '/quizzes/:id/attempts',
    '/quizzes/:id/check',
    '/quizzes/:id/print',
    '/flashcards/:id/check',
    '/flashcards/:id/print',
    '/pick/:id',
    '/review',
    '/review/exams',
    '/review/settings',
    '/review/statistics',
  ];
  /** Pages of links: anyone sees them. */
  const publicRoutes = [
    '/shared/guide/:secret',
    '/shared/folder/:secret',
    '/shared/folder/:secret/:materialId',
    '/shared/quiz/:secret',
    '/shared/deck/:secret',
  ];
  const announced = loaderOfAll.remotes.flatMap(({ manifest }) => manifest.routes.map(({ path }) => path));

  test('§2 Route table: 19 routes, / and 18 of the remotes', () => {
    expect(announced.sort()).toEqual([...signedOutRoutes, ...signedInRoutes, ...furtherRoutes, ...publicRoutes].sort());
  });

  test('§2 Route table: / shows the landing page to visitors and sends learners to /dashboard', async () => {
    visit('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'From slides to mastery.' })).toBeVisible();
    cleanup();
    visit('/', { user: learner });
    expect(await screen.findByText('page /dashboard')).toBeVisible();
    expect(location()).toBe('/dashboard');
  });

  test.each(signedOutRoutes)('§2 Route table: %s is signed-out only: visitors see it, learners go to /dashboard', async (route) => {
    visit(exampleOf(route));
    expect(await screen.findByText(`page ${route}`)).toBeVisible();
    expect(location()).toBe(exampleOf(route));
    cleanup();
    visit(exampleOf(route), { user: learner });
    expect(await screen.findByText('page /dashboard')).toBeVisible();
    expect(location()).toBe('/dashboard');
  });

  test.each(publicRoutes)('%s is shown to visitors and to learners', async (route) => {
    visit(exampleOf(route));
    expect(await screen.findByText(`page ${route}`)).toBeVisible();
    cleanup();
    visit(exampleOf(route), { user: learner });
    expect(await screen.findByText(`page ${route}`)).toBeVisible();
    expect(location()).toBe(exampleOf(route));
  });

  test.each(furtherRoutes)('%s is signed-in only, too', async (route) => {
    visit(exampleOf(route), { user: learner });
    expect(await screen.findByText(`page ${route}`)).toBeVisible();
    cleanup();
    visit(exampleOf(route));
    expect(await screen.findByText('page /login')).toBeVisible();
  });

  test.each(signedInRoutes)(
    '§2 Route table: %s is signed-in only: learners see it with the sidebar, visitors go to /login',
    async (route) => {
      visit(exampleOf(route), { user: learner });
      expect(await screen.findByText(`page ${route}`)).toBeVisible();
      expect(location()).toBe(exampleOf(route));
      expect(screen.getByLabelText('Main')).toBeInTheDocument();
      cleanup();
      visit(exampleOf(route));
      expect(await screen.findByText('page /login')).toBeVisible();
      expect(location()).toBe('/login');
    },
  );

  test.each([
    ['/', undefined],
    ['/login', undefined],
    ['/dashboard', learner],
  ])('§2 Frame: %s has a header, a footer, an upgrade modal and toasts', async (at, user) => {
    visit(at, user && { user });
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
    act(() => {
      openUpgradeModal();
      toast.success('Folder created successfully');
    });
    expect(await screen.findByRole('heading', { name: 'Upgrade to Premium' })).toBeVisible();
    expect(await screen.findAllByText('Folder created successfully')).not.toHaveLength(0);
  });

  test.each(['/', ...signedOutRoutes])('§6 Signed-out visitors: %s is theirs', async (route) => {
    visit(exampleOf(route));
    expect(await screen.findByText(route === '/' ? 'From slides to mastery.' : `page ${route}`)).toBeVisible();
  });
});

describe('the start', () => {
  test("§1 Landing: a hero, four feature cards and a closing call; 'Start Learning Now' and 'Get Started for Free' lead to /login", () => {
    show('/');
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of ['Start Learning Now', 'Get Started for Free'])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/login');
    for (const name of [/AI-powered learning/i, /smart flashcards/i, /progress tracking/i, /quiz creation/i])
      expect(screen.getByRole('heading', { name })).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(4);
  });

  test('§9 Landing: names the free plan, and $9.99 per month, cancel anytime', () => {
    show('/');
    expect(screen.getByText('Free for 5 study guides. Premium is $9.99 per month, cancel anytime.')).toBeVisible();
  });

  test('§2 Landing: a signed-in learner goes to /dashboard', async () => {
    show('/', { user: learner });
    expect(await screen.findByText('page /dashboard')).toBeVisible();
    expect(location()).toBe('/dashboard');
  });
});

describe('the overlays', () => {
  const question = 'Are you sure you want to delete this study guide?';

  test('§8 Confirmations: a destructive action asks first; Cancel and Escape are a no', async () => {
    renderWithPlatform(<Overlays />);
    const user = userEvent.setup();
    const ask = () => {
      let asked = Promise.resolve(false);
      act(() => {
        asked = confirm({ question, confirmLabel: 'Delete', isDestructive: true });
      });
      return asked;
    };
    // The test's stand-in renders the question as well; the real dialog has a heading.
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

  test('§2 Upgrade modal: opens with the reason, starts an upgrade, and closes after it', async () => {
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

  test('§2 Upgrade modal: without its remote it says the fact, the price and where to go', async () => {
    renderWithPlatform(<Overlays />);
    act(() => {
      openUpgradeModal();
    });
    expect(await screen.findByText(/You have reached a limit of the free plan.*\$9\.99 per month/)).toBeVisible();
    await userEvent.setup().click(screen.getByRole('link', { name: 'See the plans' }));
    expect(location()).toBe('/subscription');
  });

  test("§2 Toasts: stand at top-centre, above the header's band; success is green, an error red (§8)", async () => {
    renderWithPlatform(<Overlays />);
    act(() => {
      toast.success('Folder created successfully');
      toast.error('Failed to create folder');
    });
    const style = async (text: string) => {
      const line = (await screen.findAllByText(text)).map((element) => element.closest<HTMLElement>('[data-rht-toaster]')!);
      return line.find(({ style: { top } }) => top === '10px')!;
    };
    const toaster = await style('Folder created successfully');
    expect(toaster).toHaveStyle({ position: 'fixed', top: '10px' });
    expect(Number(toaster.style.zIndex)).toBeGreaterThan(30);
    const lines = [...toaster.children].filter(({ textContent }) => textContent !== '') as HTMLElement[];
    expect(lines.map(({ style: { justifyContent, top } }) => [justifyContent, top])).toEqual([
      ['center', '0px'],
      ['center', '0px'],
    ]);
    const marks = lines.map((line) => [
      line.textContent,
      [...line.querySelectorAll('div')].map((part) => getComputedStyle(part).background).join(' '),
    ]);
    expect(marks.find(([text]) => text === 'Folder created successfully')?.[1]).toContain('var(--color-success)');
    expect(marks.find(([text]) => text === 'Failed to create folder')?.[1]).toContain('var(--color-danger)');
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
