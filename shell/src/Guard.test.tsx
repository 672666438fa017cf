import { calls } from '@lectern/contracts';
import { getSession, leave, signIn, type Access } from '@lectern/platform';
import { answer, installFakeApi, learner, renderWithPlatform, type FakeApi, type RenderOptions } from '@lectern/platform/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Guard } from './Guard';

let api: FakeApi;
const show = (access: Access, options: RenderOptions & { staysAfterSignIn?: boolean } = {}) => {
  const { staysAfterSignIn = false, ...rest } = options;
  renderWithPlatform(
    <Guard access={access} staysAfterSignIn={staysAfterSignIn}>
      <p>the page</p>
    </Guard>,
    { at: '/here', path: '/here', ...rest },
  );
  return userEvent.setup();
};
const isAt = (path: string) => {
  expect(screen.getByTestId('location').textContent).toBe(path);
  expect(screen.queryAllByText('the page')).toHaveLength(path === '/here' ? 1 : 0);
};

beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
});

test('a visitor sees signed-out pages, a learner signed-in ones', () => {
  show('signed-out');
  isAt('/here');
});
test('a learner sees signed-in pages', () => {
  show('signed-in', { user: learner });
  isAt('/here');
});
test('§2 Route guards: a visitor of a signed-in page goes to /login', () => {
  show('signed-in');
  isAt('/login');
});
test('§2 Login: an already-authenticated visitor is sent to /dashboard', () => {
  show('signed-out', { user: learner });
  isAt('/dashboard');
});
test('§2 Route guards: whoever logs out or deletes the account ends at /', () => {
  show('signed-in', { user: learner });
  act(leave);
  isAt('/');
});
test('§4 Session: one that ends for another reason ends at /login', () => {
  show('signed-in', { session: { hasLeft: false } });
  isAt('/login');
});
test('a signed-out page resets the logout', () => {
  show('signed-out', { session: { hasLeft: true } });
  isAt('/here');
  expect(getSession().hasLeft).toBe(false);
});

describe('a page that stays after sign-in', () => {
  test('stays for a visitor who was signed out', () => {
    show('signed-out', { staysAfterSignIn: true });
    act(() => {
      signIn('t1', learner);
    });
    isAt('/here');
  });
  test('redirects a visitor who was signed in', () => {
    show('signed-out', { staysAfterSignIn: true, user: learner });
    isAt('/dashboard');
  });
  test('no other page stays', () => {
    show('signed-out');
    act(() => {
      signIn('t1', learner);
    });
    isAt('/dashboard');
  });
});

describe.each<Access>(['signed-in', 'signed-out'])('a token without a user on a %s page', (access) => {
  const session = { token: 't1', user: undefined, isAuthenticated: false };

  test('waits while the user loads', () => {
    show(access, { session: { ...session, userLoad: 'loading' } });
    expect(screen.getByTestId('location').textContent).toBe('/here');
    expect(screen.queryByText('the page')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('shows "Try again" when the user cannot be loaded, and continues after success', async () => {
    api.on(calls.getUser, answer(503, { code: 'unavailable' }));
    const user = show(access, { session: { ...session, userLoad: 'unreachable' } });
    expect(screen.getByText('We could not load your account')).toBeVisible();
    expect(screen.getByText('You are still signed in. Check your connection, then try again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('We could not load your account')).toBeVisible();
    expect(getSession().token).toBe('t1');

    api.on(calls.getUser, { user: learner });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    if (access === 'signed-in') expect(await screen.findByText('the page')).toBeVisible();
    else {
      await waitFor(() => {
        isAt('/dashboard');
      });
    }
  });

  test('§4 Session: if loading the user fails, the stored token is removed', async () => {
    api.on(calls.getUser, answer(401, { msg: 'Ended.', code: 'session_ended' }));
    const user = show(access, { session: { ...session, userLoad: 'unreachable' } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      isAt(access === 'signed-in' ? '/login' : '/here');
    });
    expect(getSession().token).toBeUndefined();
  });
});
