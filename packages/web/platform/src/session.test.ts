import { calls } from '@lectern/contracts';
import { call } from './httpClient';
import { countUnsent, learnerStorage } from './learnerStorage';
import { queryClient } from './queryClient';
import {
  afterSignIn,
  arrive,
  awaitVerification,
  followOtherTabs,
  getSession,
  leave,
  loadUser,
  resume,
  rootStorageKey,
  signIn,
  signOut,
  startSession,
  tokenStorageKey,
  updateUser,
  whenSessionEnds,
} from './session';
import { answer, foreignAnswer, installFakeApi, learner, networkError, resetPlatform, type FakeApi } from './testing';

let api: FakeApi;
const kept = () => (JSON.parse(localStorage.getItem(rootStorageKey) ?? 'null') as { auth: unknown }).auth;
const other = { ...learner, _id: 'user2', email: 'grace@example.org', firstName: 'Grace' };

beforeEach(() => {
  resetPlatform();
  api = installFakeApi();
  whenSessionEnds(() => undefined);
});
afterEach(() => {
  api.restore();
});

describe('signing in and out', () => {
  test('§3 Session: a token kept in browser local storage and in the persisted auth slice, an isAuthenticated flag; §9: under a root key, auth slice only', () => {
    awaitVerification('ada@example.org');
    signIn('t1', learner);
    expect(getSession()).toEqual({
      token: 't1',
      user: learner,
      isAuthenticated: true,
      needsVerification: false,
      pendingEmail: undefined,
      userLoad: 'idle',
      hasLeft: false,
    });
    expect(localStorage.getItem('token')).toBe('t1');
    expect(kept()).toEqual({ token: 't1', isAuthenticated: true, user: learner, needsVerification: false, pendingEmail: null });
    expect(Object.keys(JSON.parse(localStorage.getItem('root')!) as object)).toEqual(['auth']);
  });

  test('another learner gets an empty cache, the same one keeps it', () => {
    signIn('t1', learner);
    queryClient.setQueryData(['folders'], ['mine']);
    signIn('t2', learner);
    expect(queryClient.getQueryData(['folders'])).toEqual(['mine']);
    signIn('t3', other);
    expect(queryClient.getQueryData(['folders'])).toBeUndefined();
  });

  test('§4 Session: signing out clears token and user', () => {
    signIn('t1', learner);
    queryClient.setQueryData(['folders'], ['mine']);
    signOut();
    expect(getSession()).toMatchObject({ token: undefined, user: undefined, isAuthenticated: false, hasLeft: false });
    expect(localStorage.getItem(tokenStorageKey)).toBeNull();
    expect(kept()).toMatchObject({ token: null, user: null, isAuthenticated: false });
    expect(queryClient.getQueryData(['folders'])).toBeUndefined();
  });

  test('§4 Session: logout and account deletion clear the session', () => {
    signIn('t1', learner);
    learnerStorage.writeJson(`unsent.${learner._id}.reviews`, [1]);
    leave();
    expect(getSession()).toMatchObject({ token: undefined, isAuthenticated: false, hasLeft: true });
    expect(countUnsent(learner._id)).toBe(0);
    expect(localStorage.getItem(tokenStorageKey)).toBeNull();
    arrive();
    expect(getSession().hasLeft).toBe(false);
    leave();
    signIn('t2', learner);
    expect(getSession().hasLeft).toBe(false);
  });

  test('§3 Session: a needsVerification flag and a pending-verification email after registration or unverified login', () => {
    signIn('t1', learner);
    awaitVerification('new@example.org');
    expect(getSession()).toMatchObject({ token: undefined, user: undefined, isAuthenticated: false, needsVerification: true });
    expect(getSession().pendingEmail).toBe('new@example.org');
    expect(kept()).toMatchObject({ needsVerification: true, pendingEmail: 'new@example.org' });
  });

  test('a changed profile is kept', () => {
    signIn('t1', learner);
    updateUser({ ...learner, firstName: 'Augusta' });
    expect(getSession().user?.firstName).toBe('Augusta');
    expect(kept()).toMatchObject({ user: { firstName: 'Augusta' } });
  });

  test('works without storage', () => {
    const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => {
      signIn('t1', learner);
    }).not.toThrow();
    expect(getSession().isAuthenticated).toBe(true);
    write.mockRestore();
  });
});

describe('loading the user', () => {
  test("§8 Auth and account: 'No token found' when the user is loaded without a token", async () => {
    await expect(loadUser()).rejects.toThrow('No token found');
    expect(api.received).toHaveLength(0);
  });

  test('reads the profile with one call, however often it is called', async () => {
    signIn('t1', learner);
    api.on(calls.getUser, { user: { ...learner, firstName: 'Augusta' } });
    const [one, two] = await Promise.all([loadUser(), loadUser()]);
    expect(one).toBe(two);
    expect(api.received).toHaveLength(1);
    expect(api.received[0]?.headers['x-auth-token']).toBe('t1');
    expect(getSession()).toMatchObject({ isAuthenticated: true, userLoad: 'idle', user: { firstName: 'Augusta' } });
  });

  test('§4 Session: if loading the user fails (401), the stored token is removed', async () => {
    const ended = jest.fn();
    whenSessionEnds(ended);
    signIn('t1', learner);
    api.on(calls.getUser, answer(401, { msg: 'Please sign in again.', code: 'session_ended' }));
    await expect(loadUser()).rejects.toMatchObject({ status: 401 });
    expect(getSession()).toMatchObject({ token: undefined, user: undefined, isAuthenticated: false, userLoad: 'idle' });
    expect(localStorage.getItem(tokenStorageKey)).toBeNull();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a lost connection', networkError()],
    ['429', answer(429, { msg: 'Slow down.', code: 'rate_limited' }, { 'retry-after': '3' })],
    ['500', answer(500, { code: 'internal' })],
    ['503', answer(503, { code: 'unavailable' })],
  ])('%s keeps the token', async (_name, given) => {
    const ended = jest.fn();
    whenSessionEnds(ended);
    signIn('t1', learner);
    api.on(calls.getUser, given);
    await expect(loadUser()).rejects.toMatchObject({ name: 'ApiError' });
    expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, userLoad: 'unreachable' });
    expect(localStorage.getItem(tokenStorageKey)).toBe('t1');
    expect(ended).not.toHaveBeenCalled();

    api.on(calls.getUser, { user: learner });
    await loadUser();
    expect(getSession().userLoad).toBe('idle');
  });

  test('an answer for an ended session changes nothing', async () => {
    signIn('t1', learner);
    let finish: (value: unknown) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      api.on(calls.getUser, () => new Promise((answered) => ((finish = answered), resolve())));
    });
    const loading = loadUser();
    await asked;
    expect(getSession().userLoad).toBe('loading');
    signOut();
    finish({ user: learner });
    await loading;
    expect(getSession()).toMatchObject({ token: undefined, user: undefined, isAuthenticated: false });
  });

  test('a second session does not get the profile that the first one waits for', async () => {
    signIn('t1', learner);
    const finish: ((value: unknown) => void)[] = [];
    const asked = new Promise<void>((resolve) => {
      api.on(calls.getUser, ({ headers }: { headers: Record<string, string> }) =>
        headers['x-auth-token'] === 't1' ? new Promise((answered) => (finish.push(answered), resolve())) : { user: other },
      );
    });
    const first = loadUser();
    await asked;
    signIn('t2', { ...other, firstName: 'Old' });
    expect(await loadUser()).toEqual(other);
    expect(getSession()).toMatchObject({ token: 't2', user: { firstName: 'Grace' } });
    finish.forEach((resolve) => {
      resolve({ user: learner });
    });
    await first;
    expect(getSession()).toMatchObject({ token: 't2', user: { firstName: 'Grace' } });
  });
});

test('only a 401 to the present token ends the session', async () => {
  const { call } = await import('./httpClient');
  signIn('t1', learner);
  api.on(calls.listFolders, () => {
    signIn('t2', learner);
    return answer(401, { msg: 'Ended.', code: 'session_ended' });
  });
  await expect(call(calls.listFolders)).rejects.toMatchObject({ status: 401 });
  expect(getSession().token).toBe('t2');

  signOut();
  const ended = jest.fn();
  whenSessionEnds(ended);
  api.on(calls.login, answer(401, { msg: 'Wrong.', code: 'wrong_credentials' }));
  await expect(call(calls.login, { body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({ msg: 'Wrong.' });
  expect(ended).not.toHaveBeenCalled();
});

test.each([
  ['of a service', { msg: 'This account was deleted.', code: 'unauthenticated' }],
  ['of a wrong password', { msg: 'Wrong.', code: 'wrong_credentials' }],
  ['of a proxy', '<html>Unauthorized</html>'],
  ['without a body', undefined],
])('a 401 %s signs nobody out', async (_whose, body) => {
  const ended = jest.fn();
  whenSessionEnds(ended);
  signIn('t1', learner);
  api.on(calls.getUser, foreignAnswer(401, body));
  api.on(calls.listFolders, foreignAnswer(401, body));
  await expect(loadUser()).rejects.toMatchObject({ status: 401, endedSession: false });
  await expect(call(calls.listFolders)).rejects.toMatchObject({ status: 401, endedSession: false });
  expect(getSession().token).toBe('t1');
  expect(ended).not.toHaveBeenCalled();
});

describe('a session that expires', () => {
  const expire = async (): Promise<void> => {
    api.on(calls.listFolders, answer(401, { msg: 'Please sign in again.', code: 'session_ended' }));
    await call(calls.listFolders).catch(() => undefined);
  };

  test('in use: signing in again returns to the page, once', async () => {
    history.replaceState(undefined, '', '/folders/f1?q=cell');
    signIn('t1', learner);
    await expire();
    expect(getSession().token).toBeUndefined();
    expect(afterSignIn(getSession())).toBe('/folders/f1?q=cell');
    signIn('t2', learner);
    expect(afterSignIn(getSession())).toBe('/folders/f1?q=cell');
    resume();
    expect(afterSignIn(getSession())).toBe('/dashboard');
  });

  test('and somebody else who signs in, or a learner who left, goes to /dashboard', async () => {
    history.replaceState(undefined, '', '/folders');
    signIn('t1', learner);
    await expire();
    signIn('t2', other);
    expect(afterSignIn(getSession())).toBe('/dashboard');
    leave();
    expect(afterSignIn(getSession())).toBe('/dashboard');
  });

  test('with a stored token that never worked on this page, it goes to /dashboard', async () => {
    history.replaceState(undefined, '', '/folders');
    localStorage.setItem(tokenStorageKey, 'stale');
    api.on(calls.getUser, answer(401, { msg: 'Please sign in again.', code: 'session_ended' }));
    startSession();
    await expect(loadUser()).rejects.toMatchObject({ status: 401, endedSession: true });
    expect(afterSignIn(getSession())).toBe('/dashboard');
  });
});

describe('starting', () => {
  test('§9 Session: what is persisted is taken up at once, far within the persistence timeout of 5000 ms', async () => {
    localStorage.setItem(tokenStorageKey, 't1');
    localStorage.setItem(rootStorageKey, JSON.stringify({ auth: { token: 't1', isAuthenticated: true, user: learner } }));
    api.on(calls.getUser, { user: learner });
    const begun = performance.now();
    startSession();
    expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, user: learner });
    expect(performance.now() - begun).toBeLessThan(5_000);
    await loadUser();
  });

  test('§2 Session: on start, if a stored token exists, the current user is loaded', async () => {
    localStorage.setItem(tokenStorageKey, 't1');
    localStorage.setItem(rootStorageKey, JSON.stringify({ auth: { token: 't1', isAuthenticated: true, user: learner } }));
    api.on(calls.getUser, { user: { ...learner, firstName: 'Augusta' } });
    startSession();
    expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, user: learner, userLoad: 'loading' });
    await loadUser();
    expect(getSession()).toMatchObject({ userLoad: 'idle', user: { firstName: 'Augusta' } });
    expect(api.received).toHaveLength(1);
  });

  test.each(['null', '{', '[]', '{"auth":7}', '{"auth":{"user":{"firstName":1}}}'])(
    'with a token and the unreadable state %s waits for the user',
    async (text) => {
      localStorage.setItem(tokenStorageKey, 't1');
      localStorage.setItem(rootStorageKey, text);
      api.on(calls.getUser, { user: learner });
      startSession();
      expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: false, user: undefined });
      await loadUser();
      expect(getSession()).toMatchObject({ isAuthenticated: true, user: learner });
    },
  );

  test('with a token that the server refuses it signs out', async () => {
    localStorage.setItem(tokenStorageKey, 'old');
    api.on(calls.getUser, answer(401, { msg: 'Ended.', code: 'session_ended' }));
    startSession();
    await expect(loadUser()).rejects.toMatchObject({ status: 401 });
    expect(getSession().token).toBeUndefined();
    expect(localStorage.getItem(tokenStorageKey)).toBeNull();
  });

  test('without a token it keeps the address that awaits verification, and makes no call', () => {
    localStorage.setItem(
      rootStorageKey,
      JSON.stringify({ auth: { user: learner, isAuthenticated: true, needsVerification: true, pendingEmail: 'new@example.org' } }),
    );
    startSession();
    expect(getSession()).toMatchObject({ isAuthenticated: false, user: undefined, needsVerification: true });
    expect(getSession().pendingEmail).toBe('new@example.org');
    expect(api.received).toHaveLength(0);
  });
});

test('follows another tab until told to stop', async () => {
  const stop = followOtherTabs();
  signIn('t1', learner);
  queryClient.setQueryData(['folders'], ['mine']);
  dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  dispatchEvent(new StorageEvent('storage', { key: tokenStorageKey, newValue: 't1' }));
  expect(queryClient.getQueryData(['folders'])).toEqual(['mine']);

  localStorage.removeItem(tokenStorageKey);
  dispatchEvent(new StorageEvent('storage', { key: tokenStorageKey, newValue: null }));
  expect(getSession()).toMatchObject({ token: undefined, isAuthenticated: false });
  expect(queryClient.getQueryData(['folders'])).toBeUndefined();

  api.on(calls.getUser, { user: other });
  localStorage.setItem(tokenStorageKey, 't2');
  dispatchEvent(new StorageEvent('storage', { key: tokenStorageKey, newValue: 't2' }));
  await loadUser();
  expect(getSession()).toMatchObject({ token: 't2', user: other });

  stop();
  dispatchEvent(new StorageEvent('storage', { key: tokenStorageKey, newValue: null }));
  expect(getSession().token).toBe('t2');
});
