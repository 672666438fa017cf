import type { Limits } from '@lectern/contracts';
import { User } from '@lectern/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, type RenderResult } from '@testing-library/react';
import { Provider, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Toaster, toast as library } from 'react-hot-toast';
import { confirmAtom } from '../confirm';
import { queryClient, queryKeys } from '../queryClient';
import { MemoryRouter, Route, Routes, useLocation } from '../router';
import { sessionAtom, signIn, signOut, type Session } from '../session';
import { configureSettings } from '../settings';
import { platformStore } from '../store';
import { closeUpgradeModal, upgradeModalAtom } from '../upgradeModal';

/** A verified learner. */
export const learner: User = User.parse({
  _id: 'user1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  isVerified: true,
  createdAt: '2026-01-05T09:00:00.000Z',
});

/** Limits of a free learner who has nothing yet; pass what differs. */
export const freeLimits = (change: Partial<Limits> = {}): Limits => ({
  isPremium: false,
  studyMaterials: { current: 0, limit: 5, canCreate: true },
  folders: { current: 0, limit: 2, canCreate: true },
  flashcards: { current: 0, limit: 5, canCreate: true, canRegenerate: false, cardsPerDeck: 20 },
  quizzes: { current: 0, limit: 5, canCreate: true, questionLimit: 10, canRegenerate: false, hasWeakAreaAnalysis: false },
  ...change,
});

/** Limits of a premium learner. */
export const premiumLimits = (change: Partial<Limits> = {}): Limits => ({
  isPremium: true,
  studyMaterials: { current: 0, limit: null, canCreate: true },
  folders: { current: 0, limit: null, canCreate: true },
  flashcards: { current: 0, limit: null, canCreate: true, canRegenerate: true, cardsPerDeck: null },
  quizzes: { current: 0, limit: null, canCreate: true, questionLimit: null, canRegenerate: true, hasWeakAreaAnalysis: true },
  ...change,
});

/** Plain stand-ins for what the shell draws: the confirmation, the upgrade modal, the address. */
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
      <output data-testid="location">{pathname + search}</output>
    </>
  );
};

export interface RenderOptions {
  /** The address, '/' when left out. */
  at?: string;
  /** The pattern the screen stands at, so that `useParams` works; everything when left out. */
  path?: string;
  /** Signed in as this user with the token 'test-token'; signed out when left out. */
  user?: User;
  /** Put into the cache, so that no call is made for it. */
  limits?: Limits;
  session?: Partial<Session>;
}

/** Forgets everything between tests: storage, session, cache, toasts, dialogs. */
export const resetPlatform = (): void => {
  act(() => {
    signOut();
    closeUpgradeModal();
    platformStore.set(confirmAtom, undefined);
    library.remove();
    queryClient.clear();
  });
  localStorage.clear();
};

/**
 * Renders a screen as the shell would, on the real platform: routes, session, cache, toasts (as text in the page), confirmations and
 * upgrade modal. `getByTestId('location')` holds the address. Pair it with `installFakeApi`.
 */
export const renderWithPlatform = (element: ReactNode, { at = '/', path, user, limits, session }: RenderOptions = {}): RenderResult => {
  resetPlatform();
  configureSettings({ apiUrl: 'http://api.test', supportEmail: 'help@example.org' });
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 1 } });
  if (user) signIn('test-token', user);
  if (session) platformStore.set(sessionAtom, (current) => ({ ...current, ...session }));
  if (limits) queryClient.setQueryData(queryKeys.limits, limits);
  return render(
    <Provider store={platformStore}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={path ?? '*'} element={element} />
            {path !== undefined && <Route path="*" element={null} />}
          </Routes>
          <ShellStandIn />
        </MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </Provider>,
  );
};
