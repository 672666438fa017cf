import { isRecord, type User } from '@lectern/contracts';
import { atom, useAtomValue } from 'jotai';
import { ApiError } from './ApiError';
import { browserStorage } from './browserStorage';
import { forgetDrafts, keepDraftsOf } from './drafts';
import { call, loadOwnCalls } from './httpClient';
import { queryClient } from './queryClient';
import { platformStore } from './store';
import { setTokenHolder } from './tokenHolder';

/** Key of the token in local storage (specification, section 3). */
export const tokenStorageKey = 'token';
/** Key of the persisted state, of which only the auth slice is kept (specification, section 9). */
export const rootStorageKey = 'root';

export interface Session {
  token: string | undefined;
  user: User | undefined;
  isAuthenticated: boolean;
  /** After registration, or a sign-in with an unverified account. */
  needsVerification: boolean;
  pendingEmail: string | undefined;
  /** Of the last load of the user: `unreachable` keeps the token and lets the page offer "Try again". */
  userLoad: 'idle' | 'loading' | 'unreachable';
  /** The learner left on purpose: a signed-in page then gives way to the start, not to the sign-in. */
  hasLeft: boolean;
  /** Where the session expired in use, and whose it was: signing in again returns there. */
  interrupted: { path: string; email: string | undefined } | undefined;
}

const signedOut: Session = {
  token: undefined,
  user: undefined,
  isAuthenticated: false,
  needsVerification: false,
  pendingEmail: undefined,
  userLoad: 'idle',
  hasLeft: false,
  interrupted: undefined,
};

/** The session. Read it with `useSession`; change it with the functions below only. */
export const sessionAtom = atom<Session>(signedOut);

const userFields: readonly (keyof User)[] = ['_id', 'firstName', 'lastName', 'email', 'createdAt'];

/** The schema comes with the first call, too late for the first render; what an older page or another program left here shows no name. */
const isUser = (value: unknown): value is User =>
  isRecord(value) && userFields.every((field) => typeof value[field] === 'string') && typeof value['isVerified'] === 'boolean';

const readSlice = (): Partial<Session> => {
  const parsed = browserStorage.local.readJson(rootStorageKey);
  const slice: Record<string, unknown> = isRecord(parsed) && isRecord(parsed['auth']) ? parsed['auth'] : {};
  const { user } = slice;
  return {
    ...(isUser(user) && { user }),
    needsVerification: slice['needsVerification'] === true,
    pendingEmail: typeof slice['pendingEmail'] === 'string' ? slice['pendingEmail'] : undefined,
  };
};

const persist = ({ token, isAuthenticated, user, needsVerification, pendingEmail }: Session): void => {
  const { local } = browserStorage;
  if (token === undefined) local.remove(tokenStorageKey);
  else local.write(tokenStorageKey, token);
  const auth = { token: token ?? null, isAuthenticated, user: user ?? null, needsVerification, pendingEmail: pendingEmail ?? null };
  local.writeJson(rootStorageKey, { auth });
};

export const getSession = (): Session => platformStore.get(sessionAtom);

const setSession = (change: Partial<Session>): void => {
  const next = { ...getSession(), ...change };
  platformStore.set(sessionAtom, next);
  persist(next);
};

/** The session, live. */
export const useSession = (): Session => useAtomValue(sessionAtom, { store: platformStore });

/** The token that has worked on this page: a stored one that never did has not expired in use. */
let tokenInUse: string | undefined;

/** Keeps a token and who it belongs to. Use `loadUser` afterwards to fetch the profile anew. */
export const signIn = (token: string, user: User): void => {
  const { user: former, interrupted } = getSession();
  if (former?.email !== user.email) queryClient.clear();
  keepDraftsOf(user.email);
  tokenInUse = token;
  setSession({
    token,
    user,
    isAuthenticated: true,
    needsVerification: false,
    pendingEmail: undefined,
    userLoad: 'idle',
    hasLeft: false,
    // Someone else who signs in has no use for the former learner's page.
    interrupted: interrupted?.email === user.email ? interrupted : undefined,
  });
};

/** Where a sign-in leads: the page on which the session expired in use, otherwise /dashboard (specification, section 4). */
export const afterSignIn = ({ interrupted }: Session): string => interrupted?.path ?? '/dashboard';

/** A signed-in page is on screen: the next sign-in goes to /dashboard again. */
export const resume = (): void => {
  if (getSession().interrupted) setSession({ interrupted: undefined });
};

/** Forgets token, user, and everything that was fetched for them. */
export const signOut = (): void => {
  setSession(signedOut);
  queryClient.clear();
};

/**
 * Ends the session on the server; `leave` ends it here.
 *
 * @throws ApiError
 */
export const logOut = async (): Promise<void> => {
  await call((await loadOwnCalls()).logout);
};

/** `signOut` on the learner's own wish: after logging out, and after the account was deleted. Ends at the start. */
export const leave = (): void => {
  setSession({ ...signedOut, hasLeft: true });
  queryClient.clear();
  forgetDrafts();
};

/** The start is on screen: from here on signed-in pages ask for a sign-in again. */
export const arrive = (): void => {
  setSession({ hasLeft: false });
};

/** After registration and after a sign-in with an unverified account: who has to open a mail first. */
export const awaitVerification = (email: string): void => {
  setSession({ ...signedOut, needsVerification: true, pendingEmail: email });
};

/** After the profile was changed. */
export const updateUser = (user: User): void => {
  setSession({ user });
};

/** The load under way; one for another token is of no use to this session. */
let loading: { token: string; user: Promise<User> } | undefined;

/**
 * Fetches the current user. A 401 that says the session ended ends it here; everything else keeps the token and rethrows.
 *
 * @throws Error 'No token found' without a token; ApiError when the call fails.
 */
export const loadUser = (): Promise<User> => {
  const { token } = getSession();
  if (token === undefined) return Promise.reject(new Error('No token found'));
  if (loading?.token === token) return loading.user;
  const load = async (): Promise<User> => {
    setSession({ userLoad: 'loading' });
    try {
      const { getUser } = await loadOwnCalls();
      const { user } = await call(getUser);
      if (getSession().token === token) {
        keepDraftsOf(user.email);
        tokenInUse = token;
        setSession({ user, isAuthenticated: true, needsVerification: false, userLoad: 'idle' });
      }
      return user;
    } catch (error) {
      if (getSession().token === token) {
        if (error instanceof ApiError && error.endedSession) signOut();
        else setSession({ userLoad: 'unreachable' });
      }
      throw error;
    } finally {
      if (loading === started) loading = undefined;
    }
  };
  const started = { token, user: load() };
  loading = started;
  return started.user;
};

let onSessionEnded: () => void = () => undefined;

/** What the shell does when the server refuses the token: it says so and shows the sign-in page. */
export const whenSessionEnds = (listener: () => void): void => {
  onSessionEnded = listener;
};

setTokenHolder({
  read: () => getSession().token,
  refused: (token) => {
    const { token: current, user } = getSession();
    if (current !== token) return;
    signOut();
    if (tokenInUse === token) setSession({ interrupted: { path: location.pathname + location.search, email: user?.email } });
    onSessionEnded();
  },
});

/**
 * Takes up the stored session, once, before the first render. With a persisted user the pages show at once and the profile is
 * refreshed behind them; otherwise they wait for it.
 */
export const startSession = (): void => {
  const token = browserStorage.local.read(tokenStorageKey);
  const slice = readSlice();
  if (token === undefined || token === '') {
    platformStore.set(sessionAtom, { ...signedOut, needsVerification: slice.needsVerification ?? false, pendingEmail: slice.pendingEmail });
    return;
  }
  platformStore.set(sessionAtom, { ...signedOut, token, user: slice.user, isAuthenticated: slice.user !== undefined });
  loadUser().catch(() => undefined);
};

/** Follows what another tab does to the session. Returns the function that ends it. */
export const followOtherTabs = (): (() => void) => {
  const listener = (event: StorageEvent): void => {
    if (event.key !== tokenStorageKey && event.key !== null) return;
    if ((event.newValue ?? undefined) === getSession().token) return;
    queryClient.clear();
    startSession();
  };
  addEventListener('storage', listener);
  return () => {
    removeEventListener('storage', listener);
  };
};
