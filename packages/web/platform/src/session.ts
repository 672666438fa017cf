import { isRecord, type User } from '@lectern/contracts';
import { atom, useAtomValue } from 'jotai';
import { ApiError } from './ApiError';
import { browserStorage } from './browserStorage';
import { forgetDrafts, keepDraftsOf } from './drafts';
import { forgetLearnerStorage, forgetUnsentOf, keepLearnerStorageOf } from './learnerStorage';
import { call, loadOwnCalls } from './httpClient';
import { intendedPath } from './intention';
import { tellLearnerChanged } from './learnerChanges';
import { platformStore } from './store';
import { setTokenHolder } from './tokenHolder';

/** The token's key in local storage. */
export const tokenStorageKey = 'token';
/** The key of the persisted state. Only its auth slice is kept. */
export const rootStorageKey = 'root';

export interface Session {
  token: string | undefined;
  user: User | undefined;
  isAuthenticated: boolean;
  /** True after registration, and after a sign-in with an unverified account. */
  needsVerification: boolean;
  pendingEmail: string | undefined;
  /** State of the last load of the user. `unreachable` keeps the token, and the page offers "Try again". */
  userLoad: 'idle' | 'loading' | 'unreachable';
  /** The learner logged out: a signed-in page redirects to the landing page, not to the sign-in. */
  hasLeft: boolean;
  /** The page on which the session expired, and the learner's address. Signing in again returns there. */
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

/** The session. Read it with `useSession`, and change it only with the functions below. */
export const sessionAtom = atom<Session>(signedOut);

const userFields: readonly (keyof User)[] = ['_id', 'firstName', 'lastName', 'email', 'createdAt'];

/**
 * Validated by hand, because the schema is loaded with the first call, after the first render. A stored value of another shape is ignored.
 */
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

/** Subscribes the component to the session. */
export const useSession = (): Session => useAtomValue(sessionAtom, { store: platformStore });

/** The last token that the server accepted on this page. A stored token that was never accepted has not expired in use. */
let tokenInUse: string | undefined;

/** Stores a token and its user. Call `loadUser` afterwards to refresh the profile. */
export const signIn = (token: string, user: User): void => {
  const { user: former, interrupted } = getSession();
  if (former?.email !== user.email) tellLearnerChanged();
  keepDraftsOf(user.email);
  keepLearnerStorageOf(user.email);
  tokenInUse = token;
  setSession({
    token,
    user,
    isAuthenticated: true,
    needsVerification: false,
    pendingEmail: undefined,
    userLoad: 'idle',
    hasLeft: false,
    // A different learner must not return to the former learner's page.
    interrupted: interrupted?.email === user.email ? interrupted : undefined,
  });
};

/** The path to navigate to after a sign-in: the page on which the session expired, the one with an intention, or else /dashboard. */
export const afterSignIn = ({ interrupted }: Session): string => interrupted?.path ?? intendedPath() ?? '/dashboard';

/** Call it when a signed-in page is shown. The next sign-in leads to /dashboard again. */
export const resume = (): void => {
  if (getSession().interrupted) setSession({ interrupted: undefined });
};

/** Deletes token, user and the query cache. */
export const signOut = (): void => {
  setSession(signedOut);
  tellLearnerChanged();
};

/**
 * Ends the session on the server; `leave` ends it in the browser.
 *
 * @throws ApiError
 */
export const logOut = async (): Promise<void> => {
  await call((await loadOwnCalls()).logout);
};

/** Signs out after the learner logged out or deleted the account, and redirects to the landing page. Deletes all that the device keeps of them. */
export const leave = (): void => {
  const { user } = getSession();
  setSession({ ...signedOut, hasLeft: true });
  tellLearnerChanged();
  forgetDrafts();
  forgetLearnerStorage();
  if (user) forgetUnsentOf(user._id);
};

/** Call it when the landing page is shown. Signed-in pages then redirect to the sign-in again. */
export const arrive = (): void => {
  setSession({ hasLeft: false });
};

/** Call it after registration and after a sign-in with an unverified account. The address must be verified first. */
export const awaitVerification = (email: string): void => {
  setSession({ ...signedOut, needsVerification: true, pendingEmail: email });
};

/** Call it after the profile was changed. */
export const updateUser = (user: User): void => {
  setSession({ user });
};

/** The running load of a token's user. */
let loading: { token: string; user: Promise<User> } | undefined;

/**
 * Fetches the current user. Signs out if the server reports that the session has ended; any other failure keeps the token.
 *
 * @throws Error 'No token found' without a token
 * @throws ApiError if the call fails
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
        keepLearnerStorageOf(user.email);
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

/** Sets the handler for a token that the server rejects. The shell reports it and shows the sign-in page. */
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
 * Restores the stored session. Called once before the first render. With a persisted user, pages are shown immediately while the profile is
 * refreshed; otherwise they wait for it.
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

/** Adopts a sign-in or sign-out of another tab. @returns a function that removes the listener */
export const followOtherTabs = (): (() => void) => {
  const listener = (event: StorageEvent): void => {
    if (event.key !== tokenStorageKey && event.key !== null) return;
    if ((event.newValue ?? undefined) === getSession().token) return;
    tellLearnerChanged();
    startSession();
  };
  addEventListener('storage', listener);
  return () => {
    removeEventListener('storage', listener);
  };
};
