import { calls } from '@lectern/contracts';
import { getSession, learnerStorage, setNavigationCount, toast, whenSessionEnds } from '@lectern/platform';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  networkError,
  premiumLimits,
  renderWithPlatform,
  type FakeApi,
  type RenderOptions,
} from '@lectern/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { navigationOf } from '../knownAreas';
import { tellSessionEnded } from '../sessionToasts';
import { BottomBar } from './BottomBar';
import { Frame } from './Frame';
import { Header } from './Header';
import { Sidebar } from './Sidebar';
import { UserMenu } from './UserMenu';

let api: FakeApi;
const navigation = navigationOf([]);
const signedIn: RenderOptions = { at: '/quizzes', user: learner, limits: freeLimits() };
const scrollTo = (y: number) => {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
};
const wordsAndTargets = (links: HTMLElement[]) => links.map((link) => [link.textContent, link.getAttribute('href')]);

const isAtStart = () =>
  waitFor(() => {
    expect(screen.getByTestId('location').textContent).toBe('/');
  });

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.logout, { message: 'Signed out.' });
});
afterEach(() => {
  scrollTo(0);
  api.restore();
});

describe('focus mode', () => {
  const frame = (isFocused: boolean) => (
    <Frame isSignedIn isFocused={isFocused} isLanding={false} navigation={navigation}>
      page
    </Frame>
  );

  test('the page alone beside the narrow sidebar: no header, no bottom bar', async () => {
    renderWithPlatform(frame(false), signedIn);
    expect(await screen.findByLabelText('Main, short')).toBeInTheDocument();
    expect(screen.getByRole('banner')).toBeVisible();
    cleanup();
    renderWithPlatform(frame(true), signedIn);
    expect(screen.getByText('page')).toBeVisible();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Main, short')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Main')).toBeInTheDocument();
  });
});

describe('header', () => {
  test('§2 Header: a visitor of the landing page finds the sign-in', () => {
    renderWithPlatform(<Header isSignedIn={false} isLanding navigation={navigation} />);
    expect(screen.getByRole('link', { name: 'Lectern, start page' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
  });

  test('elsewhere there is no such link', () => {
    renderWithPlatform(<Header isSignedIn={false} isLanding={false} navigation={navigation} />);
    expect(screen.queryByRole('link', { name: 'Log in' })).not.toBeInTheDocument();
  });

  test('§2 Header: a learner finds the user menu, named by the first name', async () => {
    renderWithPlatform(<Header isSignedIn isLanding={false} navigation={navigation} />, signedIn);
    expect(screen.getByRole('link', { name: 'Lectern, start page' })).toHaveAttribute('href', '/dashboard');
    expect(await screen.findByRole('button', { name: 'Ada' })).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Ada' })).toHaveAttribute('aria-haspopup', 'menu');
    });
  });

  test('§2 Header: its background changes once the page is scrolled more than 10 px (§9)', () => {
    renderWithPlatform(<Header isSignedIn={false} isLanding navigation={navigation} />);
    const header = screen.getByRole('banner');
    expect(header).toHaveAttribute('data-scrolled', 'false');
    scrollTo(10);
    expect(header).toHaveAttribute('data-scrolled', 'false');
    const before = getComputedStyle(header).background;
    scrollTo(11);
    expect(header).toHaveAttribute('data-scrolled', 'true');
    expect(getComputedStyle(header).background).not.toBe(before);
    scrollTo(0);
    expect(header).toHaveAttribute('data-scrolled', 'false');
  });

  test('shows that the page was scrolled before the scripts were loaded', async () => {
    Object.defineProperty(window, 'scrollY', { value: 300, configurable: true });
    renderWithPlatform(<Header isSignedIn={false} isLanding navigation={navigation} />);
    await waitFor(() => {
      expect(screen.getByRole('banner')).toHaveAttribute('data-scrolled', 'true');
    });
  });
});

describe('user menu', () => {
  const open = async (options: RenderOptions) => {
    renderWithPlatform(<UserMenu user={learner} />, { ...signedIn, ...options });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Ada' }));
    return { user, menu: await screen.findByRole('menu') };
  };

  test.each([
    { plan: 'Free Plan', billing: 'Upgrade to Premium', limits: freeLimits() },
    { plan: 'Premium Member', billing: 'Manage Billing', limits: premiumLimits() },
  ])(
    "§2 Header: the user menu has 'Signed in as {email}', '$plan', '$billing' (to /subscription), Settings, Logout",
    async ({ plan, billing, limits }) => {
      const { menu } = await open({ limits });
      expect(within(menu).getByText('Signed in as ada@example.org')).toBeVisible();
      expect(within(menu).getByText(plan)).toBeVisible();
      expect(
        within(menu)
          .getAllByRole('menuitem')
          .map(({ textContent }) => textContent),
      ).toEqual([billing, 'Settings', 'Logout']);
      expect(within(menu).getByRole('menuitem', { name: billing })).toHaveAttribute('href', '/subscription');
      expect(within(menu).getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings');
    },
  );

  test('its entries link to their pages', async () => {
    const { user } = await open({});
    await user.click(screen.getByRole('menuitem', { name: 'Upgrade to Premium' }));
    expect(screen.getByTestId('location').textContent).toBe('/subscription');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  test("§2 Header: the user menu's Logout asks 'Are you sure you want to logout?'", async () => {
    const { user } = await open({});
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByRole('alertdialog', { name: 'Are you sure you want to logout?' })).toBeVisible();
    expect(getSession().isAuthenticated).toBe(true);
  });
});

test("§2 Sidebar: 'Dashboard', 'Study Materials', 'My Folders', 'Quizzes', 'Progress', 'Settings', and 'Logout'; the present one is marked", () => {
  renderWithPlatform(<Sidebar navigation={navigation} />, signedIn);
  // jsdom has no layout: it renders the narrowest window, in which the sidebar is hidden.
  const bar = within(screen.getByRole('navigation', { hidden: true }));
  const links = bar.getAllByRole('link', { hidden: true });
  expect(wordsAndTargets(links)).toEqual([
    ['Dashboard', '/dashboard'],
    ['Study Materials', '/study-materials'],
    ['My Folders', '/folders'],
    ['Quizzes', '/quizzes'],
    ['Review', '/review'],
    ['Progress', '/progress'],
    ['Settings', '/settings'],
  ]);
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent)).toEqual(['Quizzes']);
  expect(bar.getByRole('button', { name: 'Logout', hidden: true })).toBeInTheDocument();
});

describe('the current entry', () => {
  const currentIn = (name: string) =>
    within(screen.getByLabelText(name))
      .queryAllByRole('link', { hidden: true })
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map((link) => link.getAttribute('href'));

  test.each([
    ['/flashcards/d1', ['/quizzes']],
    ['/quizzes/z1', ['/quizzes']],
    ['/study-materials/create', ['/study-materials']],
    ['/folders', ['/folders']],
    ['/foldersome', []],
    ['/subscription', []],
  ])('at %s is %j, in the sidebar and in the bottom bar', (at, expected) => {
    renderWithPlatform(
      <>
        <Sidebar navigation={navigation} />
        <BottomBar navigation={navigation} />
      </>,
      { ...signedIn, at },
    );
    expect(currentIn('Main')).toEqual(expected);
    expect(currentIn('Main, short')).toEqual(expected);
  });
});

test('bottom bar: five entries with short labels, the others under "More"', async () => {
  renderWithPlatform(<BottomBar navigation={navigation} />, { ...signedIn, at: '/settings' });
  const bar = within(screen.getByRole('navigation', { name: 'Main, short' }));
  expect(wordsAndTargets(bar.getAllByRole('link'))).toEqual([
    ['Home', '/dashboard'],
    ['Guides', '/study-materials'],
    ['Folders', '/folders'],
    ['Quizzes', '/quizzes'],
    ['Review', '/review'],
  ]);
  const more = bar.getByRole('button', { name: 'More' });
  expect(more).toHaveAttribute('aria-current', 'page');
  await userEvent.setup().click(more);
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Progress', 'Settings', 'Logout']);
  expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings');
});

test('an entry shows how many things wait at it, in the sidebar and in the bottom bar', () => {
  renderWithPlatform(
    <>
      <Sidebar navigation={navigation} />
      <BottomBar navigation={navigation} />
    </>,
    signedIn,
  );
  const named = (name: string) => screen.getAllByRole('link', { name, hidden: true });
  expect(named('Review')).toHaveLength(2);
  const until = new Date(Date.now() + 60_000).toISOString();
  act(() => {
    setNavigationCount('/review', { count: 12, word: 'due', until });
  });
  expect(named('Review 12 due')).toHaveLength(2);
  act(() => {
    setNavigationCount('/review', { count: 100, word: 'due', until });
  });
  expect(named('Review 99+ due')).toHaveLength(2);
});

describe('logging out', () => {
  const question = 'Are you sure you want to logout?';
  const ask = async () => {
    renderWithPlatform(<Sidebar navigation={navigation} />, signedIn);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Logout', hidden: true }));
    return { user, dialog: within(await screen.findByRole('alertdialog', { name: question })) };
  };

  test('names the answers that only this device has, and then deletes them', async () => {
    renderWithPlatform(<Sidebar navigation={navigation} />, signedIn);
    learnerStorage.writeJson(`unsent.${learner._id}.review-outbox`, [1, 2]);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Logout', hidden: true }));
    const name = `${question} 2 answers saved only on this device will be lost.`;
    await user.click(within(await screen.findByRole('alertdialog', { name })).getByRole('button', { name: 'Logout' }));
    await isAtStart();
    expect(Object.keys(localStorage).filter((key) => key.includes('unsent'))).toEqual([]);
  });

  test('§2 Logout: a no changes nothing', async () => {
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(getSession().isAuthenticated).toBe(true);
    expect(api.received).toHaveLength(0);
    expect(screen.getByTestId('location').textContent).toBe('/quizzes');
  });

  test("§2 Logout: asks 'Are you sure you want to logout?', then clears the session, shows 'Logged out successfully' and goes to /", async () => {
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument();
    expect(api.received[0]).toMatchObject({ method: 'POST', path: '/auth/logout', headers: { 'x-auth-token': 'test-token' } });
    await isAtStart();
    expect(getSession()).toMatchObject({ token: undefined, isAuthenticated: false });
    expect(localStorage.getItem('token')).toBeNull();
  });

  test("§4 Logout: clears token and user, in local storage, too; 'Logged out successfully' stays 1 s", async () => {
    const { user, dialog } = await ask();
    const success = jest.spyOn(toast, 'success');
    await user.click(dialog.getByRole('button', { name: 'Logout' }));
    await isAtStart();
    expect(success).toHaveBeenCalledWith('Logged out successfully', expect.objectContaining({ duration: 1_000 }));
    expect(getSession()).toMatchObject({ token: undefined, user: undefined, isAuthenticated: false });
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('with a session that had ended already there is one toast, not two', async () => {
    whenSessionEnds(tellSessionEnded);
    api.on(calls.logout, answer(401, { msg: 'Ended.', code: 'session_ended' }));
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument();
    expect(screen.queryByText(/Your session has ended/)).not.toBeInTheDocument();
    expect(screen.getAllByRole('status').filter(({ textContent }) => textContent === 'Logged out successfully')).toHaveLength(1);
    whenSessionEnds(() => undefined);
    await isAtStart();
  });

  test.each([
    ["the server's sentence", answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }), 'Please try again in a moment.'],
    ['the fallback', networkError(), 'Logout failed'],
    ['success when the session was over', answer(401, { msg: 'Ended.', code: 'session_ended' }), 'Logged out successfully'],
  ])("§8 Auth and account: 'Logout failed' or the server's msg (%s), and signed out here all the same", async (_name, given, text) => {
    api.on(calls.logout, given);
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(getSession()).toMatchObject({ token: undefined, isAuthenticated: false });
    await isAtStart();
  });
});

test('§2 Frame: header and footer on every page; signed-in pages use a sidebar layout', async () => {
  const { unmount } = renderWithPlatform(
    <Frame isSignedIn={false} isLanding={false} navigation={navigation}>
      <p>the page</p>
    </Frame>,
  );
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  expect(within(screen.getByRole('main')).getByText('the page')).toBeVisible();
  expect(screen.getByRole('banner')).toBeVisible();
  expect(within(screen.getByRole('contentinfo')).getByRole('link')).toHaveAttribute('href', 'mailto:help@example.org');
  expect(screen.queryAllByRole('navigation', { hidden: true })).toHaveLength(0);
  unmount();
  renderWithPlatform(
    <Frame isSignedIn isLanding={false} navigation={navigation}>
      <p>the page</p>
    </Frame>,
    signedIn,
  );
  expect(await screen.findByRole('navigation', { name: 'Main, short' })).toBeVisible();
  expect(screen.getAllByRole('navigation', { hidden: true })).toHaveLength(2);
});
