import { confirmAtom, upgradeModalAtom } from '@lectern/platform';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Toasts } from './Toasts';

// Dialogs bring the primitives with them, which a visitor of the landing page never needs.
const ConfirmHost = lazy(() => import(/* webpackChunkName: "dialogs" */ './dialogs').then(({ ConfirmHost: Host }) => ({ default: Host })));
const UpgradeHost = lazy(() => import(/* webpackChunkName: "dialogs" */ './dialogs').then(({ UpgradeHost: Host }) => ({ default: Host })));

const subscribeToNothing = (): (() => void) => () => undefined;

/** What lies above every page: toasts, confirmations, the upgrade modal. */
export const Overlays = (): ReactNode => {
  const isConfirming = useAtomValue(confirmAtom) !== undefined;
  const { isOpen } = useAtomValue(upgradeModalAtom);
  // Kept once used, so that closing can return the focus.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const [hasConfirmed, setHasConfirmed] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  if (isConfirming && !hasConfirmed) setHasConfirmed(true);
  if (isOpen && !hasOpened) setHasOpened(true);
  // The server draws none of this, so hydration must find none of it either.
  if (!isHydrated) return null;
  return (
    <>
      <Toasts />
      <Suspense fallback={null}>
        {(isConfirming || hasConfirmed) && <ConfirmHost />}
        {(isOpen || hasOpened) && <UpgradeHost />}
      </Suspense>
    </>
  );
};
