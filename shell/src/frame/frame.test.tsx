import { calls } from '@lectern/contracts';
import { getSession } from '@lectern/platform';
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
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { navigationOf } from '../knownAreas';
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

describe('header', () => {
  test('a visitor of the landing page finds the sign-in', () => {
    renderWithPlatform(<Header isSignedIn={false} isLanding />);
    expect(screen.getByRole('link', { name: 'Lectern, start page' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  });

  test('elsewhere there is no such link', () => {
    renderWithPlatform(<Header isSignedIn={false} isLanding={false} />);
    expect(screen.queryByRole('link', { name: 'Log in' })).not.toBeInTheDocument();
  });

  test('a learner finds the user menu, and the sign leads to the dashboard', async () => {
    renderWithPlatform(<Header isSignedIn isLanding={false} />, signedIn);
    expect(screen.getByRole('link', { name: 'Lectern, start page' })).toHaveAttribute('href', '/dashboard');
    expect(await screen.findByRole('button', { name: 'Ada' })).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Ada' })).toHaveAttribute('aria-haspopup', 'menu');
    });
  });

  test('changes once the page is scrolled by more than 10 px', () => {
    renderWithPlatform(<Header isSignedIn={false} isLanding />);
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
});

describe('user menu', () => {
  const open = async (options: RenderOptions) => {
    renderWithPlatform(<UserMenu user={learner} />, { ...signedIn, ...options });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Ada' }));
    return { user, menu: await screen.findByRole('menu') };
  };

  test.each([
    ['free', freeLimits(), 'Free Plan', 'Upgrade to Premium'],
    ['premium', premiumLimits(), 'Premium Member', 'Manage Billing'],
  ])('of a %s learner', async (_name, limits, plan, billing) => {
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
  });

  test('its entries lead there', async () => {
    const { user } = await open({});
    await user.click(screen.getByRole('menuitem', { name: 'Upgrade to Premium' }));
    expect(screen.getByTestId('location').textContent).toBe('/subscription');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  test('asks before it logs out', async () => {
    const { user } = await open({});
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByRole('alertdialog', { name: 'Are you sure you want to logout?' })).toBeVisible();
    expect(getSession().isAuthenticated).toBe(true);
  });
});

test('sidebar: entries, the present one, and logout', async () => {
  renderWithPlatform(<Sidebar navigation={navigation} />, signedIn);
  // jsdom has no widths: it draws the narrowest window, in which the sidebar is hidden.
  const bar = within(screen.getByRole('navigation', { hidden: true }));
  const links = bar.getAllByRole('link', { hidden: true });
  expect(wordsAndTargets(links)).toEqual([
    ['Dashboard', '/dashboard'],
    ['Study Materials', '/study-materials'],
    ['My Folders', '/folders'],
    ['Quizzes', '/quizzes'],
    ['Progress', '/progress'],
    ['Settings', '/settings'],
  ]);
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent)).toEqual(['Quizzes']);
  expect(bar.getByRole('button', { name: 'Logout', hidden: true })).toBeInTheDocument();
});

test('bottom bar: five short places, the rest under "More"', async () => {
  renderWithPlatform(<BottomBar navigation={navigation} />, { ...signedIn, at: '/settings' });
  const bar = within(screen.getByRole('navigation', { name: 'Main, short' }));
  expect(wordsAndTargets(bar.getAllByRole('link'))).toEqual([
    ['Home', '/dashboard'],
    ['Guides', '/study-materials'],
    ['Folders', '/folders'],
    ['Quizzes', '/quizzes'],
    ['Progress', '/progress'],
  ]);
  const more = bar.getByRole('button', { name: 'More' });
  expect(more).toHaveAttribute('aria-current', 'page');
  await userEvent.setup().click(more);
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Settings', 'Logout']);
  expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings');
});

describe('logging out', () => {
  const question = 'Are you sure you want to logout?';
  const ask = async () => {
    renderWithPlatform(<Sidebar navigation={navigation} />, signedIn);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Logout', hidden: true }));
    return { user, dialog: within(await screen.findByRole('alertdialog', { name: question })) };
  };

  test('a no changes nothing', async () => {
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(getSession().isAuthenticated).toBe(true);
    expect(api.received).toHaveLength(0);
    expect(screen.getByTestId('location').textContent).toBe('/quizzes');
  });

  test('a yes tells the server with the token, forgets the session and goes to the start', async () => {
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logged out successfully')).toBeInTheDocument();
    expect(api.received[0]).toMatchObject({ method: 'POST', path: '/auth/logout', headers: { 'x-auth-token': 'test-token' } });
    await isAtStart();
    expect(getSession()).toMatchObject({ token: undefined, isAuthenticated: false });
    expect(localStorage.getItem('token')).toBeNull();
  });

  test.each([
    ["the server's sentence", answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }), 'Please try again in a moment.'],
    ['the fallback', networkError(), 'Logout failed'],
    ['success when the session was over', answer(401, { msg: 'Ended.', code: 'unauthenticated' }), 'Logged out successfully'],
  ])('a server that does not answer well: %s, and signed out here all the same', async (_name, given, text) => {
    api.on(calls.logout, given);
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(getSession()).toMatchObject({ token: undefined, isAuthenticated: false });
    await isAtStart();
  });
});

test('the frame: skip link, page, footer with the support address; the sidebar for learners only', async () => {
  const { unmount } = renderWithPlatform(
    <Frame isSignedIn={false} isLanding={false} navigation={navigation}>
      <p>the page</p>
    </Frame>,
  );
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  expect(within(screen.getByRole('main')).getByText('the page')).toBeVisible();
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
