import { QueryClientProvider } from '@tanstack/react-query';
import type { Limits, User } from '@lectern/contracts';
import { Provider, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Toaster, toast as library } from 'react-hot-toast';
import { confirmAtom } from '../confirm';
import { forgetDrafts } from '../drafts';
import { forgetRunningCalls } from '../httpClient';
import { queryClient, queryKeys } from '../queryClient';
import { MemoryRouter } from 'react-router-dom';
import { Route, Routes, useLocation } from '../router';
import { sessionAtom, signIn, signOut, type Session } from '../session';
import { configureSettings } from '../settings';
import { platformStore } from '../store';
import { provideToasts } from '../toast';
import { toasts } from '../toastLibrary';
import { closeUpgradeModal, upgradeModalAtom } from '../upgradeModal';

/** The address and the user that a screen is rendered with. */
export interface RenderOptions {
  /** The address. Defaults to '/'. */
  at?: string;
  /** The screen's route pattern, so that `useParams` works. Defaults to every path. */
  path?: string;
  /** Signs this user in with the token 'test-token'. Signed out by default. */
  user?: User;
  /** Put into the cache, so that no call is made for it. */
  limits?: Limits;
  session?: Partial<Session>;
  /** Keeps the browser's storage, as a reload does. */
  isReload?: boolean;
}

// Pages load the library with the first toast.
provideToasts(toasts);

/** Resets everything: storage, session, cache, toasts, dialogs. A reload keeps the storage. */
export const emptyPlatform = (isReload = false): void => {
  const stored = isReload ? Object.entries({ ...localStorage }) : [];
  signOut();
  closeUpgradeModal();
  platformStore.set(confirmAtom, undefined);
  library.remove();
  queryClient.clear();
  forgetRunningCalls();
  forgetDrafts();
  localStorage.clear();
  for (const [key, value] of stored) localStorage.setItem(key, String(value));
};

/** Sets up the real platform with these options. */
export const preparePlatform = ({ user, limits, session }: RenderOptions): void => {
  configureSettings({ apiUrl: 'http://api.test', supportEmail: 'help@example.org' });
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  if (user) signIn('test-token', user);
  if (session) platformStore.set(sessionAtom, (current) => ({ ...current, ...session }));
  if (limits) queryClient.setQueryData(queryKeys.limits, limits);
};

/** Plain fakes of the shell's confirmation, upgrade modal and address. */
const ShellStandIn = (): ReactNode => {
  const pending = useAtomValue(confirmAtom);
  const upgrade = useAtomValue(upgradeModalAtom);
  const { pathname, search } = useLocation();
  return (
    <>
      {pending && (
        <div role="alertdialog" aria-label={pending.title ?? pending.question}>
          <p>{pending.question}</p>
          <button
            onClick={() => {
              pending.answer(false);
            }}
          >
            {pending.cancelLabel ?? 'Cancel'}
          </button>
          <button
            onClick={() => {
              pending.answer(true);
            }}
          >
            {pending.confirmLabel}
          </button>
        </div>
      )}
      {upgrade.isOpen && (
        <div role="dialog" aria-label="Upgrade to Premium">
          {upgrade.message}
        </div>
      )}
      <output data-testid="location" hidden>
        {pathname + search}
      </output>
    </>
  );
};

/** Renders a screen on the real platform, as the shell does: routes, session, cache, toasts, confirmations, upgrade modal. */
export const PlatformTree = ({ at = '/', path, children }: Pick<RenderOptions, 'at' | 'path'> & { children: ReactNode }): ReactNode => (
  <Provider store={platformStore}>
    <QueryClientProvider client={queryClient}>
      {/* Without a transition, so that the address changes synchronously. */}
      <MemoryRouter initialEntries={[at]} useTransitions={false}>
        <Routes>
          <Route path={path ?? '*'} element={children} />
          {path !== undefined && <Route path="*" element={null} />}
        </Routes>
        <ShellStandIn />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>
  </Provider>
);
